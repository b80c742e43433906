import { z } from 'zod';

const count = z.int().min(0);

export const batchEventSchema = z.discriminatedUnion('kind', [
  /** On disk before the first request. */
  z.strictObject({
    kind: z.literal('intended'),
    run: z.string(),
    /** Identity and name of the model. */
    model: z.string(),
    name: z.string(),
    endpoint: z.string(),
    /** Position among the jobs of the run, from 1. */
    number: z.int().min(1),
    /** Keys of the calls in compact form. */
    calls: z.array(z.string()),
    /** Maximum US dollars of all calls; 0 where no price is known. */
    dollars: z.number().min(0),
  }),
  z.strictObject({ kind: z.literal('uploaded'), file: z.string() }),
  /** Written before the request that may be charged. */
  z.strictObject({ kind: z.literal('submitting') }),
  /** The host refused the request, or the user gave up on a job that the host does not show: no job exists. */
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
  z.strictObject({
    kind: z.literal('submitted'),
    id: z.string(),
    adopted: z.boolean(),
    /** Milliseconds since 1970; null when the host does not say. */
    deadline: z.number().nullable(),
  }),
  /** Everything that the job brought is stored. */
  z.strictObject({
    kind: z.literal('collected'),
    /** The host's own word. */
    word: z.string(),
    stored: count,
    /** Answers to calls that had one, and results that came twice. */
    doubled: count,
    failed: count,
    /** Calls without a result. */
    missing: count,
  }),
]);
export type BatchEvent = z.infer<typeof batchEventSchema>;
export type BatchEventOf<Kind extends BatchEvent['kind']> = Extract<BatchEvent, { kind: Kind }>;
