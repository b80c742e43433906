import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from '../common/json-object.ts';

/** A whole number, as JSON or as text, with or without separators of thousands. */
const whole = /^\d{1,3}(?:,\d{3})+$|^\d{1,9}$/;
/** Larger numbers are not a length that any model can write. */
export const maxStatedTokens = 10_000_000;

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && whole.test(value.trim()) ? Number(value.replaceAll(',', '')) : null;
}

/** Reads a predicted number of tokens: a whole number of at least 1. A range or a fraction is not read. */
export function readTokens(text: string): Reading<number> {
  return readJsonObject(text, ({ tokens }) => {
    const value = numberOf(tokens);
    if (value === null || !Number.isInteger(value) || value < 1 || value > maxStatedTokens)
      return { wrong: '"tokens" is not a whole number of at least 1' };
    return { value };
  });
}
