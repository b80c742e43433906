import { z } from 'zod';
import type { Brand } from '../util/brand.ts';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';
import { itemSelectionSchema } from './item-selection.ts';
import { rubrics } from './judging.ts';

export type RunId = Brand<'RunId'>;

export const samplingSchema = z.strictObject({
  temperature: z.number().min(0).optional(),
  topP: z.number().gt(0).max(1).optional(),
  maxOutputTokens: z.int().positive().optional(),
  seed: z.int().optional(),
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
});

export const conditionSchema = z.strictObject({
  wording: z.string(),
  optionOrder: z.enum(['given', 'reversed']),
  mode: z.enum(['direct', 'deliberate']),
  language: z.string(),
  system: z.string().nullable(),
  systemOn: z.enum(['both', 'execution']).optional(),
});

/** A model of a run: the name that the user gave, the identity that answers are keyed by, and where it is served. */
export const runModelSchema = z.strictObject({
  name: z.string(),
  identity: z.string(),
  baseUrl: z.string().nullable(),
  /** `predictions`: the model only predicts; `executions`: it only executes. Absent: both. */
  asks: z.enum(['both', 'predictions', 'executions']).optional(),
});
export type RunModel = z.infer<typeof runModelSchema>;

/** Everything that decides what is asked. Frozen when the run starts; its hash names the run. */
export const runConfigSchema = z.strictObject({
  models: z.array(runModelSchema).min(1),
  /** Null: every subject judges its own responses, as in the paper. */
  judge: runModelSchema.nullable(),
  judgeRubric: z.enum(rubrics),
  experiments: z
    .array(
      z.strictObject({
        name: z.string(),
        version: z.int(),
        dataset: z.strictObject({ name: z.string(), sha256: z.string(), items: z.int().min(1) }),
        conditions: z.array(conditionSchema).min(1),
      }),
    )
    .min(1),
  /** Which items of the data the data sets above hold. Absent: they were not selected by content. */
  selection: itemSelectionSchema.optional(),
  /** Executions an item. */
  samples: z.int().min(1),
  /** Predictions an item and property. Absent: 1. */
  predictionSamples: z.int().min(2).optional(),
  /** Every model also predicts every other model by name. Absent: each predicts itself only. */
  askOthers: z.literal(true).optional(),
  sampling: samplingSchema,
  seed: z.int(),
  /** Separates the run's calls from those of equal runs, so that all are sent anew. Absent: stored answers are reused. */
  repeatAs: z.string().min(1).optional(),
});
/** How a run is carried out; none of it decides an answer, so none of it is in the run's hash. */
export const runSettingsSchema = z.strictObject({
  /** Most calls in flight an endpoint; null: by provider. */
  concurrency: z.int().positive().nullable(),
  /** `adaptive`: how many of them a server takes is found out; `fixed`: as many from the start. */
  concurrencyMode: z.enum(['adaptive', 'fixed']),
  /** Milliseconds from sending until an attempt is given up. */
  timeoutMs: z.int().positive(),
  /** Attempts after the first. */
  retries: z.int().min(0),
  /** US dollars that the run may cost in all; null: no limit. */
  budget: z.number().positive().nullable(),
  /** Environment variable that holds the key of `openai-compatible` servers; null: none is sent. */
  apiKeyVariable: z.string().nullable(),
  /** Price file in models.dev's format; null: the shipped one. */
  prices: z.string().nullable(),
  /** Processor of in-process models; null: the best that there is a build for. */
  gpu: z.enum(['auto', 'cuda', 'metal', 'vulkan', 'none']).nullable(),
  /** Tokens of context of in-process models; null: as trained, at most 8,192. */
  contextSize: z.int().positive().nullable(),
  /** `single`: one sequence a context, so that answers repeat bit by bit; null: decided by the size of the file. */
  sequences: z.enum(['single', 'batched']).nullable(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export const defaultSettings: RunSettings = {
  concurrency: null,
  concurrencyMode: 'adaptive',
  timeoutMs: 600_000,
  retries: 5,
  budget: null,
  apiKeyVariable: null,
  prices: null,
  gpu: null,
  contextSize: null,
  sequences: null,
};

export type RunConfig = z.infer<typeof runConfigSchema>;

/** First 12 hex digits of the sha256 of the configuration. A data set counts by its content: its path does not matter. */
export function runId(config: RunConfig): RunId {
  const experiments = config.experiments.map(({ dataset, ...planned }) => ({ ...planned, data: dataset.sha256 }));
  return sha256(canonicalJson({ ...config, experiments })).slice(0, 12) as RunId; // the one place that makes run ids
}
