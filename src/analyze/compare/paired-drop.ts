import type { Measure } from '../../domain/measure.ts';
import { level } from '../../stats/basic/intervals.ts';
import { ratio } from '../../stats/basic/moments.ts';
import { detectableDrop } from '../../stats/basic/power.ts';
import { fewestClusters } from '../../stats/resampling/bootstrap.ts';
import { signFlipTest } from '../../stats/resampling/permutation.ts';

/** Summed differences and number of units of one cluster. */
interface ClusterDifference {
  readonly sum: number;
  readonly units: number;
}

interface Known {
  /** Bootstrap interval of the difference; null where the clusters are too few or do not vary. */
  readonly interval: readonly [number, number] | null;
  readonly unit: Measure['unit'];
  readonly seed: number;
}

/** A paired difference (new minus baseline) and what can be concluded from it. */
interface PairedDrop {
  readonly difference: number | null;
  /** 95 % interval. */
  readonly interval: readonly [number, number] | null;
  /** Why there is no interval; null if there is one. */
  readonly reason: string | null;
  /** Returns the one-sided p value of a drop by more than `margin`. */
  p(margin: number): number | null;
  /** Returns the true drop beyond `margin` that 80 % of such runs find at a one-sided error rate; null if unknown. */
  detectable(margin: number, error: number): number | null;
}

const resamples = 19_999; // the smallest p value must survive the adjustment over hundreds of checks

/** Returns the mean paired difference of clusters with its test, interval and detectable drop. */
export function pairedDrop(clusters: readonly ClusterDifference[], { interval, unit, seed }: Known): PairedDrop {
  const sum = clusters.reduce((total, each) => total + each.sum, 0);
  const units = clusters.reduce((total, each) => total + each.units, 0);
  const difference = ratio(sum, units);
  const enough = clusters.length >= fewestClusters(level);
  const constant = enough && interval === null ? constantDifference(clusters, difference) : null;
  const found = constant === null || unit !== 'share' ? interval : constantInterval(constant, clusters.length);
  const deviation = deviationOf(clusters, difference ?? 0, units);
  return {
    difference,
    interval: enough ? found : null,
    reason: reasonFor({ enough, isKnown: found !== null }),
    p(margin) {
      if (difference === null || !enough) return null;
      const shifted = clusters.map((each) => each.sum + margin * each.units);
      const test = signFlipTest(shifted, { seed, resamples });
      if (test === null) return null;
      return test.difference < 0 ? test.p / 2 : 1 - test.p / 2;
    },
    detectable(margin, error) {
      if (!enough || (unit !== 'share' && deviation === 0)) return null;
      return detectableDrop({ deviation, clusters: clusters.length, isShare: unit === 'share', margin, error });
    },
  };
}

function reasonFor({ enough, isKnown }: { readonly enough: boolean; readonly isKnown: boolean }): string | null {
  if (isKnown && enough) return null;
  return enough
    ? 'no interval: nothing varies between groups'
    : `no interval: fewer than ${fewestClusters(level)} groups have a score in both runs`;
}

/** Returns the difference if all clusters have the same one; else null. */
function constantDifference(clusters: readonly ClusterDifference[], difference: number | null): number | null {
  if (difference === null) return null;
  return clusters.every(({ sum, units }) => Math.abs(sum / units - difference) < 1e-12) ? difference : null;
}

/**
 * Returns an interval for n clusters with one common difference of shares. At most 1 - 0.025^(1/n) of all clusters
 * differ from it (Clopper and Pearson's bound of 0 of n), and these lie in [-1, 1].
 */
function constantInterval(difference: number, clusters: number): readonly [number, number] {
  const same = ((1 - level) / 2) ** (1 / clusters);
  return [same * difference - (1 - same), same * difference + (1 - same)];
}

/** Returns the standard error of the ratio of sums, linearized over clusters. */
function deviationOf(clusters: readonly ClusterDifference[], difference: number, units: number): number {
  const n = clusters.length;
  if (n < 2) return 0;
  const squares = clusters.reduce((total, each) => total + (each.sum - difference * each.units) ** 2, 0);
  return Math.sqrt((n / (n - 1)) * squares) / units;
}
