import * as z from 'zod';
import { unitStates } from '../../domain/outcome.ts';
import { slotKinds } from '../../domain/slot.ts';
import { comparisonScreenSchema } from './contract.ts';

/** Rows, items and comparisons of the viewer's contract. Also runs in the browser: imports only zod. */

/** Identifies one item of a run for one model under one condition. */
export const itemKeySchema = z.object({
  run: z.string(),
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  item: z.string(),
});
export type ItemKey = z.infer<typeof itemKeySchema>;

/** One outcome unit: an option word, a request, a group of questions. */
const itemRowSchema = itemKeySchema.extend({
  title: z.string(),
  unit: z.string(),
  prediction: z.string(),
  outcome: z.string(),
  state: z.enum(unitStates),
  /** `slot: reason` where a prediction or every execution is missing. */
  reason: z.string().nullable(),
  /** Share of the usable executions that match the prediction; null where it is missing. */
  score: z.number().nullable(),
  /** Number of usable executions with the majority outcome, and of all usable ones. */
  agree: z.int(),
  executions: z.int(),
  /**
   * Number of other models of the run with the same majority outcome, and of those with any; null where outcomes are
   * not comparable.
   */
  same: z.int().nullable(),
  others: z.int().nullable(),
  /** Whether two judges labeled a response differently. */
  judgesDiffer: z.boolean(),
  /** Part of the run in which the prediction was sent; null where its calls had no planned order. */
  part: z.string().nullable(),
});
export type ItemView = z.infer<typeof itemRowSchema>;

export const sorts = [
  ...(['order', 'title', 'experiment', 'run', 'model', 'prediction', 'outcome', 'state', 'score'] as const),
  ...(['agreement', 'others'] as const),
] as const;

const flag = z.preprocess(
  (value) => (value === 'true' || value === true ? true : undefined),
  z.literal(true).optional(),
);
const word = z.preprocess((value) => (value === '' ? undefined : value), z.string().max(500).optional());

/** Filter of the shown rows, as in the page's URL. */
export const filterSchema = z.object({
  run: word,
  experiment: word,
  model: word,
  condition: word,
  state: z.enum(unitStates).optional(),
  reason: word,
  /** Whether models of the run behaved differently. */
  divergent: flag,
  judges: flag,
  search: word,
  sort: z.enum(sorts).optional(),
  descending: flag,
});
export type Filter = z.infer<typeof filterSchema>;

/** Maximum time of an answer to a search, in milliseconds; the search goes on with the next request. Absent: until it ends. */
const within = z.coerce.number().int().min(1).max(20_000).optional();

/** A filter whose rows are counted. */
export const countsQuerySchema = filterSchema.extend({ within });
export type CountsQuery = z.infer<typeof countsQuerySchema>;

