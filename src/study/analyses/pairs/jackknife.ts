import {
  type Jackknifed,
  jackknife as jackknifed,
  type Tally,
  twoSidedP,
  withoutRoundOff,
} from '../../../stats/jackknife.ts';

/** A statistic over strings (and training runs) with its standard error. */
export interface Jackknife extends Pick<Jackknifed, 'value' | 'corrected'> {
  readonly error: number;
  /** Degrees of freedom of the error: clusters - 1 unless training runs vary too. */
  readonly degrees: number;
}

/**
 * Returns the jackknife over clusters. Its corrected value removes the bias cov / n of a product of two means exactly if
 * clusters are equally large. Null with fewer than two clusters, or where the statistic is undefined without one of them.
 */
export function jackknife(
  clusters: readonly Tally[],
  value: (totals: Float64Array) => number | null,
): Jackknife | null {
  const found = jackknifed(clusters, value);
  if (found === null || found.se === null) return null;
  return { value: withoutRoundOff(found.value), corrected: found.corrected, error: found.se, degrees: found.df };
}

/** Returns the two-sided p of the null "the value is 0" by t; null without a standard error, unless the value is 0. */
export function jackknifeP({ error, degrees }: Jackknife, value: number): number | null {
  if (error === 0) return value === 0 ? 1 : null;
  return twoSidedP({ value, se: error, df: degrees });
}
