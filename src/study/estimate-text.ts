import type { EstimateRecord } from '../introspection/study-result.ts';

/** Returns a value with its interval; the reason where either is missing. */
export function estimateText({ value, interval, missing }: EstimateRecord): string {
  if (value === null) return `n/a (${missing ?? 'not measured'})`;
  if (interval === null) return `${value.toFixed(3)} (no interval: ${missing ?? 'not measured'})`;
  return `${value.toFixed(3)} [${interval[0].toFixed(3)}, ${interval[1].toFixed(3)}]`;
}
