import { normalCdf } from '../basic/quantiles.ts';

/** The units of one cluster, in the order of the data set, with predictions and outcomes in [0, 1]. */
export interface PredictedCluster {
  readonly said: readonly number[];
  readonly held: readonly number[];
}

/** By how much accuracy exceeds that of the predictions permuted across clusters. */
export interface PermutationNull {
  /** Accuracy minus its mean over all permutations. */
  readonly difference: number;
  /** Two-sided; null where all permutations have the same score. */
  readonly p: number | null;
}

/**
 * Returns accuracy minus its mean over all permutations of the clusters' predictions among clusters of equal size, with a
 * p value from the exact variance over these permutations and the normal limit (Hoeffding 1951). Null without a unit.
 */
export function permutationNull(clusters: readonly PredictedCluster[]): PermutationNull | null {
  let [difference, variance, units] = [0, 0, 0];
  for (const [size, alike] of Map.groupBy(clusters, ({ said }) => said.length)) {
    const said = (one: number, other: number) => crossProduct(alike, ['said', one], ['said', other]);
    const held = (one: number, other: number) => crossProduct(alike, ['held', one], ['held', other]);
    let squares = 0;
    for (let one = 0; one < size; one += 1) {
      difference += 2 * crossProduct(alike, ['said', one], ['held', one]);
      for (let other = 0; other < size; other += 1) squares += said(one, other) * held(one, other);
    }
    units += size * alike.length;
    if (alike.length > 1) variance += (4 * squares) / (alike.length - 1);
  }
  if (units === 0) return null;
  // Where nothing varies, only rounding errors remain.
  const p = variance > 1e-9 * units ? 2 * normalCdf(-Math.abs(difference) / Math.sqrt(variance)) : null;
  return { difference: difference / units, p };
}

type Column = readonly [keyof PredictedCluster, number];

/** Returns the sum over clusters of the product of two columns, each less its mean. */
function crossProduct(clusters: readonly PredictedCluster[], [one, first]: Column, [other, second]: Column): number {
  let [sum, ofOne, ofOther] = [0, 0, 0];
  for (const cluster of clusters) {
    const [value, beside] = [cluster[one][first] as number, cluster[other][second] as number];
    sum += value * beside;
    ofOne += value;
    ofOther += beside;
  }
  return sum - (ofOne * ofOther) / clusters.length;
}
