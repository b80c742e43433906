import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { counted } from '../../util/numbers.ts';
import type { RecordedOutcome, ScoredRow } from '../recording.ts';
import { isAbsentText } from '../same-item.ts';
import { type CheckedSide, findingOn, itemsOf } from './checked-side.ts';

/** Equal answers are a copy only where this many are wrong, and equal flags without answers where both kinds occur this often. */
const minEachKind = 10;
/** Fewest equal wrong answers beside the most frequent one. */
const minOtherAnswers = 3;
/** Fewest items with a stated value, and with another value than the most frequent, from which equal columns are a copy. */
const [minStated, minOthers] = [20, 10];

function outcomeText(outcome: RecordedOutcome): string {
  return outcome.kind === 'scored' ? String(outcome.value) : outcome.reason;
}

/** Returns everything that a log records of a row beside its number. */
function contentOf({ epoch, ...content }: ScoredRow): string {
  return JSON.stringify(content);
}

/** Returns the rows of each item that has several which no column of executions tells apart. */
function unnumbered(side: CheckedSide): readonly (readonly ScoredRow[])[] {
  return itemsOf(side).repeated.flatMap((own) =>
    [...Map.groupBy(own, ({ execution }) => execution).values()].filter((rows) => rows.length > 1),
  );
}

/** Returns the rows of a side that repeat an earlier row of their item, if every repeated row is equal in all that is recorded. */
export function rowsGivenTwice(side: CheckedSide): readonly ScoredRow[] {
  if (side.log.executions === 'numbered') return [];
  const repeated = unnumbered(side);
  const isEqual = repeated.every(([first, ...again]) => {
    const content = first === undefined ? '' : contentOf(first);
    return again.every((row) => contentOf(row) === content);
  });
  return isEqual ? repeated.flatMap(([, ...again]) => again) : [];
}

/** Names rows that are given twice. */
export function checkSameRows(side: CheckedSide): readonly CheckFinding[] {
  const again = rowsGivenTwice(side);
  if (again.length === 0) return [];
  return [
    findingOn(side, again, {
      ...{ check: 'same rows', kind: 'fault', changesRows: true },
      found: `${counted(again.length, `of ${side.rows.length} rows repeats`, `of ${side.rows.length} rows repeat`)} another row in full`,
      effect: `copies left out, ${side.rows.length - again.length} remain`,
    }),
  ];
}

/** Names models whose rows cannot be those of one model: repeats without a number that differ, in a table without conditions. */
export function checkSeveralModels(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.format !== 'table' || side.log.executions === 'numbered') return [];
  const differing = unnumbered(side).filter((own) => new Set(own.map(contentOf)).size > 1);
  if (differing.length === 0) return [];
  const isNamed = differing.some((own) => own.some(({ execution }) => execution !== null));
  return [
    findingOn(side, differing.flat(), {
      ...{ check: 'several models', kind: 'fault', changesRows: false },
      found: `${counted(differing.length, 'item has', 'items have')} several rows that differ, and ${isNamed ? 'the column of executions has one value in them' : 'no column numbers them'}: two models, conditions or repeats`,
      effect:
        'they count as repeats and are averaged; name the column that tells them apart: --columns epoch=COLUMN or model=model+COLUMN',
    }),
  ];
}

/** Models of other names whose answers and flags are equal on all items. */
interface EqualSides {
  readonly sides: readonly [CheckedSide, ...CheckedSide[]];
  readonly models: readonly string[];
  /** Whether they are the only models of two logs: a program before and after a change has equal answers if nothing changed. */
  readonly areBeforeAfter: boolean;
  /** Whether chance hardly explains it. */
  readonly isDistinctive: boolean;
  /** Whether varied confidences are equal, too. */
  readonly haveConfidences: boolean;
}

/** Returns the equal sides; a list of sides is looked at once, whichever check asks. */
function equalSides(sides: readonly CheckedSide[]): readonly EqualSides[] {
  const known = knownSides.get(sides);
  if (known !== undefined) return known;
  const found = findEqualSides(sides);
  knownSides.set(sides, found);
  return found;
}

const knownSides = new WeakMap<readonly CheckedSide[], readonly EqualSides[]>();

function findEqualSides(sides: readonly CheckedSide[]): readonly EqualSides[] {
  const unrecorded = new Set(equalAnswers(sides).flatMap((each) => each.sides));
  const candidates = alike(sides, valuesSum).filter(
    (side) => hasErrors(side, !unrecorded.has(side)) || hasColumn(side.rows),
  );
  const logs = [...new Set(sides.map(({ log }) => log))];
  const areTwo = logs.length === 2 && logs.every(({ models }) => models.length === 1);
  return [...Map.groupBy(candidates, ({ rows }) => answersHash(rows)).values()].flatMap((equal) => {
    const models = [...new Set(equal.map(({ model }) => model))];
    const [first, ...more] = equal;
    return first === undefined ||
      models.length < 2 ||
      !(hasErrors(first, !unrecorded.has(first)) || haveEqualConfidences(equal))
      ? []
      : [
          {
            ...{ sides: [first, ...more] as const, models, areBeforeAfter: areTwo },
            isDistinctive: isDistinctive(first, !unrecorded.has(first)) || haveEqualConfidences(equal),
            haveConfidences: haveEqualConfidences(equal),
          },
        ];
  });
}

