import type { z } from 'zod';
import { type SamplingFactor, usualLevel } from '../../domain/condition.ts';
import { samplingSchema } from '../../domain/run-config.ts';
import { AppError } from '../../util/app-error.ts';

const fields: Readonly<Record<SamplingFactor, z.ZodType>> = samplingSchema.shape;

const forms: Readonly<Record<SamplingFactor, string>> = {
  temperature: 'numbers of at least 0',
  topP: 'numbers above 0 and up to 1',
  maxOutputTokens: 'whole numbers above 0',
  reasoningEffort: 'none, minimal, low, medium or high',
};

/**
 * Returns the levels of a sampling factor in canonical form (`0.70` as `0.7`), without duplicates. AppError for a level that
 * is not a value of the parameter.
 */
export function samplingLevels(factor: SamplingFactor, texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => samplingLevel(factor, text.trim())))];
}

function samplingLevel(factor: SamplingFactor, text: string): string {
  if (text === usualLevel) return text;
  const value = samplingValue(factor, text);
  if (text !== '' && fields[factor].safeParse(value).success) return String(value);
  throw new AppError('unknown-level', `${factor} cannot be "${text}"`, {
    hint: `write --factor ${factor}=LEVEL,LEVEL with ${forms[factor]}, or ${usualLevel} for the value that the run has without it`,
  });
}

function samplingValue(factor: SamplingFactor, text: string): string | number {
  return factor === 'reasoningEffort' ? text : Number(text);
}
