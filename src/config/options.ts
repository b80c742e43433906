import { z } from 'zod';
import { rubrics } from '../domain/judging.ts';

const noValue = 'nothing is named';
const names = z.array(z.string().min(1, noValue)).min(1, noValue);
const orders = z.array(z.enum(['given', 'reversed'])).min(1, noValue);
const modes = z.array(z.enum(['direct', 'deliberate'])).min(1, noValue);

/** Names of runs: one word that is no run id, so that commands can tell them from ids. */
const runNamePattern = /^(?!latest$)(?![0-9a-f]{1,12}$)[\w.:@+-]{1,80}$/;

/** Seconds; a timer cannot wait longer than 2^31 ms. */
const longestTimeout = 2_000_000;

/** What a user can say of a run: by flag, environment variable or config file, all under the same names. */
export const runOptionsSchema = z.strictObject({
  model: names.optional(),
  experiment: names.optional(),
  items: z.record(z.string(), z.string()).optional(),
  map: z.record(z.string(), z.string()).optional(),
  only: names.optional(),
  split: z.string().min(1, noValue).optional(),
  where: z.record(z.string(), z.string()).optional(),
  limit: z.int().positive().optional(),
  name: z
    .string()
    .regex(runNamePattern, 'letters, digits and . _ : @ + - only, not "latest", and not like the id of a run')
    .optional(),
  follows: z.string().min(1, noValue).optional(),
  repeatAs: z.string().min(1).optional(),
  samples: z.int().positive().max(10_000).optional(),
  predictionSamples: z.int().positive().max(10_000).optional(),
  askOthers: z.boolean().optional(),
  predictOnly: names.optional(),
  executeOnly: names.optional(),
  wording: names.optional(),
  optionOrder: orders.optional(),
  mode: modes.optional(),
  language: names.optional(),
  system: names.optional(),
  systemOn: z.enum(['both', 'execution']).optional(),
  judge: z.string().min(1).optional(),
  judgeRubric: z.enum(rubrics).optional(),
  temperature: z.number().min(0).optional(),
  topP: z.number().gt(0).max(1).optional(),
  maxOutputTokens: z.int().positive().optional(),
  samplingSeed: z.int().optional(),
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  seed: z.int().optional(),
  baseUrl: z.union([z.string().min(1), names]).optional(),
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
