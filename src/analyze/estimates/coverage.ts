import type { Coverage } from '../../domain/estimate.ts';
import { ratio } from '../../stats/moments.ts';

/** Returns the units of several coverages together. */
export function mergedCoverage(coverage: readonly Coverage[]): Coverage {
  const lost: Record<string, number> = {};
  for (const part of coverage) {
    for (const [why, count] of Object.entries(part.lost)) lost[why] = (lost[why] ?? 0) + count;
  }
  return {
    units: coverage.reduce((sum, { units }) => sum + units, 0),
    usable: coverage.reduce((sum, { usable }) => sum + usable, 0),
    lost,
  };
}

/** Returns the share of usable units, or of a given number of them, in [0, 1]; 0 for no units. */
export function shareOfUnits({ usable, units }: Coverage, count: number = usable): number {
  return ratio(count, units) ?? 0;
}
