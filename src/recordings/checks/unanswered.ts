import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import type { ScoredRow } from '../recording.ts';
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

/** Share of a model's empty answers that are scored as right above which answers were not recorded, and are not empty. */
const maxRightBlank = 0.1;

/**
 * Returns whether the log writes an empty text for answers that it did not record: some of a model's empty answers are scored as
 * right, which no empty answer is.
 */
function areBlankUnrecorded(rows: readonly ScoredRow[]): boolean {
  const blank = rows.filter((row) => isBlank(row) && row.outcome.kind === 'scored');
  const right = blank.filter(({ outcome }) => outcome.kind === 'scored' && outcome.value > 0);
  return right.length > maxRightBlank * blank.length;
}

/** Returns the rows of one model that are scored as wrong although nothing was answered: these are missing, and not wrong. */
export function wrongUnanswered(rows: readonly ScoredRow[]): readonly ScoredRow[] {
  const isUnrecorded = areBlankUnrecorded(rows);
  return rows.filter(
    (row) =>
      row.outcome.kind === 'scored' && row.outcome.value === 0 && ((isBlank(row) && !isUnrecorded) || isDeclined(row)),
  );
}

/** Names empty answers and declined questions that are scored as wrong. */
export function checkUnanswered(side: CheckedSide): readonly CheckFinding[] {
  const wrong = wrongUnanswered(side.rows);
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

/** Returns a row in which nothing was answered without its outcome; an empty answer still counts as wrong in comparisons. */
export function withoutOutcome(row: ScoredRow): ScoredRow {
  return { ...row, outcome: { kind: 'absent', reason: 'no-answer', counted: isBlank(row) ? 0 : null } };
}
