import * as z from 'zod';
import { sectionSchema, tableSchema } from '../../results/page.ts';
import { resultsSchema, resultsShape } from '../../results/results.ts';
import { figureSchema } from './contract-figure.ts';
import { studySummarySchema } from './contract-study.ts';

/**
 * The viewer's data: written by the server, read by the page, validated on both sides. Also runs in
 * the browser: imports only zod.
 */

const progressSchema = z.object({
  /** Calls with an answer, and calls that the run needs; `expected` is null until they are counted. */
  answered: z.int(),
  expected: z.int().nullable(),
  failed: z.record(z.string(), z.int()),
  dollars: z.number().nullable(),
  /** Answers per second, and seconds left at that rate; null while the run is not running. */
  rate: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** Seconds since the last answer; null while answers arrive, and while the run is not running. */
  secondsSilent: z.number().nullable(),
});

export const runSummarySchema = z.object({
  id: z.string(),
  /** The name that the user gave the run; null without one. */
  name: z.string().nullable(),
  /** Words that the user gave the run, to find it by; and a note on it. */
  tags: z.array(z.string()),
  note: z.string().nullable(),
  status: z.enum(['running', 'paused', 'finished', 'incomplete']),
  /** Whether a process is executing it now. */
  live: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  models: z.array(z.string()),
  /** `labels`: whether people can label the experiment's responses. */
  experiments: z.array(z.object({ name: z.string(), items: z.int(), labels: z.boolean() })),
  samples: z.int(),
  progress: progressSchema,
  /** `ready`: rows and numbers match the store; `building`: with the finished share; `failed`: with the reason. */
  index: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ready') }),
    z.object({ kind: z.literal('stale') }),
    z.object({ kind: z.literal('building'), share: z.number() }),
    z.object({ kind: z.literal('failed'), reason: z.string() }),
  ]),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const overviewSchema = z.object({
  /** What was found about the default selection: the same fields as in `seb report --json`. */
  ...resultsShape,
  /** The figure of the findings; null where the page of a report has it, and before there are findings. */
  headline: figureSchema.nullable(),
  store: z.string(),
  runs: z.array(runSummarySchema),
  /** Finished introspection studies, the latest first. */
  studies: z.array(studySummarySchema),
  /** What the kinds of models in the store cannot show: simulated, demonstration, recorded. */
  origins: z.array(z.string()),
  /** Id of a page about all runs together; null where each run has its own page. */
  together: z.string().nullable(),
});
export type Overview = z.infer<typeof overviewSchema>;

/** What `seb compare` prints about runs. */
export const comparisonScreenSchema = z.object({
  question: z.string(),
  answer: z.string(),
  /** The compared runs and their state, one line each. */
  about: z.array(z.string()).readonly(),
  tables: z.array(tableSchema).readonly(),
  /** The picture of the differences. */
  figure: figureSchema,
  limits: z.array(z.string()).readonly(),
  next: resultsShape.next,
});
export type ComparisonScreen = z.infer<typeof comparisonScreenSchema>;

/** Everything on the page of a run (or of several runs together), except its rows. */
export const runPageSchema = z.object({
  id: z.string(),
  runs: z.array(z.string()),
  question: z.string(),
  subtitle: z.string(),
  /** What was found about the runs of the page. */
  results: resultsSchema,
  /** The figure of the findings. */
  headline: figureSchema,
  whatIsMeasured: z.string(),
  notes: z.array(z.string()),
  sections: z.array(sectionSchema).readonly(),
  figures: z.array(figureSchema),
  missing: z.array(
    z.object({ experiment: z.string(), reason: z.string(), count: z.int(), examples: z.array(z.string()) }),
  ),
  methods: z.array(z.string()),
  provenance: z.array(z.object({ run: z.string(), facts: z.array(z.object({ name: z.string(), value: z.string() })) })),
  cite: z.string(),
  /** Null where the runs have nothing to compare. */
  comparison: comparisonScreenSchema.nullable(),
});
export type RunPage = z.infer<typeof runPageSchema>;
