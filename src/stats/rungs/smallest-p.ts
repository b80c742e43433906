import { logChoose } from '../distributions.ts';

/**
 * Returns the smallest p that the exact test of fit can reach with these counts: the probability that shuffling puts the largest
 * predictions on the outcomes that came true. `counts`: units of each prediction; `positive`: units that came true; no strata. 1
 * where nothing varies. Hypergeometric, as Fisher's exact test and the rank sum test with midranks at their largest value.
 */
export function smallestP(counts: ReadonlyMap<number, number>, positive: number): number {
  const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (n === 0) return 1;
  let left = positive;
  for (const [, count] of [...counts].toSorted(([one], [other]) => other - one)) {
    if (left <= count) return Math.exp(logChoose(count, left) - logChoose(n, positive));
    left -= count;
  }
  throw new RangeError(`${positive} of ${n} units came true`);
}
