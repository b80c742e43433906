import { isTraceback } from '../../data/error-texts.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { redactKeys } from '../../util/redact-keys.ts';
import { oneLine } from '../../util/text.ts';
import type { ScoredRow } from '../recording.ts';
import { accuracyWithout, type CheckedSide, findingOn, oncePerScore } from './checked-side.ts';
import { areOftenRight, doubtfulErrors, failedCalls, isWrong } from './failed-calls.ts';
import { type NoAnswer, noAnswerIn } from './no-answer.ts';

/** Fewest rows of a model with a word that may be an answer, from which on it stands for none. */
const minPossible = 5;
/** Number of words that a finding shows. */
const shownWords = 3;

function noAnswerOf({ answer }: Pick<ScoredRow, 'answer'>) {
  return answer === null ? null : noAnswerIn(answer);
}

/** Returns whether the answer is there, and is empty, white space or a word that programs write for nothing, such as `N/A`. */
export function isBlank(row: Pick<ScoredRow, 'answer'>): boolean {
  return noAnswerOf(row)?.kind === 'empty';
}

/** Returns the forms of words for no answer that are answers in the data set of a row: one is the key of an item, or often right. */
const answersIn = oncePerScore(({ keys: all, rows: ofAll }): ReadonlySet<string> => {
  const keys = all.flatMap((key) => noAnswerIn(key)?.form ?? []);
  const words = Map.groupBy(ofAll, (row) => noAnswerOf(row)?.form ?? '');
  const right = [...words].flatMap(([form, rows]) => (areOftenRight(rows) ? [form] : []));
  // where some models have no recorded answers, an empty one of another model is none all the same
  return new Set([...keys, ...right].filter((form) => form !== ''));
});

/** Why a row that is scored as wrong is missing, and not wrong. */
type Unanswered = NoAnswer['kind'] | 'failed';

const knownUnanswered = new WeakMap<CheckedSide, ReadonlyMap<ScoredRow, Unanswered>>();

/**
 * Returns the rows of one model that are scored as wrong although nothing was answered, with the reason: these are missing, and not wrong.
 * The rows of a side are looked at once, whichever check asks.
 */
export function wrongUnanswered(side: CheckedSide): ReadonlyMap<ScoredRow, Unanswered> {
  const known = knownUnanswered.get(side);
  if (known !== undefined) return known;
  const found = findUnanswered(side);
  knownUnanswered.set(side, found);
  return found;
}

function findUnanswered(side: CheckedSide): ReadonlyMap<ScoredRow, Unanswered> {
  const words = Map.groupBy(side.rows, (row) => noAnswerOf(row)?.form ?? null);
  const none = [...words].flatMap(([form, all]) => {
    const rows = form === null ? [] : all.filter((row) => !answersIn(side, row).has(form));
    if (areOftenRight(rows)) return [];
    const wrong = rows.filter(isWrong);
    const [first] = wrong;
    const noAnswer = first === undefined ? null : noAnswerOf(first);
    if (noAnswer === null || (noAnswer.mayBeAnswer && wrong.length < minPossible)) return [];
    return wrong.map((row) => [row, noAnswer.kind] as const);
  });
  const found = new Map<ScoredRow, Unanswered>([
    ...none,
    ...[...failedCallsOf(side).keys()].map((row) => [row, 'failed'] as const),
  ]);
  return found.size === 0 ? found : new Map(side.rows.flatMap((row) => pairOf(row, found.get(row))));
}

/** Returns the rows whose call failed with the words that say so; a word for no answer is one where it is an answer in the data set. */
function failedCallsOf(side: CheckedSide): ReadonlyMap<ScoredRow, string> {
  const known = knownFailed.get(side);
  if (known !== undefined) return known;
  const found = failedCalls(side, (row) => {
    const word = noAnswerOf(row);
    return row.answer !== null && (word === null || answersIn(side, row).has(word.form));
  });
  knownFailed.set(side, found);
  return found;
}

const knownFailed = new WeakMap<CheckedSide, ReadonlyMap<ScoredRow, string>>();

function pairOf<Value>(row: ScoredRow, value: Value | undefined): readonly (readonly [ScoredRow, Value])[] {
  return value === undefined ? [] : [[row, value]];
}

interface FoundText extends Pick<CheckFinding, 'check' | 'effect'> {
  readonly kind: Unanswered;
  /** What was found of rows, after their number; `words` are those that say so. */
  found(words: readonly (string | null)[]): string;
}

const foundTexts: readonly FoundText[] = [
  {
    ...{ kind: 'empty', check: 'empty answer' },
    found: (words) => `answers are empty${wordsIn(words)} and scored as wrong`,
    effect:
      'seb compare counts them as wrong and says the difference without them, too; scores of predictions leave them out',
  },
  {
    ...{ kind: 'not asked', check: 'not asked' },
    found: (words) => `questions were not answered${wordsIn(words)} and are scored as wrong`,
    effect: 'no outcome: nothing was answered',
  },
  {
    ...{ kind: 'failed', check: 'errors' },
    found: (words) => `calls failed${wordsIn(words)} and are scored as wrong`,
    effect: 'no outcome: the model did not answer',
  },
];

