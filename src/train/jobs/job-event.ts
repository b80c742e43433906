import { z } from 'zod';
import type { Json } from '../../util/canonical-json.ts';
import { hostSettingsSchema, hyperParametersSchema } from '../hosts/host-settings.ts';
import { portNames } from '../hosts/registry.ts';
import { armNames } from '../rows/arm.ts';
import { formatNames } from '../rows/formats.ts';

const count = z.int().min(0);

/** Settings of a port. Hold no secrets. */
export const portSettingsSchema = z.strictObject({ port: z.enum(portNames), ...hostSettingsSchema.shape });
export type PortSettings = z.infer<typeof portSettingsSchema>;

const fileSchema = z.strictObject({ name: z.string(), sha256: z.string(), rows: count, characters: count });
export type JobFile = z.infer<typeof fileSchema>;

/** Everything that determines what a job trains. Its hash is the job's key. */
const jobSpecSchema = z.strictObject({
  settings: portSettingsSchema,
  /** Location of the job, without credentials. */
  endpoint: z.string(),
  /** Base model under the host's or program's name. */
  base: z.string().min(1),
  format: z.enum(formatNames),
  train: fileSchema,
  validation: fileSchema.nullable(),
  hyperParameters: hyperParametersSchema,
  seed: z.int(),
});
export type JobSpec = z.infer<typeof jobSpecSchema>;

const estimateSchema = z.strictObject({
  /** Trained tokens over all epochs, estimated as characters ÷ 3. */
  tokens: count,
  /** Upper bound of the trained tokens. */
  maxTokens: count,
  /** US dollars; null when the price is unknown. */
  dollars: z.number().min(0).nullable(),
  maxDollars: z.number().min(0).nullable(),
  /** Source of the price. */
  source: z.string(),
  /** Additional cost of serving the trained model; not in `dollars`. */
  hosting: z.string(),
});
export type TrainingEstimate = z.infer<typeof estimateSchema>;

export const jobEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('intended'),
    spec: jobSpecSchema,
    /** The folder of rows: its path, the hash of rows.json, the arm and the targets. */
    rows: z.strictObject({
      folder: z.string(),
      sha256: z.string(),
      arm: z.enum(armNames),
      targets: z.array(z.string()),
      /** System prompt that only the targets' executions had; absent: none. */
      system: z.string().optional(),
    }),
    estimate: estimateSchema,
    /** US dollars per million trained tokens; null when unknown. */
    price: z.number().min(0).nullable(),
    sebVersion: z.string(),
    gitCommit: z.string().nullable(),
    /** Facts about the base model that the host reports, if any. */
    baseFacts: z.strictObject({ fingerprint: z.string().nullable(), shutdownDate: z.string().nullable() }),
  }),
  z.strictObject({ kind: z.literal('uploaded'), set: z.enum(['train', 'validation']), file: z.string() }),
  /** The host no longer has the uploaded files. */
  z.strictObject({ kind: z.literal('files-lost') }),
  /** Written before the request that may be charged. `dollars`: what the host said that the job costs; absent: it was not asked. */
  z.strictObject({ kind: z.literal('submitting'), dollars: z.number().min(0).optional() }),
  /** The request got no clear reply, and the host did not say that it is overloaded: it may have started a job. */
  z.strictObject({ kind: z.literal('unclear'), reason: z.string() }),
  /** The host refused the request: no job exists. */
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
  z.strictObject({ kind: z.literal('submitted'), id: z.string(), adopted: z.boolean() }),
  z.strictObject({ kind: z.literal('status'), state: z.enum(['waiting', 'running', 'paused']), word: z.string() }),
  z.strictObject({
    kind: z.literal('succeeded'),
    /** The trained model under seb's name. */
    model: z.string(),
    /** The trained model under the host's name; absent in events of earlier versions. */
    hostModel: z.string().optional(),
    /** Hex sha256 of the adapter file; null when the host keeps the weights. */
    artifact: z.strictObject({ file: z.string(), sha256: z.string() }).nullable(),
    trainedTokens: count.nullable(),
    dollars: z.number().min(0).nullable(),
    /** Hyperparameters that the host returned. */
    returned: z.json() as z.ZodType<Json>,
  }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
  z.strictObject({ kind: z.literal('cancelled'), reason: z.string() }),
  /** The user requested another attempt after a failure, or at a host without a job list. */
  z.strictObject({ kind: z.literal('resubmitted') }),
]);
export type JobEvent = z.infer<typeof jobEventSchema>;
export type EventOf<Kind extends JobEvent['kind']> = Extract<JobEvent, { kind: Kind }>;
