import type { Estimate } from '../../../results/estimate.ts';
import { fixed, percentText, pointsRange, pointsText, signedText } from '../../../util/numbers.ts';

/** Returns a number as figures and reports print it: shares in percent (63.5 %), differences of shares in points, others plain. */
export function numberText(value: number, unit: Estimate['unit']): string {
  if (unit === 'share') return percentText(value);
  if (unit === 'difference') return differenceText(value, unit);
  return fixed(value, unit === 'tokens' ? 1 : 3);
}

/** Returns `[low, high]`, of shares in percent without the sign; empty without an interval. */
export function intervalText(interval: readonly [number, number] | null, unit: Estimate['unit']): string {
  if (interval === null) return '';
  if (unit === 'share' || unit === 'difference') return differenceRange(interval, unit);
  return `[${numberText(interval[0], unit)}, ${numberText(interval[1], unit)}]`;
}

/** Returns a difference of a score: of shares in points with their sign (`+3.2 points`), else with two decimals. */
export function differenceText(value: number, unit: Estimate['unit']): string {
  return unit === 'share' || unit === 'difference' ? pointsText(value) : signedText(value, unit === 'tokens' ? 1 : 2);
}

/** Returns a difference with its interval: `+3.2 points [−1.0, 7.4]`; the interval is in the units of the value. */
export function differenceIntervalText(
  value: number,
  interval: readonly [number, number] | null,
  unit: Estimate['unit'],
): string {
  const text = differenceText(value, unit);
  return interval === null ? text : `${text} ${differenceRange(interval, unit)}`;
}

/** Returns the interval of a difference in the units that `differenceText` prints: `[−1.0, 7.4]`. */
export function differenceRange(interval: readonly [number, number], unit: Estimate['unit']): string {
  if (unit === 'share' || unit === 'difference') return pointsRange(interval);
  return `[${interval.map((end) => fixed(end, unit === 'tokens' ? 1 : 2)).join(', ')}]`;
}

/** Returns a count that may be fractional because executions are shares. */
export function countText(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
