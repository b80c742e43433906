import { oneForm } from '../../data/one-form.ts';
import type { ScoredRow } from '../recording.ts';
import type { CheckFinding } from './check.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';

/** Words that stand in place of an answer where a model chose not to be asked. */
const declinedWords: ReadonlySet<string> = new Set([
  ...['decline', 'declined', 'skip', 'skipped', 'not asked', 'not attempted', 'not_attempted', 'pass_on'],
  ...['withheld', 'abstain', 'abstained', 'not executed', 'not run'],
]);

/** Returns whether the answer is there, and is empty or white space. */
export function isBlank({ answer }: Pick<ScoredRow, 'answer'>): boolean {
  return answer !== null && answer.trim() === '';
}

function isDeclined({ answer }: ScoredRow): boolean {
  return answer !== null && declinedWords.has(oneForm(answer));
}

/** Returns whether a row is scored as wrong although nothing was answered: it is missing, and not wrong. */
function isWrongUnanswered(row: ScoredRow): boolean {
  return row.outcome.kind === 'scored' && row.outcome.value === 0 && (isBlank(row) || isDeclined(row));
}

/** Names empty answers and declined questions that are scored as wrong. */
export function checkUnanswered(side: CheckedSide): readonly CheckFinding[] {
  const wrong = side.rows.filter(isWrongUnanswered);
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
              found: `${counts(blank.length)} answers are empty and scored as wrong`,
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
            found: `${counts(declined.length)} questions were declined and are scored as wrong`,
            effect: 'no outcome: nothing was answered',
          }),
        ]),
  ];
}

/** Returns a row whose outcome is missing where nothing was answered; an empty answer still counts as wrong in comparisons. */
export function withoutUnanswered(row: ScoredRow): ScoredRow {
  if (!isWrongUnanswered(row)) return row;
  return { ...row, outcome: { kind: 'absent', reason: 'no-answer', counted: isBlank(row) ? 0 : null } };
}
