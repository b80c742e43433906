import { z } from 'zod';
import { consentSchema } from '../../domain/consent.ts';
import { endpointSchema } from '../../domain/endpoint-record.ts';
import { shownStatus } from '../../domain/recorded.ts';
import { runConfigSchema, runSettingsSchema } from '../../domain/run-config.ts';
import { agreementSchema, readingSchema, salvagedSchema, servedSchema } from '../../results/answers.ts';
import { attributesSchema } from '../../results/attributes.ts';
import { comparisonSchema, isNothingCompared } from '../../results/comparison.ts';
import { groupSchema, listedEstimateSchema, spreadSchema } from '../../results/estimate.ts';
import { withScoresMarked } from '../../results/finding.ts';
import { resultsShape } from '../../results/results.ts';
import type { ReportFacts } from '../input/report-input.ts';

const runSchema = z.object({
  run: z.string(),
  status: z.enum(['running', 'paused', 'finished', 'incomplete']),
  createdAt: z.string(),
  updatedAt: z.string(),
  config: runConfigSchema,
  provenance: z.looseObject({
    sebVersion: z.string(),
    nodeVersion: z.string(),
    gitCommit: z.string().nullable(),
    packages: z.record(z.string(), z.string()),
    command: z.string(),
    settings: runSettingsSchema,
  }),
  endpoints: z.array(endpointSchema).describe('concurrency and refusals per endpoint and execution of the run'),
  consents: z
    .array(consentSchema)
    .exactOptional()
    .describe('who agreed to take part, and to which text; absent for a run of language models'),
});

/** Output of `seb report --json`: results first, then every number of the tables. */
export const reportSchema = z.object({
  ...resultsShape,
  estimates: z.array(listedEstimateSchema).readonly(),
  conditions: z.array(spreadSchema).readonly().describe('effect of the conditions; empty if no run has several'),
  served: z.array(servedSchema).readonly().describe('which models served the answers'),
  readings: z.array(readingSchema).readonly().describe('how the answers were read by our readers'),
  salvaged: z
    .array(salvagedSchema)
    .readonly()
    .exactOptional()
    .describe('scores without salvaged answers; absent where no answer was salvaged'),
  judges: z.array(agreementSchema).readonly().describe('all pairs of judges of the same responses'),
  attributes: attributesSchema.exactOptional().describe('absent without --attributes'),
  groups: z
    .array(groupSchema)
    .readonly()
    .exactOptional()
    .describe('absent if no experiment has groups of task and property'),
  comparison: comparisonSchema
    .exactOptional()
    .describe('differences of the models, as `seb compare` has them; absent where nothing is compared'),
  runs: z.array(runSchema),
});

/** What `seb report --json` prints, with the records of runs as the store has them. */
type ReportJson = Omit<z.infer<typeof reportSchema>, 'runs'> & { readonly runs: readonly object[] };

type ReportNumbers = Pick<
  ReportFacts,
  | 'comparison'
  | 'results'
  | 'estimates'
  | 'spreads'
  | 'agreements'
  | 'served'
  | 'readings'
  | 'salvaged'
  | 'groups'
  | 'attributes'
  | 'runs'
>;

/** Returns the output of `seb report --json`, described by docs/schema/report.schema.json. */
export function reportJson(numbers: ReportNumbers): ReportJson {
  const { results, estimates, spreads, agreements, served, comparison, runs } = numbers;
  const { readings = [], salvaged = [], groups = [], attributes = null } = numbers;
  return {
    ...results,
    estimates: withScoresMarked(estimates, results.findings),
    conditions: spreads,
    judges: agreements,
    served,
    readings,
    ...(salvaged.length === 0 ? {} : { salvaged }),
    ...(attributes === null ? {} : { attributes }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(comparison === null || isNothingCompared(comparison) ? {} : { comparison }),
    runs: runs.map((run) => {
      const { id, config, provenance, createdAt, updatedAt, endpoints, consents } = run;
      const status = shownStatus(run);
      const agreed = consents.length === 0 ? {} : { consents };
      return { run: id, status, createdAt, updatedAt, config, provenance, endpoints, ...agreed };
    }),
  };
}
