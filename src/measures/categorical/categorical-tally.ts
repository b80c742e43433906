import type { CategoricalOutcome } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { executedValues, modalValue, predictedValues, type Truth, truthOf } from './categorical-truth.ts';

/**
 * Columns of a categorical tally. Weights sum to 1 per outcome, shared by its predictions. `rows` are outcomes with a
 * truth that count under the policy, `right` the predictions that equal it, `answered` the share of predictions that
 * could be read. `hit` is the share of executions that have the predicted value; it does not need a truth. A
 * re-execution is compared with the truth of the other executions, and counts only where they have one.
 */
export const categoricalColumns = [
  'right',
  'rows',
  'answered',
  'hit',
  'hitRows',
  'reExecutionRight',
  'reExecutions',
  'predictionsRead',
  'predictionsAsked',
  'executionsRead',
  'executionsAsked',
  'salvaged',
  'noMode',
  'units',
] as const;
export type CategoricalColumn = (typeof categoricalColumns)[number];

type Counts = Record<CategoricalColumn, number>;

/** Returns the additive counts of one outcome, in the order of `categoricalColumns`. */
export function categoricalTally(
  outcome: CategoricalOutcome,
  policy: TallyPolicy,
  truth: Truth = truthOf(outcome),
): readonly number[] {
  const counts = Object.fromEntries(categoricalColumns.map((column) => [column, 0])) as Counts; // all columns
  const { predictions, executions } = outcome;
  const predicted = predictedValues(outcome);
  const executed = executedValues(outcome);
  counts.units = 1;
  counts.predictionsRead = share(predicted.length, predictions.length);
  counts.predictionsAsked = Number(predictions.some(isAsked));
  counts.executionsRead = share(executed.length, executions.length);
  counts.executionsAsked = Number(executions.some(isAsked));
  counts.salvaged = share(
    predictions.filter((part) => part.kind === 'present' && part.step === 'salvaged').length,
    predictions.length,
  );
  counts.noMode = Number(truth.kind === 'unknown' && truth.reason === 'no-mode');
  if (!predictions.some(isAsked) || (policy === 'parsed' && predicted.length === 0)) return inOrder(counts);
  const weight = 1 / (policy === 'parsed' ? predicted.length : predictions.length);
  if (executed.length > 0) {
    counts.hitRows = 1;
    for (const value of predicted) counts.hit += weight * share(count(executed, value), executed.length);
  }
  addReExecutions(counts, executed);
  if (truth.kind === 'unknown') return inOrder(counts);
  counts.rows = 1;
  counts.answered = weight * predicted.length;
  counts.right = weight * count(predicted, truth.value);
  return inOrder(counts);
}

function inOrder(counts: Counts): readonly number[] {
  return categoricalColumns.map((column) => counts[column]);
}

function isAsked(part: CategoricalOutcome['predictions'][number]): boolean {
  return part.kind === 'present' || part.reason !== 'not-asked';
}

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function count(values: readonly string[], wanted: string): number {
  return values.filter((value) => value === wanted).length;
}

/**
 * Adds each execution as a prediction of the most frequent value of the others, where they have one. This estimates the score
 * of one more execution. Adds nothing for two executions: the single other one always counts as a truth, whereas the score
 * excludes units whose two executions differ.
 */
function addReExecutions(counts: Counts, executed: readonly string[]): void {
  if (executed.length < 3) return;
  for (const [index, value] of executed.entries()) {
    const truth = modalValue(executed.toSpliced(index, 1));
    if (truth.kind === 'unknown') continue;
    counts.reExecutions += 1 / executed.length;
    counts.reExecutionRight += Number(truth.value === value) / executed.length;
  }
}
