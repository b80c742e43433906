import { mcnemar } from '../../../stats/binary/mcnemar.ts';
import type { Drawing } from '../../../stats/resampling/estimate-all.ts';
import { signFlipTest } from '../../../stats/resampling/permutation.ts';
import { totalsOf } from '../../../stats/resampling/resample.ts';
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

/** Tests of a paired difference, with each string as one unit. */
export interface PairedTests {
  /** Two-sided sign-flip p of the macro difference; null without strings. */
  readonly signFlipP: number | null;
  /** Strings on which only the first predictor is right more often, and on which only the second is. */
  readonly firstBetter: number;
  readonly secondBetter: number;
  /** McNemar's exact p of these two counts. */
  readonly mcnemarP: number;
}

/**
 * Computes the sign-flip test (Fisher 1935) of the macro difference and McNemar's exact test, paired by string. A
 * string's part of the macro difference is the sum over groups of (right first - right second) / (rows of the group x
 * groups).
 */
export function pairedTests(table: RateTable, pair: ScorePair, { seed, resamples }: Drawing): PairedTests {
  const totals = totalsOf(table.clusters);
  const differences: number[] = [];
  let firstBetter = 0;
  let secondBetter = 0;
  for (const sums of table.clusters) {
    let [weighted, counted] = [0, 0];
    for (let group = 0; group < table.groups.length; group += 1) {
      const first = table.sum(sums, { part: pair.part, score: pair.first, group });
      const difference = first - table.sum(sums, { part: pair.part, score: pair.second, group });
      counted += difference;
      weighted += difference / (table.count(totals, pair.part, group) * table.groups.length);
    }
    differences.push(weighted * table.clusters.length);
    firstBetter += Number(counted > 0);
    secondBetter += Number(counted < 0);
  }
  const test = signFlipTest(differences, resamples === undefined ? { seed } : { seed, resamples });
  return {
    signFlipP: test?.p ?? null,
    firstBetter,
    secondBetter,
    mcnemarP: mcnemar(firstBetter, secondBetter).exact,
  };
}
