import {
  certainForm,
  codeForm,
  errorAnswer,
  errorForms,
  isCallError,
  isErrorCode,
  isErrorSentence,
  isProgramResult,
  mayBeCallError,
  mayBeProgramError,
} from '../../data/error-texts.ts';
import { oneForm } from '../../data/one-form.ts';
import type { RecordedProblem, ScoredRow } from '../recording.ts';
import { type CheckedSide, oncePerScore, setOfRow } from './checked-side.ts';

/** Share of equal texts that are scored as right above which they are answers. */
const maxRight = 0.1;
/** Fewest rows of a model with a phrase that may be an answer, from which on it is the error of a call. */
const minPossible = 5;
/** Smallest share of keys and right answers that are codes of HTTP alone, from which on the items are about such codes. */
const minCodes = 0.5;
/**
 * Number and share of the different wrong answers that are sentences about errors, from which on the items are about errors; one that goes
 * on as a model writes is enough.
 */
const [minSentences, maxSentences] = [3, 0.5];
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
 *   the JSON object of an error, or a traceback through the client of a provider. Another phrase, such as `timeout`, needs five rows of the
 *   model, is written as programs write it, and no right answer has it. Items about errors, and programs that were run, have no such rows.
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
  return wrongErrors(side).failed.map((row) => [row, row.answer ?? '']);
}

/** Rows that are scored as wrong, and whose answers read like errors of calls. */
interface WrongErrors {
  readonly failed: readonly ScoredRow[];
  /** Those that the model may have written. */
  readonly doubtful: readonly ScoredRow[];
}

const knownErrors = new WeakMap<CheckedSide, WrongErrors>();

function wrongErrors(side: CheckedSide): WrongErrors {
  const known = knownErrors.get(side);
  if (known !== undefined) return known;
  const found = findErrors(side);
  knownErrors.set(side, found);
  return found;
}

function findErrors(side: CheckedSide): WrongErrors {
  const errorOf = ({ answer }: ScoredRow) => (answer === null ? null : errorAnswer(answer));
  const wrong = side.rows.flatMap((row) => (isWrong(row) ? [{ row, error: errorOf(row) }] : []));
  const errors = wrong.flatMap(({ row, error }) => (error === null ? [] : [{ row, ...error }]));
  if (errors.length === 0) return { failed: [], doubtful: [] };
  const aboutSet = new Map(
    [...Map.groupBy(side.rows, (row) => setOfRow(side, row))].map(([set, rows]) => [
      set,
      {
        areAbout: areAboutErrors(rows.filter(isWrong)),
        arePrograms: rows.some(({ answer }) => isProgramResult(answer ?? '')),
      },
    ]),
  );
  const forms = Map.groupBy(errors, ({ form, sureness }) => JSON.stringify([form, sureness]));
  const found = [...forms.values()].flatMap((all) => {
    const own = [...Map.groupBy(all, ({ row }) => rightForms(side, row))].flatMap(([answers, ofSet]) =>
      ofSet.some(({ row }) => errorForms(row.answer ?? '').some((each) => answers.has(each))) ? [] : ofSet,
    );
    const [first] = own;
    const isCertain = first?.sureness === 'certain';
    if (!isCertain && first?.sureness !== 'doubtful' && own.length < minPossible) return [];
    return own.map(({ row }) => {
      const about = aboutSet.get(setOfRow(side, row));
      const isOfProgram = about?.arePrograms === true && mayBeProgramError(row.answer ?? '');
      const isLikely = first?.sureness === 'likely' && about?.areAbout !== true;
      return { row, isFailed: isCertain || (isLikely && !isOfProgram) };
    });
  });
  return {
    failed: found.flatMap(({ row, isFailed }) => (isFailed ? [row] : [])),
    doubtful: found.flatMap(({ row, isFailed }) => (isFailed ? [] : [row])),
  };
}

/** Returns whether over half of the different wrong answers are sentences of different wording about errors: the items are about errors. */
function areAboutErrors(wrong: readonly ScoredRow[]): boolean {
  const texts = new Map(
    wrong.flatMap(({ answer }) => (answer === null ? [] : [[oneForm(answer).replace(/\d+/g, '#'), answer] as const])),
  );
  const sentences = [...texts.values()].filter(isErrorSentence);
  const isEnough =
    sentences.length >= minSentences || sentences.some((text) => errorAnswer(text)?.sureness === 'doubtful');
  return isEnough && sentences.length > maxSentences * texts.size;
}

/** Returns the rows that are scored as wrong and read like errors of calls, which the model may have written; none below five. */
export function doubtfulErrors(side: CheckedSide): readonly ScoredRow[] {
  const { doubtful } = wrongErrors(side);
  return doubtful.length < minPossible ? [] : doubtful;
}

function isCertainError(answer: string | null): boolean {
  return answer !== null && errorAnswer(answer)?.sureness === 'certain';
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

/** Returns whether nearly all wrong rows have words beside the answer that name no call: these are reasons why answers are wrong. */
const reasonsIn = oncePerScore(({ rows }) => {
  const wrong = rows.filter(isWrong);
  const reasons = wrong.filter(({ problem }) => problem !== null && problem.kind !== 'cut' && !namesCall(problem));
  return { areReasons: reasons.length > maxReasons * wrong.length };
});

/** Returns the rows without an answer beside which a column says that the call failed. */
function withoutAnswer(side: CheckedSide, hasAnswer: (row: ScoredRow) => boolean): readonly FoundRow[] {
  const { rows } = side;
  const named = rows.filter((row) => row.problem !== null && row.problem.kind !== 'cut' && !hasAnswer(row));
  if (named.length === 0) return [];
  const areRecorded = rows.some(hasAnswer) && !areOftenRight(rows.filter((row) => !hasAnswer(row)));
  const isOfCall = (problem: RecordedProblem, row: ScoredRow) => {
    if (namesCall(problem) || !areRecorded) return namesCall(problem);
    return problem.kind === 'error' ? mayBeCallError(problem.text) : !reasonsIn(side, row).areReasons;
  };
  const failed = named.flatMap((row): readonly FoundRow[] =>
    row.problem !== null && isOfCall(row.problem, row) ? [[row, row.problem.text]] : [],
  );
  return areOftenRight(failed.map(([row]) => row)) ? [] : failed.filter(([row]) => isWrong(row));
}
