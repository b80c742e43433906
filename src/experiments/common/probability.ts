import { type AnswerForm, objectForm } from '../../domain/answer-form.ts';
import type { Reading } from '../../domain/reading.ts';
import { readJsonObject } from './json-object.ts';

/** Form of a stated probability: a whole percentage. */
export const probabilityForm: AnswerForm = objectForm({ probability: { type: 'integer', minimum: 0, maximum: 100 } });

/** A number as JSON or as text, with or without a percent sign. */
const percent = /^(\d{1,3}(?:\.\d+)?)\s*%?$/;

function percentOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const found = typeof value === 'string' ? percent.exec(value.trim()) : null;
  return found === null ? null : Number(found[1]);
}

/**
 * Reads a stated probability as a number in [0, 1]. A value between 0 and 1 (exclusive) could be a share or a
 * percentage, so it is not read.
 */
export function readProbability(text: string): Reading<number> {
  return readJsonObject(text, ({ probability }) => {
    const value = percentOf(probability);
    if (value === null || !(value >= 0 && value <= 100))
      return { wrong: '"probability" is not a number from 0 to 100' };
    if (value > 0 && value < 1) return { wrong: '"probability" is between 0 and 1, where a percentage was asked for' };
    return { value: value / 100 };
  });
}
