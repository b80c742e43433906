import { type Random, seededRandom, shuffled } from '../../../util/random.ts';
import type { CodedRow } from './coded-rows.ts';
import { deviationsOf } from './deviations.ts';

/**
 * Returns what a perfect predictor's deviation would have beyond that of the target's own executions (`predicted` less
 * `own`), ascending. The samples of a perfect predictor have the distribution of the executions, so each way to deal out
 * a row's samples as executions and predictions is equally likely; each draw deals them out at random (a permutation
 * within rows, Fisher 1935). The observed value of a perfect predictor is like one of these draws, whatever the
 * distributions of the rows are.
 */
export function perfectDifferences(
  rows: readonly CodedRow[],
  { draws, seed }: { readonly draws: number; readonly seed: number },
): Float64Array {
  const random = seededRandom('perfect predictor', seed);
  const found: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const deviations = deviationsOf(rows.map((row) => dealtOut(row, random)));
    if (deviations !== null) found.push(deviations.predicted - deviations.own);
  }
  return Float64Array.from(found).sort();
}

/** Redistributes a row's samples at random into the same numbers of executions and predictions. */
function dealtOut(row: CodedRow, random: Random): CodedRow {
  const samples = shuffled([...row.executions, ...row.predictions], random);
  const { length } = row.executions;
  return { ...row, executions: samples.slice(0, length), predictions: samples.slice(length) };
}
