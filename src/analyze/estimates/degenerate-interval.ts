import type { Measure } from '../../domain/measure.ts';
import { type Interval, level, wilson } from '../../stats/basic/intervals.ts';
import { fewestClusters } from '../../stats/resampling/bootstrap.ts';

const rounding = 1e-9;

/**
 * Returns Wilson's interval of a mean of values in [0, 1] that is 0 or 1 in every group, where resamples do not vary.
 * Each group counts as one trial, whatever its number of units, which is conservative. Null for any other value, and
 * with too few groups.
 */
export function degenerateInterval(
  { meanOver }: Pick<Measure, 'meanOver'>,
  value: number | null,
  tallies: readonly ArrayLike<number>[],
): Interval | null {
  if (meanOver === undefined || value === null || (value > rounding && value < 1 - rounding)) return null;
  const trials = tallies.reduce((sum, tally) => sum + Number(meanOver(tally) > 0), 0);
  if (trials < fewestClusters(level)) return null;
  const interval = wilson(value > 0.5 ? trials : 0, trials, level);
  return interval === null
    ? null
    : { ...interval, method: 'Wilson interval over clusters (no variation between clusters)' };
}
