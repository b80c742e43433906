import type { CheckFinding } from '../../results/row-check.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedLog, ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';
import { noAnswerIn } from './no-answer.ts';

/** Share of equal texts that are scored as right above which they are answers; above which empty ones were not recorded. */
const maxRight = 0.1;
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

const knownUnanswered = new WeakMap<CheckedSide, readonly ScoredRow[]>();

/**
 * Returns the rows of one model that are scored as wrong although nothing was answered: these are missing, and not wrong. The rows of a
 * side are looked at once, whichever check asks.
 */
export function wrongUnanswered(side: CheckedSide): readonly ScoredRow[] {
  const known = knownUnanswered.get(side);
  if (known !== undefined) return known;
  const found = findUnanswered(side);
  knownUnanswered.set(side, found);
  return found;
}

function findUnanswered(side: CheckedSide): readonly ScoredRow[] {
  const words = Map.groupBy(side.rows, (row) => noAnswerOf(row)?.form ?? null);
  const none = [...words].flatMap(([form, rows]) => {
    if (form === null || answersIn(side).has(form) || areOftenRight(rows)) return [];
    const wrong = rows.filter(({ outcome }) => outcome.kind === 'scored' && outcome.value === 0);
    const [first] = wrong;
    return first === undefined || (noAnswerOf(first)?.mayBeAnswer === true && wrong.length < minPossible) ? [] : wrong;
  });
  const found = new Set(none);
  return side.rows.filter((row) => found.has(row));
}

/** Names empty answers and questions that were not answered, where they are scored as wrong. */
export function checkUnanswered(side: CheckedSide): readonly CheckFinding[] {
  const wrong = wrongUnanswered(side);
  const blank = wrong.filter(isBlank);
  const declined = wrong.filter((row) => !isBlank(row));
  const counts = (n: number) => `${n} of ${side.rows.length}`;
  const common = { kind: 'fault', changesRows: true } as const;
  return [
    ...(blank.length === 0
      ? []
      : [
          findingOn(side, blank, {
            ...{
              check: 'empty answer',
              ...common,
              found: `${counts(blank.length)} answers are empty${wordsIn(blank)} and scored as wrong`,
            },
            effect:
              'counted as wrong where models are compared, missing among the answered ones, and no outcome of a prediction',
          }),
        ]),
    ...(declined.length === 0
      ? []
      : [
          findingOn(side, declined, {
            ...{ check: 'not asked', ...common },
            found: `${counts(declined.length)} questions were not answered${wordsIn(declined)} and are scored as wrong`,
            effect: 'no outcome: nothing was answered',
          }),
        ]),
  ];
}

/** Returns the words that stand for no answer, in brackets; nothing where all are white space. */
function wordsIn(rows: readonly ScoredRow[]): string {
  const words = new Set(rows.map(({ answer }) => (answer ?? '').trim()).filter((word) => word !== ''));
  const shown = [...words].slice(0, shownWords).map((word) => `"${oneLine(word, 40)}"`);
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${words.size > shownWords ? ', ...' : ''})`;
}

/** Returns a row in which nothing was answered without its outcome; an empty answer still counts as wrong in comparisons. */
export function withoutOutcome(row: ScoredRow): ScoredRow {
  return { ...row, outcome: { kind: 'absent', reason: 'no-answer', counted: isBlank(row) ? 0 : null } };
}
