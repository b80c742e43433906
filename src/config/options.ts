import { z } from 'zod';
import { rubrics } from '../plan/judging.ts';

const noValue = 'nothing is named';
const names = z.array(z.string().min(1, noValue)).min(1, noValue);
const orders = z.array(z.enum(['given', 'reversed'])).min(1, noValue);
const modes = z.array(z.enum(['direct', 'deliberate'])).min(1, noValue);

/** Seconds; a timer cannot wait longer than 2^31 ms. */
const longestTimeout = 2_000_000;

/** What a user can say of a run: by flag, environment variable or config file, all under the same names. */
export const runOptionsSchema = z.strictObject({
  model: names.optional(),
  experiment: names.optional(),
  items: z.record(z.string(), z.string()).optional(),
  limit: z.int().positive().optional(),
  samples: z.int().positive().max(10_000).optional(),
  wording: names.optional(),
  optionOrder: orders.optional(),
  mode: modes.optional(),
  language: names.optional(),
  system: names.optional(),
  judge: z.string().min(1).optional(),
  judgeRubric: z.enum(rubrics).optional(),
  temperature: z.number().min(0).optional(),
  topP: z.number().gt(0).max(1).optional(),
  maxOutputTokens: z.int().positive().optional(),
  samplingSeed: z.int().optional(),
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  seed: z.int().optional(),
  baseUrl: z.string().min(1).optional(),
  apiKeyVariable: z.string().min(1).optional(),
  concurrency: z.int().positive().max(10_000).optional(),
  concurrencyMode: z.enum(['adaptive', 'fixed']).optional(),
  timeout: z.number().min(0.001).max(longestTimeout).optional(),
  retries: z.int().min(0).max(1000).optional(),
  budget: z.number().positive().optional(),
  prices: z.string().min(1).optional(),
  gpu: z.enum(['auto', 'cuda', 'metal', 'vulkan', 'none']).optional(),
  contextSize: z.int().positive().optional(),
  sequences: z.enum(['single', 'batched']).optional(),
  store: z.string().min(1).optional(),
});
export type RunOptions = z.infer<typeof runOptionsSchema>;
