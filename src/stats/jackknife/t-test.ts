import { normalQuantile } from '../basic/quantiles.ts';
import { tCritical, tTail } from '../basic/student.ts';
import { type Scale, tail } from './bounds.ts';
import type { ClusterEstimate } from './jackknife.ts';
import { type Known, known, reasons, withheld } from './known.ts';

/** A mean of equal values of this size is the round-off of their sum. */
const roundOff = 1e-12;

/**
 * Returns the one-sided p of "the value is 0 or less" by t. Where all clusters have one and the same value, t has no
 * standard error, and p is that of the exact sign test: 2^-clusters if the value is above 0 by more than round-off, else 1.
 */
export function pAbove({ value, se, df }: ClusterEstimate): number {
  if (se === null) return 1;
  if (se === 0) return value > roundOff ? 2 ** -(df + 1) : 1;
  return tTail(value / se, df);
}

/** Returns the one-sided p of "the value is 0 or more" by t. */
export function pBelow({ value, se, df }: ClusterEstimate): number {
  return pAbove({ value: -value, se, df });
}

/** Returns the two-sided p of "the value is 0" by t. */
export function twoSidedP(estimate: ClusterEstimate): number {
  return Math.min(1, 2 * Math.min(pAbove(estimate), pBelow(estimate)));
}

/**
 * Returns the smallest true effect that 4 of 5 such runs would find at a one-sided error, (t(1 - error) + z(0.8)) se;
 * withheld where the clusters do not vary, and where it is larger than any effect that the scale allows.
 */
export function detectableEffect({ se, df }: ClusterEstimate, highest: number, error = tail): Known<number> {
  if (se === null) return withheld(reasons.clusters);
  if (se === 0) return withheld(reasons.variation);
  const effect = (tCritical(error, df) + normalQuantile(0.8)) * se;
  return effect > highest
    ? withheld('such a run would usually miss every effect that the scale allows')
    : known(effect);
}

/** Returns the largest difference that two scores on a scale can have. */
export function widthOf({ lowest, highest }: Scale): number {
  return highest - lowest;
}
