import type { Estimate } from '../analyse/estimate.ts';

/** A number as figures and reports print it: shares and correlations to three places, tokens to one. */
export function numberText(value: number, unit: Estimate['unit']): string {
  const places = unit === 'tokens' ? 1 : 3;
  const text = value.toFixed(places);
  return Number(text) === 0 ? (0).toFixed(places) : text.replace('-', '−');
}

/** `[low, high]`, or nothing where there is no interval. */
export function intervalText(interval: readonly [number, number] | null, unit: Estimate['unit']): string {
  return interval === null ? '' : `[${numberText(interval[0], unit)}, ${numberText(interval[1], unit)}]`;
}

/** A count that may be made of shares of executions. */
export function countText(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
