import type { EstimateRecord } from '../introspection/study-result.ts';
import { fraction } from '../util/text.ts';

/** Returns a value with its interval; the reason where either is missing. */
export function estimateText({ value, interval, missing }: EstimateRecord): string {
  if (value === null) return `n/a (${missing ?? 'not measured'})`;
  if (interval === null) return `${fraction(value)} (no interval: ${missing ?? 'not measured'})`;
  return `${fraction(value)} ${intervalText(interval)}`;
}

export function intervalText([low, high]: readonly [number, number]): string {
  return `[${fraction(low)}, ${fraction(high)}]`;
}

/** Returns a p-value, such as `= .012` or `< .001`. */
export function pText(p: number): string {
  return p < 0.001 ? '< .001' : `= ${fraction(p)}`;
}
