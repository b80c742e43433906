import type { Estimate } from '../../../results/estimate.ts';
import { fixed } from '../../../util/numbers.ts';

/** Returns a number as figures and reports print it: shares and correlations with three decimals, tokens with one. */
export function numberText(value: number, unit: Estimate['unit']): string {
  return fixed(value, unit === 'tokens' ? 1 : 3);
}

/** Returns `[low, high]`; empty without an interval. */
export function intervalText(interval: readonly [number, number] | null, unit: Estimate['unit']): string {
  return interval === null ? '' : `[${numberText(interval[0], unit)}, ${numberText(interval[1], unit)}]`;
}

/** Returns a count that may be fractional because executions are shares. */
export function countText(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
