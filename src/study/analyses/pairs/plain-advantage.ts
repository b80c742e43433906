import type { RateTable } from '../rate-table.ts';

/** Indices of two scores of one part: the minuend and the subtrahend. */
interface ScorePair {
  readonly part: number;
  readonly first: number;
  readonly second: number;
}

/**
 * Returns the difference of two macro accuracies on the same rows, first minus second. With the target's own model
 * first and another model second, both trained on the same values, it is the plain advantage S[a,a] - S[b,a]. A skilled
 * predictor has such an advantage over an unskilled one without any self-knowledge, so it alone is never called
 * introspection.
 */
export function accuracyDifference(table: RateTable, totals: ArrayLike<number>, pair: ScorePair): number | null {
  return table.overGroups((group) => {
    const first = table.rate(totals, { part: pair.part, score: pair.first, group });
    const second = table.rate(totals, { part: pair.part, score: pair.second, group });
    return first === null || second === null ? null : first - second;
  });
}
