import type { Estimate } from '../../domain/estimate.ts';
import { fixed, fraction } from '../../util/text.ts';

/** A number as the terminal and Markdown print it: shares to three places, tokens to one. */
export function shown(value: number | null, unit: Estimate['unit']): string {
  if (value === null) return 'n/a';
  return unit === 'tokens' ? fixed(value, 1) : fraction(value);
}

interface Bounded {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly unit: Estimate['unit'];
}

export function withInterval({ value, interval, unit }: Bounded): string {
  if (value === null || interval === null) return shown(value, unit);
  return `${shown(value, unit)} [${shown(interval[0], unit)}, ${shown(interval[1], unit)}]`;
}

/** The same of a difference: with its sign. */
export function signedInterval({ value, interval, unit }: Bounded): string {
  const text = withInterval({ value, interval, unit });
  const number = shown(value, unit);
  return value !== null && value > 0 && !/^\.?0*(\.0*)?$/.test(number) ? `+${text}` : text;
}