/** Returns the sides that are copies of each other, so that it is unknown whose answers they are. */
export function copiedSides(sides: readonly CheckedSide[]): ReadonlySet<CheckedSide> {
  return new Set(
    equalSides(sides).flatMap((equal) => (equal.areBeforeAfter || !equal.isDistinctive ? [] : equal.sides)),
  );
}

/** Names models of other names whose answers and flags are equal on all items, errors among them. */
export function checkSameModels(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  return equalSides(sides).map(({ sides: [first], models, areBeforeAfter, isDistinctive, haveConfidences }) => {
    const isLeftOut = isDistinctive && !areBeforeAfter;
    const errors = first.rows.filter(isError).length;
    const among =
      errors === 0 ? '' : `, ${isDistinctive && errors > 1 ? 'errors' : counted(errors, 'error')} among them`;
    const what = haveConfidences ? 'the answers and stated confidences' : 'the answers';
    return {
      ...findingOn(first, [], {
        ...{ check: 'same models', kind: isLeftOut ? 'fault' : 'limit', changesRows: isLeftOut },
        found: `${what} are equal on all ${new Set(first.rows.map(({ item }) => item)).size} items${among}`,
        effect: isLeftOut
          ? 'left out: it is unknown whose answers they are'
          : areBeforeAfter
            ? 'they count: a copy, or a program that answers as before'
            : 'they count: one may be a copy of the other, or so few other answers are chance',
      }),
      models,
    };
  });
}

/** Returns the sides that share their number of rows and a sum with another one: only these can be equal, and are compared in full. */
function alike(sides: readonly CheckedSide[], sum: (rows: readonly ScoredRow[]) => number): readonly CheckedSide[] {
  const groups = Map.groupBy(sides, ({ rows }) => `${rows.length} ${sum(rows).toFixed(6)}`);
  return [...groups.values()].filter((own) => own.length > 1).flat();
}

function valuesSum(rows: readonly ScoredRow[]): number {
  return rows.reduce((sum, { outcome }) => sum + (outcome.kind === 'scored' ? outcome.value : 0), 0);
}

function statedSum(rows: readonly ScoredRow[]): number {
  return rows.reduce((sum, { confidence }) => sum + (confidence.kind === 'stated' ? confidence.value : 0), 0);
}

