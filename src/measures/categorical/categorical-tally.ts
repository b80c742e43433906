import type { CategoricalOutcome } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { modeOf } from './categorical-base-rates.ts';
import { executedValues, predictedValues, type Truth, truthOf } from './categorical-truth.ts';

/**
 * Columns of a categorical tally. Weights sum to 1 per outcome, shared by its predictions. `rows` are outcomes with a
 * truth that count under the policy, `right` the predictions that equal it, `answered` the share of predictions that
 * could be read. `hit` is the share of executions that have the predicted value; it does not need a truth. A
 * re-execution is compared with the truth of the other executions.
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
  addReExecutions(counts, executed); // units without a mode count too: excluding them would inflate the score
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
 * Adds each execution as the prediction of the others' most frequent value, the first one on ties. Excluding executions
 * whose others all differ would keep only the odd one of three and count it as wrong.
 */
function addReExecutions(counts: Counts, executed: readonly string[]): void {
  if (executed.length < 2) return;
  const right = executed.filter((value, index) => modeOf(executed.toSpliced(index, 1)) === value).length;
  counts.reExecutionRight = right / executed.length;
  counts.reExecutions = 1;
}