/** Names empty answers, questions that were not answered and calls that failed, where they are scored as wrong. */
export function checkUnanswered(side: CheckedSide): readonly CheckFinding[] {
  const kinds = wrongUnanswered(side);
  const failed = failedCallsOf(side);
  const wrong = foundTexts.flatMap(({ kind, check, found, effect }) => {
    const rows = [...kinds].flatMap(([row, own]) => (own === kind ? [row] : []));
    if (rows.length === 0) return [];
    const words = rows.map((row) => failed.get(row) ?? row.answer);
    const text = `${rows.length} of ${side.rows.length} ${found(words)}`;
    return [findingOn(side, rows, { kind: 'fault', changesRows: true, check, found: text, effect })];
  });
  return [...wrong, ...wrongSentences(side), ...wrongTracebacks(side), ...rightBlanks(side)];
}

/** Names answers that are scored as wrong and begin as the error of a call does, but go on as a model writes. */
function wrongSentences(side: CheckedSide): readonly CheckFinding[] {
  const rows = doubtfulErrors(side);
  if (rows.length === 0) return [];
  const missing = wrongUnanswered(side);
  const present = side.rows.filter((row) => !missing.has(row));
  return [
    findingOn(side, rows, {
      ...{ check: 'errors', kind: 'fault', changesRows: false },
      found: `${rows.length} of ${side.rows.length} answers read like errors of calls${wordsIn(rows.map(({ answer }) => answer))} and are scored as wrong`,
      effect: `they count, because the model may have written them; ${accuracyWithout(side, present, rows)}`,
    }),
  ];
}

/**
 * Names errors of Python in place of answers, which are scored as wrong and name no call: the harness may have failed, or a program that
 * the model wrote. Where such a text is a key or right, it is an answer.
 */
function wrongTracebacks(side: CheckedSide): readonly CheckFinding[] {
  const missing = wrongUnanswered(side);
  const present = side.rows.filter((row) => !missing.has(row));
  const rows = present.filter(
    (row) => isWrong(row) && isTraceback(row.answer ?? '') && tracebackAnswers(side, row).size === 0,
  );
  if (rows.length < minPossible) return [];
  return [
    findingOn(side, rows, {
      ...{ check: 'errors', kind: 'fault', changesRows: false },
      found: `${rows.length} of ${side.rows.length} answers are the error of a program${wordsIn(rows.map(({ answer }) => answer))} and scored as wrong`,
      effect: `they count, because the model may have written the program; ${accuracyWithout(side, present, rows)}`,
    }),
  ];
}

/** Returns the keys and right answers that are errors of Python. */
const tracebackAnswers = oncePerScore(({ keys, rows }): ReadonlySet<string> => {
  const right = rows.filter((row) => row.outcome.kind === 'scored' && !isWrong(row));
  return new Set([...keys, ...right.flatMap(({ answer }) => answer ?? [])].filter(isTraceback));
});

/** Share of rows with an answer from which on the column holds answers, so that a blank cell is one without. */
const minAnswered = 0.5;

/**
 * Names rows that are scored as right although their answer is blank. An item whose key is blank, too, has no answer, and where most
 * answers are blank they were not recorded.
 */
function rightBlanks(side: CheckedSide): readonly CheckFinding[] {
  const { log, rows } = side;
  const answered = rows.filter(({ answer }) => (answer ?? '').trim() !== '');
  if (answered.length < minAnswered * rows.length) return [];
  const hasKeys = answered.some(({ item }) => log.items.get(item)?.key != null);
  const all = rows.filter(
    ({ answer, outcome, item }) =>
      outcome.kind === 'scored' && answer?.trim() === '' && !(hasKeys && log.items.get(item)?.key == null),
  );
  const blanks = all.filter((row) => !isWrong(row));
  if (blanks.length === 0) return [];
  const text = counted(blanks.length, `of ${rows.length} answers is`, `of ${rows.length} answers are`);
  return [
    findingOn(side, blanks, {
      // right and wrong ones: the answers were hardly recorded
      ...{ check: 'empty answer', kind: blanks.length === all.length ? 'fault' : 'limit', changesRows: false },
      found: `${text} empty and scored as right`,
      effect: `counted as right; if they are wrong, accuracy falls by ${Math.round((1000 * blanks.length) / rows.length) / 10} points`,
    }),
  ];
}

/** Returns the words that stand for no answer, in brackets; nothing where all are white space. */
function wordsIn(texts: readonly (string | null)[]): string {
  const words = new Set(texts.map((text) => redactKeys((text ?? '').trim(), [])).filter((word) => word !== ''));
  const shown = [...words].slice(0, shownWords).map((word) => `"${oneLine(word, 40)}"`);
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${words.size > shownWords ? ', ...' : ''})`;
}

/** Returns a row without its outcome where nothing was answered; an empty answer still counts as wrong in comparisons. */
export function withoutOutcome(row: ScoredRow, kind: Unanswered | undefined): ScoredRow {
  if (kind === undefined) return row;
  const reason = kind === 'failed' ? 'failed' : 'no-answer';
  return { ...row, outcome: { kind: 'absent', reason, counted: kind === 'empty' ? 0 : null } };
}
