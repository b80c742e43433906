import { noAnswerIn } from '../../recordings/checks/no-answer.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { armName, missingText, ofStudy, rowsOf } from '../recorded-arms.ts';
import type { RecordedPredictor, RecordedTables, RecordedTarget } from '../recorded-tables.ts';
import { isErrorText } from './unread-answers.ts';

/** Largest share of predicted values that no answer has: of a trained arm, and of an untrained one, which may use other words. */
const maxUnknown = { trained: 0.05, untrained: 0.2 } as const;
/** Fewest predictions from which that share is looked at. */
const minPredictions = 20;

/** Words that stand for no value where no answer has them. */
const wordsForNone: ReadonlySet<string> = new Set([
  ...['failed', 'failure', 'refused', 'refusal', 'invalid', '?', "i don't know", 'i don’t know', 'idk'],
  ...['unknown', 'unclear', 'unsure', 'not sure', 'uncertain'],
]);
/** Words around a value that say nothing of it; so do the words of the property. */
const fillers: ReadonlySet<string> = new Set([
  ...[
    'the',
    'a',
    'an',
    'my',
    'final',
    'answer',
    'prediction',
    'value',
    'output',
    'response',
    'is',
    'it',
    'its',
    "it's",
  ],
]);

interface KnownValues {
  /** Values of the answers. */
  readonly known: ReadonlySet<string>;
  /** The same values as their words. */
  readonly words: ReadonlySet<string>;
  readonly property: string;
}

/** Returns whether a value that no answer has stands for none, or is an answer with an article, a label or marks. */
function isUnreadable(value: string, { known, words, property }: KnownValues): boolean {
  if (isErrorText(value, known) || wordsForNone.has(value) || noAnswerIn(value) !== null) return true;
  const label = new Set(wordsIn(property.toLowerCase()));
  const isFiller = (word: string) => fillers.has(word) || label.has(word);
  const own = wordsIn(value);
  const from = own.findIndex((word) => !isFiller(word));
  const to = own.findLastIndex((word) => !isFiller(word));
  return from >= 0 && words.has(own.slice(from, to + 1).join(' '));
}

/** Returns the words of a value without marks around them: `color: *red*!` has two. */
function wordsIn(value: string): readonly string[] {
  return value
    .split(/[\s"“”‘`*_()[\]{}<>:;=|\u200b]+/u)
    .map((word) => word.replace(/^[.,!?'’]+|[.,!?'’]+$/g, ''))
    .filter((word) => word !== '');
}

/** Tables without the predictions that are none, and what was found. */
interface ReadTables {
  readonly tables: RecordedTables;
  readonly findings: readonly CheckFinding[];
}

/**
 * Returns tables in which predictions are missing that are an error text, a word for nothing or an answer in another form, and
 * values that no answer has where an arm has many more of these than the others, and than the answers that occur once let expect.
 */
export function readPredictions(tables: RecordedTables): ReadTables {
  const findings: CheckFinding[] = [];
  const lost = new Map<RecordedPredictor, Set<number>[]>();
  for (const target of tables.targets) {
    const arms = tables.predictors.filter(({ about }) => about === target.target);
    for (const arm of arms)
      lost.set(
        arm,
        arm.seeds.map(() => new Set()),
      );
    for (const places of placesByProperty(target)) {
      const found = unreadOf(places, { target, targets: tables.targets, arms });
      for (const { arm, isUnread, finding } of found) {
        for (const [index, { values }] of arm.seeds.entries())
          for (const place of places) if (isUnread(values[place] ?? null)) lost.get(arm)?.[index]?.add(place);
        if (finding !== null) findings.push(finding);
      }
    }
  }
  const predictors = tables.predictors.map((arm) => ({
    ...arm,
    seeds: arm.seeds.map(({ seed, values }, index) => {
      const own = lost.get(arm)?.[index];
      return {
        seed,
        values: own === undefined ? values : values.map((value, place) => (own.has(place) ? null : value)),
      };
    }),
  }));
  return { tables: { ...tables, predictors }, findings };
}

function placesByProperty({ units }: RecordedTarget): readonly (readonly number[])[] {
  return [...Map.groupBy(units.keys(), (place) => units[place]?.[1] ?? '').values()];
}

interface ArmsAbout {
  readonly targets: readonly RecordedTarget[];
  readonly target: RecordedTarget;
  readonly arms: readonly RecordedPredictor[];
}

/** Returns which values of each arm about one property are not read, and the sentences about them. */
function unreadOf(places: readonly number[], { target: { units }, targets, arms }: ArmsAbout) {
  const answers = places.flatMap((place) => units[place]?.[3] ?? []);
  const known = new Set(answers);
  const property = units[places[0] ?? 0]?.[1] ?? '';
  const values = { known, words: new Set([...known].map((value) => wordsIn(value).join(' '))), property };
  const single = [...Map.groupBy(answers, (value) => value).values()].filter(({ length }) => length === 1).length;
  const counts = arms.map((arm) => {
    const predicted = places.flatMap((place) => arm.seeds.flatMap(({ values }) => values[place] ?? []));
    const unknown = predicted.filter((value) => !known.has(value));
    return { arm, predicted, unknown, share: unknown.length / Math.max(1, predicted.length) };
  });
  const enough = counts.filter(({ predicted }) => predicted.length >= minPredictions);
  const usual = Math.max(single / Math.max(1, answers.length), Math.min(...enough.map(({ share }) => share)));
  return counts.map(({ arm, predicted, unknown, share }) => {
    const most = arm.trainedOn === null ? maxUnknown.untrained : maxUnknown.trained;
    const hasMany = predicted.length >= minPredictions && share > most && share > 2 * usual;
    const unreadable = new Set(hasMany ? unknown : unknown.filter((value) => isUnreadable(value, values)));
    const isUnread = (value: string | null) => value !== null && unreadable.has(value);
    const own = unknown.filter(isUnread);
    const finding: CheckFinding = {
      ...{ ...ofStudy, check: 'unread', kind: 'fault', models: [armName(arm)], changesRows: true },
      rows: rowsOf(arm, units, (value, place) => units[place]?.[1] === property && isUnread(value)),
      found: `${counted(own.length, `of its ${predicted.length} predictions of ${property} is a value`, `of its ${predicted.length} predictions of ${property} are values`)} that no answer has, such as ${shown(own)}; the answers are such as ${shown(answers)}`,
      effect: `${missingText(arm, targets)}: write predictions and answers in the same words`,
    };
    return { arm, isUnread, finding: own.length > 0 ? finding : null };
  });
}

function shown(values: readonly string[]): string {
  const [one = '', two] = new Set(values);
  const quoted = (value: string) => `"${oneLine(value, 30)}"`;
  return two === undefined ? quoted(one) : `${quoted(one)} and ${quoted(two)}`;
}