export const itemsQuerySchema = filterSchema.extend({
  within,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type ItemsQuery = z.infer<typeof itemsQuerySchema>;

export const itemsPageSchema = z.object({
  total: z.int(),
  offset: z.int(),
  rows: z.array(itemRowSchema),
  /** Whether the search has not ended: the rows are those of the items that it has covered. */
  isSearching: z.boolean(),
});
export type ItemsPage = z.infer<typeof itemsPageSchema>;

/** Number of rows that each choice would leave, with all other filters unchanged. */
export const countsSchema = z.object({
  states: z.record(z.string(), z.int()),
  reasons: z.record(z.string(), z.int()),
  divergent: z.int(),
  judges: z.int(),
  /** Share of the items that were searched; 1 if the search finished in time. */
  searched: z.number(),
  /** Whether the search has not ended: further requests continue it. */
  isSearching: z.boolean(),
  experiments: z.array(z.string()),
  models: z.array(z.string()),
  conditions: z.array(z.string()),
});
export type Counts = z.infer<typeof countsSchema>;

/** Calls of tools as text: `run_myself({"prompt": "..."})`. */
const toolCallsSchema = z.array(z.string());

const sessionSchema = z.object({
  /** Name of the slot in its experiment. */
  slot: z.string(),
  kind: z.enum(slotKinds),
  part: z.string(),
  sample: z.int(),
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string(), calls: toolCallsSchema.exactOptional() })),
  /** Null without an answer; `failure` gives the reason. */
  answer: z
    .object({
      kind: z.enum(['answered', 'truncated', 'filtered', 'tool-call']),
      text: z.string(),
      /** Tools that the model calls instead of answering; absent: none. */
      calls: toolCallsSchema.exactOptional(),
      /** Length of the whole text, if only its beginning is included. */
      length: z.int(),
      reasoning: z.string().nullable(),
      /** Tokens that were inserted into the answer, and the span of their text; null where none were. */
      inserted: z
        .object({
          text: z.string(),
          ids: z.array(z.int()),
          probabilities: z.array(z.number()),
          span: z.tuple([z.int(), z.int()]).nullable(),
        })
        .nullable(),
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      reasoningTokens: z.number().nullable(),
      latencyMs: z.number().nullable(),
      cost: z.number().nullable(),
      askedAt: z.string().nullable(),
      served: z.string().nullable(),
    })
    .nullable(),
  failure: z.string().nullable(),
  /**
   * The value that was read from the answer, the parsing step, and the span of the text; null for text that is not
   * parsed.
   */
  reading: z
    .object({
      kind: z.enum(['parsed', 'declined', 'unparsed']),
      value: z.string(),
      step: z.string().nullable(),
      span: z.tuple([z.int(), z.int()]).nullable(),
    })
    .nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

const judgementSchema = z.object({ judge: z.string(), rubric: z.string(), verdicts: z.array(z.string()) });

/** One question of a ranking in one execution. */
const rankedSchema = z.object({
  question: z.string(),
  /** Name of the question in the prompt of the prediction. */
  promptName: z.string(),
  /** Places count from 1, the easiest; null where the prediction is missing. */
  predicted: z.int().nullable(),
  right: z.boolean().nullable(),
  tokens: z.number().nullable(),
  /** Equal places where questions tie; null where an input is missing. */
  actual: z.int().nullable(),
});
/** The questions of a ranking in each execution, in sample order. */
const rankingSchema = z.array(z.array(rankedSchema));
export type Ranking = z.infer<typeof rankingSchema>;

export const itemPageSchema = z.object({
  key: itemKeySchema,
  title: z.string(),
  /** The experiment's question. */
  question: z.string(),
  rows: z.array(itemRowSchema),
  sessions: z.array(sessionSchema),
  judgements: z.array(judgementSchema),
  /** Empty unless the item is a group of ranked questions. */
  ranking: rankingSchema,
  /** The item's rows for other models and conditions, of every run on the same data. */
  beside: z.array(itemRowSchema),
});
export type ItemPage = z.infer<typeof itemPageSchema>;

const sideSchema = z.object({ run: z.string(), model: z.string(), condition: z.string() });
export type CompareSide = z.infer<typeof sideSchema>;

/** Two sides whose items are compared one by one. */
export const flipsQuerySchema = z.object({
  experiment: z.string(),
  runA: z.string(),
  modelA: z.string(),
  conditionA: z.string(),
  runB: z.string(),
  modelB: z.string(),
  conditionB: z.string(),
});
export type FlipsQuery = z.infer<typeof flipsQuerySchema>;

const flipSchema = z.object({ a: itemRowSchema, b: itemRowSchema });

/** Units that were right for A and wrong for B, and vice versa; `shown` contains at most `count` of them. */
const flippedSchema = z.object({ count: z.int(), shown: z.array(flipSchema) });
export const flipsSchema = z.object({ lost: flippedSchema, gained: flippedSchema });
export type Flips = z.infer<typeof flipsSchema>;

/** The comparison of the newest results, or of one run. */
export const comparisonQuerySchema = z.object({ run: z.string().max(100).optional() });
export const comparisonPageSchema = z.object({
  /** Null where nothing can be compared. */
  screen: comparisonScreenSchema.nullable(),
  /** Runs that have a comparison of their own, the newest first. */
  runs: z.array(z.string()),
});
export type ComparisonPage = z.infer<typeof comparisonPageSchema>;

/** Sides that can be compared: each experiment, model and condition of each run. */
export const sidesSchema = z.array(sideSchema.extend({ experiment: z.string() }));
