import type { Measured } from './facts.ts';

/** Returns a share in %; empty for null. */
export function share(value: number | null, digits = 1): string {
  return value === null ? '' : (100 * value).toFixed(digits);
}

/** Returns a number without the 0 before its point, and with a minus sign. */
export function number(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '∞';
  const text = value.toFixed(digits).replace(/^(-?)0\./, '$1.');
  return text.replace('-', '−');
}

/** Returns a value with its interval; empty for null. */
export function measured({ value, interval }: Measured, digits = 2): string {
  if (value === null) return '';
  return `${number(value, digits)}${interval === null ? '' : ` [${interval.map((end) => number(end, digits)).join(', ')}]`}`;
}

/** Returns a value with its interval, each times `scale` with one decimal. */
export function points({ value, interval }: Measured, scale: number): string {
  const scaled = (each: number) => number(each * scale, 1).replace(/^(−?)\./, '$10.');
  if (value === null) return 'not measured';
  return `${scaled(value)}${interval === null ? '' : ` [${interval.map(scaled).join(', ')}]`}`;
}
