import { z } from 'zod';
import type { Json } from '../../util/canonical-json.ts';
import { formatNames } from '../formats/training-format.ts';
import { portNames } from '../ports/port-names.ts';
import { armNames } from '../rows/arm.ts';

const count = z.int().min(0);

/** What the trainer is asked for. Null: the host or program decides, and nothing is sent. */
export const hyperParametersSchema = z.strictObject({
  epochs: z.number().positive().nullable(),
  batchSize: z.int().positive().nullable(),
  /** Absolute learning rate. */
  learningRate: z.number().positive().nullable(),
  /** Factor on the learning rate that the host chooses (OpenAI and Azure). */
  learningRateMultiplier: z.number().positive().nullable(),
  loraRank: z.int().positive().nullable(),
});
export type HyperParameters = z.infer<typeof hyperParametersSchema>;

/** How a port is reached and what else it needs. Holds no secret. */
export const portSettingsSchema = z.strictObject({
  port: z.enum(portNames),
  /** Null: the host's own address. */
  baseUrl: z.string().nullable(),
  /** Environment variable of the key; null: the usual one of the port. */
  apiKeyVariable: z.string().nullable(),
  /** Fireworks: id of the account. */
  account: z.string().nullable(),
  /** Azure: Standard, GlobalStandard or Developer. */
  trainingType: z.string().nullable(),
  /** `command`: folder that holds one folder per job. */
  folder: z.string().nullable(),
  /** `command`: name of the template of the configuration. */
  template: z.string().nullable(),
  /** `command`: the user's command; {dir} stands for the folder of the job. Null: the template's. */
  command: z.string().nullable(),
  /** `command`: adapter file, relative to the folder of the job. Null: the template's. */
  adapter: z.string().nullable(),
});
export type PortSettings = z.infer<typeof portSettingsSchema>;

const fileSchema = z.strictObject({ name: z.string(), sha256: z.string(), rows: count, characters: count });
export type JobFile = z.infer<typeof fileSchema>;

/** Everything that decides what a job trains. Its hash is the key of the job. */
export const jobSpecSchema = z.strictObject({
  settings: portSettingsSchema,
  /** Where the job runs, without credentials. */
  endpoint: z.string(),
  /** Base model as the host or program names it. */
  base: z.string().min(1),
  format: z.enum(formatNames),
  train: fileSchema,
  validation: fileSchema.nullable(),
  hyperParameters: hyperParametersSchema,
  seed: z.int(),
});
export type JobSpec = z.infer<typeof jobSpecSchema>;

export const estimateSchema = z.strictObject({
  /** Tokens that are trained on in all epochs: characters ÷ 3. */
  tokens: count,
  /** Upper bound of these tokens. */
  maxTokens: count,
  /** US dollars; null when the price is unknown. */
  dollars: z.number().min(0).nullable(),
  maxDollars: z.number().min(0).nullable(),
  /** Where the price comes from. */
  source: z.string(),
  /** What serving the trained model costs on top; not in `dollars`. */
  hosting: z.string(),
});
export type TrainingEstimate = z.infer<typeof estimateSchema>;

export const jobEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('intended'),
    spec: jobSpecSchema,
    /** The rows folder: its path, the hash of rows.json, the arm and the targets. */
    rows: z.strictObject({
      folder: z.string(),
      sha256: z.string(),
      arm: z.enum(armNames),
      targets: z.array(z.string()),
    }),
    estimate: estimateSchema,
    /** US dollars for a million trained tokens; null when unknown. */
    price: z.number().min(0).nullable(),
    sebVersion: z.string(),
    gitCommit: z.string().nullable(),
    /** What the host says about the base model, if it does. */
    baseFacts: z.strictObject({ fingerprint: z.string().nullable(), shutdownDate: z.string().nullable() }),
  }),
  z.strictObject({ kind: z.literal('uploaded'), set: z.enum(['train', 'validation']), file: z.string() }),
  /** The host no longer knows the uploaded files. */
  z.strictObject({ kind: z.literal('files-lost') }),
  /** Written before the request that may charge. */
  z.strictObject({ kind: z.literal('submitting') }),
  /** The host refused the request: no job exists. */
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
  z.strictObject({ kind: z.literal('submitted'), id: z.string(), adopted: z.boolean() }),
  z.strictObject({ kind: z.literal('status'), state: z.enum(['waiting', 'running', 'paused']), word: z.string() }),
  z.strictObject({
    kind: z.literal('succeeded'),
    /** The trained model as seb names it, or as the host does. */
    model: z.string(),
    /** Hex sha256 of the adapter file; null when the host keeps the weights. */
    artifact: z.strictObject({ file: z.string(), sha256: z.string() }).nullable(),
    trainedTokens: count.nullable(),
    dollars: z.number().min(0).nullable(),
    /** Hyperparameters as the host returned them. */
    returned: z.json() as z.ZodType<Json>,
  }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
  z.strictObject({ kind: z.literal('cancelled'), reason: z.string() }),
  /** The user asked for another attempt after a failure, or for a host that has no list of jobs. */
  z.strictObject({ kind: z.literal('resubmitted') }),
]);
export type JobEvent = z.infer<typeof jobEventSchema>;
export type EventOf<Kind extends JobEvent['kind']> = Extract<JobEvent, { kind: Kind }>;
