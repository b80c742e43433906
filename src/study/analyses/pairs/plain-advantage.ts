import { mcnemar } from '../../../stats/binary/mcnemar.ts';
import type { RateTable } from '../rate-table.ts';
import { jackknife, jackknifeP } from './jackknife.ts';

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

/** Tests of a paired difference, with each string as one unit. */
export interface PairedTests {
  /** Two-sided p of the macro difference by t; null without strings. */
  readonly p: number | null;
  /** Strings on which only the first predictor is right more often, and on which only the second is. */
  readonly firstBetter: number;
  readonly secondBetter: number;
  /** McNemar's exact p of these two counts. */
  readonly mcnemarP: number;
}

/** Tests the macro difference by its jackknife over strings, and counts the strings that speak for either predictor. */
export function pairedTests(table: RateTable, pair: ScorePair): PairedTests {
  let firstBetter = 0;
  let secondBetter = 0;
  for (const sums of table.clusters) {
    let counted = 0;
    for (let group = 0; group < table.groups.length; group += 1) {
      const first = table.sum(sums, { part: pair.part, score: pair.first, group });
      counted += first - table.sum(sums, { part: pair.part, score: pair.second, group });
    }
    firstBetter += Number(counted > 0);
    secondBetter += Number(counted < 0);
  }
  const mcnemarP = mcnemar(firstBetter, secondBetter).exact;
  const error = jackknife(table.clusters, (totals) => accuracyDifference(table, totals, pair));
  return { p: error === null ? null : jackknifeP(error, error.value), firstBetter, secondBetter, mcnemarP };
}
