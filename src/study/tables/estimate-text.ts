import type { Quantity } from '../../results/quantity.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';

/** Returns a value with its interval; the reason where either is missing. */
export function estimateText({ value, interval, missing }: Quantity): string {
  if (value === null) return `n/a (${missing ?? 'not measured'})`;
  if (interval === null) return `${fraction(value)} (no interval: ${missing ?? 'not measured'})`;
  return `${fraction(value)} ${fractionRange(interval)}`;
}

/** Returns a p-value, such as `= 0.012` or `< 0.001`. */
export function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${fraction(p)}`;
}
