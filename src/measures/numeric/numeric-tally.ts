import { type NumericOutcome, presentOf } from '../../domain/outcome.ts';
import type { TallyPolicy } from '../../domain/policy.ts';
import { isNotAsked } from '../absences.ts';

/** Largest error that counts, in doublings: a factor of 32. A missing prediction that counts as wrong has this error. */
export const maxError = 5;

/** Constant answers as logarithms: steps of 1/16 from 1 to 65,536, so that no constant is far better than the best one. */
export const constantLogs: readonly number[] = Array.from({ length: 16 * 16 + 1 }, (_, step) => step / 16);

/**
 * Columns of a numeric tally. Weights sum to 1 per outcome, shared by its executions. `error` sums the absolute
 * differences of logarithms to base 2, at most `maxError` each, `bias` the signed ones without a limit; `near` are
 * predictions within a factor of two. `lost` is the weight that counts as wrong. The `repeat` columns take one execution
 * as the prediction of another, over all ordered pairs. `constant` columns are the errors of constant answers. Under `parsed`, an outcome without a prediction is excluded from all columns.
 */
export const numericColumns = [
  'error',
  'bias',
  'near',
  'predictions',
  'lost',
  'repeatError',
  'repeatNear',
  'repeats',
  'actualLog',
  'known',
  'ruleError',
  'ruled',
  ...constantLogs.map((_, index) => `constant${index}` as const),
] as const;
type NumericColumn = (typeof numericColumns)[number];

/** Index of each column that is not a list. */
export const numericPlaces = Object.fromEntries(numericColumns.map((name, index) => [name, index])) as Readonly<
  Record<Exclude<NumericColumn, `${string}${number}`>, number>
>; // all columns

/** Index of the first constant, and their number. */
export const constantPlaces = { first: numericColumns.indexOf('constant0'), count: constantLogs.length } as const;

/** Returns the error of a prediction in doublings, at most `maxError`. Both values are logarithms to base 2. */
export function errorOf(predicted: number, actual: number): number {
  return Math.min(maxError, Math.abs(predicted - actual));
}

/** Logarithms of 10 and 20 differ by slightly more than 1. */
const rounding = 1e-9;

/** Returns whether a prediction is within a factor of two of the value. Both values are logarithms to base 2. */
export function isNear(predicted: number, actual: number): boolean {
  return Math.abs(predicted - actual) <= 1 + rounding;
}

export function numericTally(outcome: NumericOutcome, policy: TallyPolicy): readonly number[] {
  const counts: number[] = numericColumns.map(() => 0);
  const add = (index: number, amount: number) => {
    counts[index] = (counts[index] as number) + amount;
  };
  const at = numericPlaces;
  const { prediction, rule } = outcome;
  const executions = outcome.executions.filter((part) => !isNotAsked(part));
  if (isNotAsked(prediction) || executions.length === 0) return counts;
  if (policy === 'parsed' && prediction.kind === 'absent') return counts;
  const actual = presentOf(executions).map(Math.log2);
  const share = 1 / (policy === 'parsed' ? Math.max(1, actual.length) : executions.length);
  const predicted = prediction.kind === 'present' ? Math.log2(prediction.value) : null;
  for (const value of actual) {
    add(at.actualLog, share * value);
    add(at.known, share);
    for (const [index, log] of constantLogs.entries()) add(constantPlaces.first + index, share * errorOf(log, value));
    if (rule !== null) {
      add(at.ruleError, share * errorOf(Math.log2(rule), value));
      add(at.ruled, share);
    }
    if (predicted === null) continue;
    add(at.error, share * errorOf(predicted, value));
    add(at.bias, share * (predicted - value));
    add(at.near, isNear(predicted, value) ? share : 0);
    add(at.predictions, share);
  }
  if (policy === 'failures-wrong') {
    add(at.lost, predicted === null ? 1 : share * (executions.length - actual.length));
  }
  addRepeats(actual, add);
  return counts;
}

/** Adds each execution as the prediction of every other. */
function addRepeats(actual: readonly number[], add: (position: number, amount: number) => void): void {
  const pairs = actual.length * (actual.length - 1);
  if (pairs === 0) return;
  for (const [index, value] of actual.entries()) {
    for (const other of actual.toSpliced(index, 1)) {
      add(numericPlaces.repeatError, errorOf(value, other) / pairs);
      add(numericPlaces.repeatNear, isNear(value, other) ? 1 / pairs : 0);
    }
  }
  add(numericPlaces.repeats, 1);
}
