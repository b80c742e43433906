import { z } from 'zod';
import { failureCodes } from '../../domain/answer.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { runSettingsSchema } from '../../domain/run-config.ts';
import { AppError } from '../../util/app-error.ts';
import { servedWeightsSchema } from '../served-weights.ts';
import type { Provenance, RunStatus, StoredFailure } from '../store.ts';

export const statusSchema = z.enum(['running', 'paused', 'finished', 'incomplete']) satisfies z.ZodType<RunStatus>;

export const provenanceSchema = z.object({
  sebVersion: z.string(),
  nodeVersion: z.string(),
  platform: z.string(),
  gitCommit: z.string().nullable(),
  packages: z.record(z.string(), z.string()),
  command: z.string(),
  settings: runSettingsSchema,
  prices: z.json(),
  notes: z.array(z.string()),
  name: z.string().optional(),
  tags: z.array(z.string()).optional(),
  note: z.string().optional(),
  follows: z.string().optional(),
  weights: z.array(servedWeightsSchema).optional(),
  itemsBefore: z.record(z.string(), z.int().min(0)).optional(),
  itemsAvailable: z.record(z.string(), z.int().min(0)).optional(),
}) satisfies z.ZodType<Provenance>;

export const failureSchema = z.object({
  failure: z.object({
    kind: z.literal('failed'),
    code: z.enum(failureCodes),
    message: z.string(),
    retryable: z.boolean(),
    retryAfterMs: z.number().nullable(),
    status: z.number().nullable(),
  }),
  attempts: z.number(),
  failedAt: z.string(),
}) satisfies z.ZodType<Omit<StoredFailure, 'key' | 'run'>>;

export const payersSchema = z.array(z.string());

/** An event of a training job; `src/train` validates its content. */
export const eventSchema = z.json();

/** A finished study; `src/study` validates its content. */
export const studySchema = z.json();

export const datasetMetaSchema = z.object({
  name: z.string(),
  experiment: z.string(),
  licence: z.string(),
  origin: z.string(),
  redistributable: z.boolean(),
}) satisfies z.ZodType<Omit<Dataset, 'sha256' | 'items'>>;

/** An item as its experiment wrote it; only the id is validated here. */
export const itemSchema = z.looseObject({ id: z.string() });

/** Parses a JSON text of the store; `what` names it in the error if it is damaged. */
export function parseRow<Parsed>(schema: z.ZodType<Parsed>, text: string, what: string): Parsed {
  return checkRow(schema, parseJson(text, what), what);
}

/** Parses a JSON text of the store whose content is validated later; `what` names it in the error. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(what, cause);
  }
}

/** Validates a value of the store; `what` names it in the error if it is damaged. */
export function checkRow<Parsed>(schema: z.ZodType<Parsed>, value: unknown, what: string): Parsed {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw unreadable(what, checked.error);
}

function unreadable(what: string, cause: unknown): AppError {
  return new AppError('store-damaged', `${what} cannot be read from the store`, {
    hint: 'it was written by a different version or has been modified; use the version that wrote it, or restore a copy',
    cause,
  });
}
