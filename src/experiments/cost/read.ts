import type { Reading } from '../../domain/reading.ts';
import { fieldOf, readAnswer } from '../common/json-object.ts';
import { plainText, undecorated } from '../common/plain-value.ts';

/** A whole number, as JSON or as text, with or without separators of thousands. */
const whole = /^\d{1,3}(?:[,'’ \u00a0\u202f_]\d{3})+$|^\d{1,9}(?:\.0+)?$/;
/** Larger numbers are not a length that any model can write. */
export const maxStatedTokens = 10_000_000;

function numberOf(given: unknown): number | null {
  const text = plainText(given);
  if (text === null) return null;
  const value = undecorated(text).replace(/\s*(?:completion |output )?tokens?$/i, '');
  return whole.test(value) ? Number(value.replaceAll(/[^\d.]/g, '')) : null;
}

function isLength(value: number | null): value is number {
  return value !== null && Number.isInteger(value) && value >= 1 && value <= maxStatedTokens;
}

/** Reads a predicted number of tokens: a whole number of at least 1. A range or a fraction is not read. */
export function readTokens(text: string): Reading<number> {
  const wrong = '"tokens" is not a whole number of at least 1';
  return readAnswer<number>(text, {
    object: (object) => {
      const field = fieldOf(object, 'tokens');
      const value = numberOf(field);
      if (field === undefined) return { lacks: wrong };
      return isLength(value) ? { value } : { wrong };
    },
    value: (given) => {
      const value = numberOf(given);
      return isLength(value) ? value : null;
    },
  });
}
