import {
  certainForm,
  codeForm,
  errorAnswer,
  errorForms,
  isCallError,
  isErrorCode,
  mayBeCallError,
} from '../../data/error-texts.ts';
import { oneForm } from '../../data/one-form.ts';
import type { RecordedProblem, ScoredRow } from '../recording.ts';
import { type CheckedSide, oncePerScore } from './checked-side.ts';

/** Share of equal texts that are scored as right above which they are answers. */
const maxRight = 0.1;
/** Fewest rows of a model with a phrase that may be an answer, from which on it is the error of a call. */
const minPossible = 5;
/** Smallest share of keys and right answers that are codes of HTTP alone, from which on the items are about such codes. */
const minCodes = 0.5;
/** Share of the wrong rows of a score with words that name no call, above which they are reasons why answers are wrong. */
const maxReasons = 0.9;

/** Returns whether more of the rows are scored as right than no answer is by chance or a lenient scorer. */
export function areOftenRight(rows: readonly ScoredRow[]): boolean {
  const scored = rows.filter(({ outcome }) => outcome.kind === 'scored');
  const right = scored.filter(isPartlyRight);
  return right.length > maxRight * scored.length;
}

function isPartlyRight({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'scored' && outcome.value > 0;
}

export function isWrong({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'scored' && outcome.value === 0;
}

/**
 * Returns the rows of a model that are scored as wrong because a call failed, each with the words that say so. Such a row is missing.
 *
 * - The answer is itself the error of a call. One row is enough where it can be nothing else: the name of an API's exception with a code,
 *   or the JSON object of an error. Another phrase, such as `timeout`, needs five rows of the model, and no right answer has it.
 * - There is no answer, and a column beside it names a failed call: `RateLimitError: 429`, `503`, `call_failed`. Where other rows of the
 *   model have answers, `timeout`, `failed` and a flag such as `has_error` are enough.
 *
 * Any other answer keeps its outcome: a column such as `error` may be about the answer, or about a program that the model wrote.
 */
export function failedCalls(side: CheckedSide, hasAnswer: (row: ScoredRow) => boolean): ReadonlyMap<ScoredRow, string> {
  return new Map([...errorAnswers(side), ...withoutAnswer(side, hasAnswer)]);
}

type FoundRow = readonly [row: ScoredRow, words: string];

/** Returns the rows whose answers are errors of calls. */
function errorAnswers(side: CheckedSide): readonly FoundRow[] {
  const errorOf = ({ answer }: ScoredRow) => (answer === null ? null : errorAnswer(answer));
  const wrong = side.rows.flatMap((row) => (isWrong(row) ? [{ row, error: errorOf(row) }] : []));
  const forms = Map.groupBy(wrong, ({ error }) => error?.form ?? null);
  return [...forms].flatMap(([form, own]): readonly FoundRow[] => {
    const [first] = own;
    if (form === null || first?.error == null) return [];
    if (!first.error.isCertain && own.length < minPossible) return [];
    const answers = rightForms(side);
    if (own.some(({ row }) => errorForms(row.answer ?? '').some((each) => answers.has(each)))) return [];
    return own.map(({ row }) => [row, row.answer ?? '']);
  });
}

function isCertainError(answer: string | null): boolean {
  return answer !== null && errorAnswer(answer)?.isCertain === true;
}

/**
 * Returns the forms of errors that are answers: a key has them, or an answer that is right and may be no error. Those that can be nothing
 * else are answers where more of them are right than a lenient scorer counts.
 */
const rightForms = oncePerScore(({ keys, rows }): ReadonlySet<string> => {
  const right = rows.flatMap((row) => (isPartlyRight(row) ? (row.answer ?? []) : []));
  const codes = [...keys, ...right].filter((text) => isErrorCode(text.trim())).length;
  return new Set([
    ...(codes > 0 && codes >= minCodes * (keys.length + right.length) ? [codeForm] : []),
    ...keys.flatMap(errorForms),
    ...right.flatMap((answer) => (isCertainError(answer) ? [] : errorForms(answer))),
    ...(areOftenRight(rows.filter(({ answer }) => isCertainError(answer))) ? [certainForm] : []),
  ]);
});

/** Words for a call that ended in a failure. */
const failureWords: ReadonlySet<string> = new Set([
  ...['fail', 'failed', 'failure', 'errored', 'cancelled', 'canceled', 'aborted', 'crashed', 'killed'],
]);

/** Returns whether the name of a flag speaks of a call. */
function isCallFlag(name: string): boolean {
  return /call|request|api/i.test(name);
}

/** Returns whether what a column says is of a failed call, whatever it is of. */
export function namesCall({ kind, text }: RecordedProblem): boolean {
  if (kind === 'flag') return isCallFlag(text);
  return isCallError(text) || (kind === 'status' && isErrorCode(text));
}

/** Returns whether how a call ended says that it failed, or that something about the answer did. */
export function isFailure(text: string): boolean {
  return mayBeCallError(text) || isErrorCode(text) || failureWords.has(oneForm(text));
}

/** Returns the rows without an answer beside which a column says that the call failed. */
function withoutAnswer({ log, score, rows }: CheckedSide, hasAnswer: (row: ScoredRow) => boolean): readonly FoundRow[] {
  const named = rows.filter((row) => row.problem !== null && row.problem.kind !== 'cut' && !hasAnswer(row));
  if (named.length === 0) return [];
  const areRecorded = rows.some(hasAnswer) && !areOftenRight(rows.filter((row) => !hasAnswer(row)));
  const wrong = log.rows.filter((row) => row.score === score && isWrong(row));
  const reasons = wrong.filter(({ problem }) => problem !== null && problem.kind !== 'cut' && !namesCall(problem));
  const areReasons = reasons.length > maxReasons * wrong.length;
  const isOfCall = (problem: RecordedProblem) => {
    if (namesCall(problem) || !areRecorded) return namesCall(problem);
    return problem.kind === 'error' ? mayBeCallError(problem.text) : !areReasons;
  };
  const failed = named.flatMap((row): readonly FoundRow[] =>
    row.problem !== null && isOfCall(row.problem) ? [[row, row.problem.text]] : [],
  );
  return areOftenRight(failed.map(([row]) => row)) ? [] : failed.filter(([row]) => isWrong(row));
}
