import * as z from 'zod';
import { studySummarySchema } from './contract-study.ts';

/**
 * The data that the viewer shows: written by the server (or into a report), read by the page, validated on both sides.
 * Runs in the browser too: imports nothing but zod.
 */

export const verdictValues = [
  'above-chance-and-others',
  'above-chance',
  'not-distinguishable',
  'below-chance',
  'insufficient',
] as const;
export type VerdictValue = (typeof verdictValues)[number];

/** State of one outcome unit: how the majority of its executions compares with the prediction. */
export const unitStates = ['right', 'wrong', 'mixed', 'missing'] as const;
export type UnitState = (typeof unitStates)[number];

const interval = z.tuple([z.number(), z.number()]).nullable();

export const cellSchema = z.object({
  text: z.string(),
  sort: z.union([z.number(), z.string()]).nullable(),
  note: z.string().nullable(),
});

/** A report table: the same model that Markdown and LaTeX are written from. */
export const tableSchema = z.object({
  id: z.string(),
  title: z.string(),
  lead: z.string(),
  columns: z.array(z.object({ name: z.string(), align: z.enum(['left', 'right']), help: z.string() })),
  rows: z.array(z.array(cellSchema)),
  /** Lines below the table. */
  notes: z.array(z.string()),
  /** Shown on demand. */
  isDetail: z.boolean(),
});
export type Table = z.infer<typeof tableSchema>;

export const cardSchema = z.object({
  run: z.string().nullable(),
  experiment: z.string(),
  /** What is predicted, in plain words. */
  task: z.string(),
  model: z.string(),
  condition: z.string(),
  measure: z.string(),
  verdict: z.enum(verdictValues),
  /** One sentence with the numbers behind the verdict. */
  sentence: z.string(),
  score: z.number().nullable(),
  interval,
  baseRate: z.number().nullable(),
  others: z.number().nullable(),
  reexecution: z.number().nullable(),
  /** Ends of the axis on which score, base rate and the rest are drawn. */
  domain: z.tuple([z.number(), z.number()]),
  n: z.number(),
  clusters: z.int(),
  units: z.int(),
  usable: z.int(),
});
export type Card = z.infer<typeof cardSchema>;

export const progressSchema = z.object({
  /** Calls with an answer, of all that the run needs; `expected` is null until they were counted. */
  answered: z.int(),
  expected: z.int().nullable(),
  failed: z.record(z.string(), z.int()),
  dollars: z.number().nullable(),
  /** Answers a second, and seconds left at that rate; null while the run is not carried out. */
  rate: z.number().nullable(),
  secondsLeft: z.number().nullable(),
});

export const runSummarySchema = z.object({
  id: z.string(),
  status: z.enum(['running', 'paused', 'finished', 'incomplete']),
  /** Whether a process is carrying it out now. */
  live: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  models: z.array(z.string()),
  /** `labels`: whether people can label the responses of the experiment. */
  experiments: z.array(z.object({ name: z.string(), items: z.int(), labels: z.boolean() })),
  samples: z.int(),
  progress: progressSchema,
  /** `ready`: rows and numbers are those of the store; `building`: with the share done; `failed`: with the reason. */
  index: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ready') }),
    z.object({ kind: z.literal('stale') }),
    z.object({ kind: z.literal('building'), share: z.number() }),
    z.object({ kind: z.literal('failed'), reason: z.string() }),
  ]),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const overviewSchema = z.object({
  /** Asks the question with the models' names. */
  question: z.string(),
  store: z.string(),
  runs: z.array(runSummarySchema),
  cards: z.array(cardSchema),
  /** Finished introspection studies, the latest first. */
  studies: z.array(studySummarySchema),
  notes: z.array(z.string()),
  /** Id of a page about all runs together; null where each run has its own. */
  together: z.string().nullable(),
  /** Whether labels can be given here: a report is not connected to a store. */
  canLabel: z.boolean(),
  /** Whether prompts and answers can be shown, and why not. */
  texts: z.enum(['all', 'paged', 'none']),
});
export type Overview = z.infer<typeof overviewSchema>;

export const figureSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('drawn'),
    name: z.string(),
    title: z.string(),
    caption: z.string(),
    svg: z.string(),
    /** Vega-Lite specification, as JSON. */
    spec: z.string(),
  }),
  z.object({ kind: z.literal('absent'), name: z.string(), title: z.string(), reason: z.string() }),
]);
export type PageFigure = z.infer<typeof figureSchema>;

export const sectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  lead: z.string(),
  tables: z.array(tableSchema),
});

/** Everything that the page of a run (or of several runs together) shows, but its rows. */
export const runPageSchema = z.object({
  id: z.string(),
  runs: z.array(z.string()),
  question: z.string(),
  subtitle: z.string(),
  cards: z.array(cardSchema),
  whatIsMeasured: z.string(),
  notes: z.array(z.string()),
  sections: z.array(sectionSchema),
  figures: z.array(figureSchema),
  missing: z.array(
    z.object({ experiment: z.string(), reason: z.string(), count: z.int(), examples: z.array(z.string()) }),
  ),
  methods: z.array(z.string()),
  provenance: z.array(z.object({ run: z.string(), facts: z.array(z.object({ name: z.string(), value: z.string() })) })),
  cite: z.string(),
});
export type RunPage = z.infer<typeof runPageSchema>;
