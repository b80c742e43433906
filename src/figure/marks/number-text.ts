import type { Estimate } from '../../domain/estimate.ts';
import { fixed } from '../../util/text.ts';

/** A number as figures and reports print it: shares and correlations to three places, tokens to one. */
export function numberText(value: number, unit: Estimate['unit']): string {
  return fixed(value, unit === 'tokens' ? 1 : 3).replace('-', '−');
}

/** `[low, high]`, or nothing where there is no interval. */
export function intervalText(interval: readonly [number, number] | null, unit: Estimate['unit']): string {
  return interval === null ? '' : `[${numberText(interval[0], unit)}, ${numberText(interval[1], unit)}]`;
}

/** A count that may be made of shares of executions. */
export function countText(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
