import { isCallError } from '../../data/error-texts.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { redactKeys } from '../../util/redact-keys.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedLog, ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';
import { type NoAnswer, noAnswerIn } from './no-answer.ts';

/** Share of equal texts that are scored as right above which they are answers; above which empty ones were not recorded. */
const maxRight = 0.1;
/** Fewest rows of a model with a word that may be an answer, from which on it stands for none. */
const minPossible = 5;
/** Share of the wrong rows of a score with words that are no error of a call, above which they are reasons why answers are wrong. */
const maxReasons = 0.9;
/** Number of words that a finding shows. */
const shownWords = 3;

function noAnswerOf({ answer }: Pick<ScoredRow, 'answer'>) {
  return answer === null ? null : noAnswerIn(answer);
}

/** Returns whether the answer is there, and is empty, white space or a word that programs write for nothing, such as `N/A`. */
export function isBlank(row: Pick<ScoredRow, 'answer'>): boolean {
  return noAnswerOf(row)?.kind === 'empty';
}

/** Returns whether more of the rows are scored as right than no answer is by chance or a lenient scorer. */
function areOftenRight(rows: readonly ScoredRow[]): boolean {
  const scored = rows.filter(({ outcome }) => outcome.kind === 'scored');
  const right = scored.filter(({ outcome }) => outcome.kind === 'scored' && outcome.value > 0);
  return right.length > maxRight * scored.length;
}

const knownAnswers = new WeakMap<RecordedLog, Map<string, ReadonlySet<string>>>();

/** Returns the forms of words for no answer that are answers in a log: one is the key of an item, or often right for its models. */
function answersIn({ log, score }: CheckedSide): ReadonlySet<string> {
  const ofLog = knownAnswers.get(log) ?? new Map<string, ReadonlySet<string>>();
  knownAnswers.set(log, ofLog);
  const known = ofLog.get(score);
  if (known !== undefined) return known;
  const keys = [...log.items.values()].flatMap(({ key }) => (key === null ? [] : (noAnswerIn(key)?.form ?? [])));
  const words = Map.groupBy(
    log.rows.filter((row) => row.score === score),
    (row) => noAnswerOf(row)?.form ?? '',
  );
  const right = [...words].flatMap(([form, rows]) => (areOftenRight(rows) ? [form] : []));
  // where some models have no recorded answers, an empty one of another model is none all the same
  const found = new Set([...keys, ...right].filter((form) => form !== ''));
  ofLog.set(score, found);
  return found;
}

/** Why a row that is scored as wrong is missing, and not wrong. */
type Unanswered = NoAnswer['kind'];

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

function isWrong({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'scored' && outcome.value === 0;
}

function findUnanswered(side: CheckedSide): ReadonlyMap<ScoredRow, Unanswered> {
  const words = Map.groupBy(side.rows, (row) => noAnswerOf(row)?.form ?? null);
  const none = [...words].flatMap(([form, rows]) => {
    if (form === null || answersIn(side).has(form) || areOftenRight(rows)) return [];
    const wrong = rows.filter(isWrong);
    const [first] = wrong;
    const noAnswer = first === undefined ? null : noAnswerOf(first);
    if (noAnswer === null || (noAnswer.mayBeAnswer && wrong.length < minPossible)) return [];
    return wrong.map((row) => [row, noAnswer.kind] as const);
  });
  const found = new Map<ScoredRow, Unanswered>([
    ...none,
    ...failedCalls(side, new Set(none.map(([row]) => row))).map((row) => [row, 'failed'] as const),
  ]);
  return found.size === 0 ? found : new Map(side.rows.flatMap((row) => pairOf(row, found.get(row))));
}

function pairOf<Value>(row: ScoredRow, value: Value | undefined): readonly (readonly [ScoredRow, Value])[] {
  return value === undefined ? [] : [[row, value]];
}

/**
 * Returns the rows that are scored as wrong and whose call failed, as another field than the answer says. An answer that was given counts
 * unless that field has the error of a call; where more than one in ten of such rows is right, the answers came all the same, and all count.
 * Other words beside wrong answers only, and beside nearly all of them, say why the answers are wrong.
 */
function failedCalls({ log, score, rows }: CheckedSide, unanswered: ReadonlySet<ScoredRow>): readonly ScoredRow[] {
  const named = rows.filter(({ problem }) => problem !== null);
  if (named.length === 0) return [];
  const isError = ({ problem }: ScoredRow) => problem !== null && isCallError(problem);
  const wrong = log.rows.filter((row) => row.score === score && isWrong(row));
  const areReasons = wrong.filter((row) => row.problem !== null && !isError(row)).length > maxReasons * wrong.length;
  const isAnswered = (row: ScoredRow) => row.answer !== null && !unanswered.has(row) && noAnswerOf(row) === null;
  const groups = [
    named.filter((row) => isAnswered(row) && isError(row)),
    named.filter((row) => !isAnswered(row) && (isError(row) || !areReasons)),
  ];
  return groups.flatMap((own) => (areOftenRight(own) ? [] : own.filter(isWrong)));
}

interface FoundText extends Pick<CheckFinding, 'check' | 'effect'> {
  readonly kind: Unanswered;
  /** What was found of rows, after their number. */
  found(rows: readonly ScoredRow[]): string;
}

const foundTexts: readonly FoundText[] = [
  {
    ...{ kind: 'empty', check: 'empty answer' },
    found: (rows) => `answers are empty${wordsIn(rows.map(({ answer }) => answer))} and scored as wrong`,
    effect:
      'counted as wrong where models are compared, missing among the answered ones, and no outcome of a prediction',
  },
  {
    ...{ kind: 'not asked', check: 'not asked' },
    found: (rows) => `questions were not answered${wordsIn(rows.map(({ answer }) => answer))} and are scored as wrong`,
    effect: 'no outcome: nothing was answered',
  },
  {
    ...{ kind: 'failed', check: 'errors' },
    found: (rows) =>
      `calls failed${wordsIn(rows.map(({ problem, answer }) => problem ?? answer))} and are scored as wrong`,
    effect: 'no outcome: the model did not answer',
  },
];

/** Names empty answers, questions that were not answered and calls that failed, where they are scored as wrong. */
export function checkUnanswered(side: CheckedSide): readonly CheckFinding[] {
  const kinds = wrongUnanswered(side);
  return foundTexts.flatMap(({ kind, check, found, effect }) => {
    const rows = [...kinds].flatMap(([row, own]) => (own === kind ? [row] : []));
    if (rows.length === 0) return [];
    const text = `${rows.length} of ${side.rows.length} ${found(rows)}`;
    return [findingOn(side, rows, { kind: 'fault', changesRows: true, check, found: text, effect })];
  });
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