function isError({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'scored' && outcome.value < 1;
}

/** Fewest wrong and fewest right flags, where there are no answers, and fewest rows, from which equal ones are named. */
const [minFlags, minRows] = [3, 20];

/** Returns whether equal rows of another model are worth a line: not all are right, and flags alone differ among items. */
function hasErrors({ rows }: CheckedSide, hasAnswers: boolean): boolean {
  if (rows.length < minRows) return isDistinctive({ rows }, hasAnswers);
  const wrong = rows.filter(isError).length;
  const isAnswered = hasAnswers && rows.some(({ answer }) => answer !== null && !isAbsentText(answer));
  return isAnswered ? wrong > 0 : Math.min(wrong, rows.length - wrong) >= minFlags;
}

/** Returns whether sides state equal confidences, so varied that this is a copy. */
function haveEqualConfidences(sides: readonly CheckedSide[]): boolean {
  const [first] = sides;
  return (
    first !== undefined && hasColumn(first.rows) && new Set(sides.map(({ rows }) => confidencesHash(rows))).size === 1
  );
}

/**
 * Returns whether equal rows of another model would be a copy and hardly chance. `hasAnswers`: whether answers are what models answered.
 * Two good models share a few wrong answers (questions with a wrong key, the usual mistake), and two broken ones give one answer
 * everywhere: so there must be many wrong answers, and not all the same.
 */
function isDistinctive({ rows }: Pick<CheckedSide, 'rows'>, hasAnswers: boolean): boolean {
  const wrong = rows.filter(isError);
  const given = wrong.flatMap(({ answer }) => (answer === null || isAbsentText(answer) ? [] : [oneForm(answer)]));
  if (hasAnswers && given.length > 0) {
    const most = Math.max(...[...Map.groupBy(given, (answer) => answer).values()].map((own) => own.length));
    return given.length >= minEachKind && given.length - most >= minOtherAnswers;
  }
  const right = rows.filter(({ outcome }) => outcome.kind === 'scored' && outcome.value === 1).length;
  return Math.min(wrong.length, right) >= minEachKind;
}

function answersHash(rows: readonly ScoredRow[]): string {
  const lines = rows.map(({ item, epoch, answer, outcome }) =>
    JSON.stringify([item, epoch, answer, outcomeText(outcome)]),
  );
  return sha256(lines.toSorted().join('\n'));
}

function confidencesHash(rows: readonly ScoredRow[]): string {
  const lines = rows.map(({ item, epoch, confidence }) =>
    JSON.stringify([item, epoch, confidence.kind === 'stated' ? confidence.value : null]),
  );
  return sha256(lines.toSorted().join('\n'));
}

/** Names models whose stated confidences are equal on all items although their answers are not. */
export function checkSameConfidence(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  const columns = Map.groupBy(
    alike(
      sides.filter(({ rows }) => hasColumn(rows)),
      statedSum,
    ),
    ({ rows }) => confidencesHash(rows),
  );
  return [...columns.values()].flatMap((equal) => {
    const models = [...new Set(equal.map(({ model }) => model))];
    const [first] = equal;
    const answers = new Set(equal.map(({ rows }) => answersHash(rows)));
    if (first === undefined || models.length < 2 || answers.size < 2) return [];
    const finding = findingOn(first, [], {
      ...{ check: 'same confidence', kind: 'fault', changesRows: false },
      found: 'the stated confidences are equal on all items, and the answers are not',
      effect: 'numbers of the stated confidence are printed; it is unknown whose statements they are',
    });
    return [{ ...finding, models }];
  });
}

/** Fewest items with right and with wrong answers, and share of these on which all answers are equal. */
const [minDiffering, minEqualAnswers] = [10, 0.9];

/** Models of one task whose column of answers holds something else, and on how many items that shows. */
interface EqualAnswers {
  readonly sides: readonly CheckedSide[];
  readonly equal: number;
  readonly differing: number;
}

/** Answers and outcomes of one item under one score, as long as they are equal. */
interface ItemAnswers {
  readonly answer: string;
  readonly outcome: number;
  areAnswersEqual: boolean;
  areOutcomesEqual: boolean;
}

const knownAnswers = new WeakMap<readonly CheckedSide[], readonly EqualAnswers[]>();

/**
 * Returns the tasks in which answers are equal for all models, right or wrong; a list of sides is looked at once. Not of logs of runs:
 * their outcomes say whether a prediction came true, and models may give one answer with other predictions.
 */
function equalAnswers(sides: readonly CheckedSide[]): readonly EqualAnswers[] {
  const known = knownAnswers.get(sides);
  if (known !== undefined) return known;
  const ofTools = sides.filter(({ log }) => !log.isOfRun);
  const tasks = Map.groupBy(ofTools, ({ log, score }) => JSON.stringify([log.task, log.format, score]));
  const found = [...tasks.values()].flatMap((own): EqualAnswers[] => {
    if (new Set(own.map(({ model }) => model)).size < 2) return []; // one model may have been scored in two ways
    const differing = [...itemAnswers(own)].filter(({ areOutcomesEqual }) => !areOutcomesEqual);
    const equal = differing.filter(({ areAnswersEqual }) => areAnswersEqual).length;
    const isEqual = differing.length >= minDiffering && equal >= minEqualAnswers * differing.length;
    return isEqual ? [{ sides: own, equal, differing: differing.length }] : [];
  });
  knownAnswers.set(sides, found);
  return found;
}

function itemAnswers(sides: readonly CheckedSide[]): Iterable<ItemAnswers> {
  const items = new Map<string, ItemAnswers>();
  for (const { rows } of sides)
    for (const { item, answer, outcome } of rows) {
      if (answer === null || outcome.kind !== 'scored' || isAbsentText(answer)) continue;
      const [text, { value }] = [answer.trim(), outcome];
      const found = items.get(item);
      if (found === undefined)
        items.set(item, { answer: text, outcome: value, areAnswersEqual: true, areOutcomesEqual: true });
      else {
        found.areAnswersEqual &&= found.answer === text;
        found.areOutcomesEqual &&= found.outcome === value;
      }
    }
  return items.values();
}

/** Names logs whose answers are equal for all models, right or wrong: the column holds something else, such as the key. */
export function checkSameAnswers(sides: readonly CheckedSide[]): readonly CheckFinding[] {
  return equalAnswers(sides).flatMap(({ sides: own, equal, differing }) => {
    const [first] = own;
    if (first === undefined) return [];
    const finding = findingOn(first, [], {
      ...{ check: 'same answers', kind: 'fault', changesRows: false },
      found: `the answers are equal on ${equal} of ${differing} items that some models have right and others wrong`,
      effect: 'the column of answers holds something else, such as the key: wrong keys cannot be found by it',
    });
    return [{ ...finding, models: [...new Set(own.map(({ model }) => model))] }];
  });
}

/** Returns whether a column of confidences is so varied that an equal one is a copy. */
function hasColumn(rows: readonly ScoredRow[]): boolean {
  const counts = new Map<number, number>();
  for (const { confidence } of rows)
    if (confidence.kind === 'stated') counts.set(confidence.value, (counts.get(confidence.value) ?? 0) + 1);
  const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return n >= minStated && n - Math.max(0, ...counts.values()) >= minOthers;
}
