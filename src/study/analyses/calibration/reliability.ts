import type { CodedRow } from './coded-rows.ts';
import { sharePoints } from './points.ts';

/** Values that were predicted with about one frequency: how often they occurred. Shares in [0, 1]. */
export interface ReliabilityBin {
  readonly n: number;
  /** Mean predicted share of the bin's values. */
  readonly predicted: number;
  /** Mean share of the same values in executions that did not choose them. */
  readonly observed: number;
}

const bins = 10;

/**
 * Returns the reliability curve of rows: points of each row's most frequent values in ten bins of equal width of the
 * predicted share; empty bins are left out.
 */
export function reliabilityOf(rows: readonly CodedRow[]): readonly ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ n: 0, predicted: 0, observed: 0 }));
  for (const { executed, predicted } of rows.flatMap(sharePoints)) {
    const sum = sums[Math.min(bins - 1, Math.floor(predicted * bins))] as (typeof sums)[number]; // a share is at most 1
    sum.n += 1;
    sum.predicted += predicted;
    sum.observed += executed;
  }
  return sums.flatMap(({ n, predicted, observed }) =>
    n === 0 ? [] : [{ n, predicted: predicted / n, observed: observed / n }],
  );
}
