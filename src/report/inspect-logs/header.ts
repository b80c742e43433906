import { type ClusteredMean, measureOfMean } from '../../analyze/estimates/clustered-mean.ts';
import { exportedRunField, isComplete } from '../../domain/recorded.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { Estimate } from '../../results/estimate.ts';
import { type Finding, withScoresMarked } from '../../results/finding.ts';
import type { RunRecord } from '../../store/store.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { exportedRun } from '../input/logged-answer.ts';
import type { ReportFacts, ReportSource } from '../input/report-input.ts';
import { dataSetName } from '../methods/provenance-facts.ts';
import type { Fields, LogUsage } from './json-types.ts';

/** Subject of one Inspect log: one model under one condition of one experiment of a run. */
export interface LogGroup extends Pick<OutcomeRow, 'run' | 'experiment' | 'model' | 'condition'> {
  /** Part number from 0; long logs are split. */
  readonly part: number;
}

type HeaderFacts = Pick<ReportSource, 'runs' | 'datasets'>;

interface LogCounts {
  readonly samples: number;
  readonly scored: number;
  /** Whether predictions are scored. */
  readonly predicts: boolean;
  readonly usage: LogUsage;
  /** Mean over items that executions of another run score: the run's own estimates have no score. Null: they have. */
  readonly mean: ClusteredMean | null;
  /** Mean of how right the answers are, and the number that counts; null where answers are neither right nor wrong. */
  readonly right: { readonly mean: ClusteredMean | null; readonly scored: number } | null;
}

/** Returns a 22-character id as Inspect uses, derived from the log's subject. */
function taskId(group: LogGroup): string {
  return sha256(canonicalJson(group)).slice(0, 22);
}

/** Returns `created_task_id.eval`; underscores separate the three parts, so none of them contains one. */
export function logFileName(group: LogGroup, created: string): string {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9.-]+/g, '-');
  return `${plain(created)}_${plain(group.experiment).slice(0, 60)}_${taskId(group)}.eval`;
}

/** Returns the parts of a log that are known before its samples. */
export function startOf(group: LogGroup, run: RunRecord | null, source: HeaderFacts): Fields {
  return {
    version: 2,
    eval: specOf(group, run, source),
    plan: { name: 'plan', steps: [{ solver: 'seb', params: {}, params_passed: {} }], config: {} },
  };
}

/** What the logs show about their subjects; plain data that another thread can receive. */
export interface LogResults extends Pick<ReportFacts, 'estimates'> {
  readonly findings: readonly Finding[];
}

type HeaderSource = HeaderFacts & LogResults;

/** Returns everything except samples and reductions. */
export function headerOf(
  group: LogGroup,
  { samples, scored, predicts, usage, mean, right }: LogCounts,
  input: HeaderSource,
): Fields {
  const run = input.runs.find(({ id }) => id === group.run) ?? null;
  const listed = withScoresMarked(input.estimates, input.findings); // the score of the report comes first
  const { version, ...start } = startOf(group, run, input);
  return {
    version,
    status: run === null || isComplete(run) ? 'success' : 'cancelled',
    ...start,
    results: {
      total_samples: samples,
      completed_samples: samples,
      scores: [
        ...(predicts
          ? [
              scoreOf('self_prediction', mean === null ? metricsOf(group, listed, isScore) : metricsOfMean(mean), {
                samples,
                scored,
              }),
            ]
          : []),
        ...(right === null
          ? []
          : [scoreOf('accuracy', accuracyMetrics(right.mean), { samples, scored: right.scored })]),
        ...(predicts
          ? [
              scoreOf(
                'coverage',
                metricsOf(group, listed, (measure) => !isScore(measure)),
                { samples, scored },
              ),
            ]
          : []),
      ],
    },
    stats: {
      started_at: createdAt(run),
      completed_at: run?.updatedAt ?? createdAt(run),
      model_usage: usage.byModel,
      role_usage: usage.byRole,
      connection_limit_history: [],
    },
    invalidated: false,
    tags: [],
    metadata: findingFields(group, input.findings),
  };
}

/** Returns the group's finding as `seb report --json` has it, under the key `finding`; nothing where it has none. */
function findingFields(group: LogGroup, findings: readonly Finding[]): Fields {
  const own = findings.find(
    ({ run, experiment, model, condition }) =>
      run === group.run && experiment === group.experiment && model === group.model && condition === group.condition,
  );
  return own === undefined ? {} : { finding: own };
}

/** Returns when the run was created; for an unknown run the epoch, not today, so that output is reproducible. */
export function createdAt(run: RunRecord | null): string {
  return run?.createdAt ?? '1970-01-01T00:00:00.000Z';
}

function specOf(group: LogGroup, run: RunRecord | null, source: HeaderFacts): Fields {
  const planned = run?.config.experiments.find(({ name }) => name === group.experiment) ?? null;
  const data = source.datasets.find(({ sha256 }) => sha256 === planned?.dataset.sha256);
  return {
    eval_id: taskId(group),
    run_id: group.run,
    created: createdAt(run),
    task: group.experiment,
    task_id: taskId(group),
    task_version: planned?.version ?? 0,
    task_attribs: {},
    task_args: { condition: group.condition, seed: run?.config.seed ?? 'unknown' },
    task_args_passed: {},
    solver: 'seb',
    dataset:
      planned === null
        ? {}
        : { name: dataSetName(planned.dataset.name), samples: planned.dataset.items, shuffled: false },
    ...modelFields(group, run),
    config: { epochs: run?.config.samples ?? 1 },
    packages: { seb: run?.provenance.sebVersion ?? 'unknown' },
    ...(run === null || run.provenance.gitCommit === null
      ? {}
      : { revision: { type: 'git', origin: '', commit: run.provenance.gitCommit } }),
    metadata: {
      part: group.part,
      ...(data === undefined ? {} : { data_licence: data.licence, data_origin: data.origin }),
      ...(planned === null ? {} : { data_sha256: planned.dataset.sha256 }),
      ...(run === null ? {} : { [exportedRunField]: exportedRun(run) }),
    },
  };
}

/** Returns the model of a log, its address, and the models in the other roles of its events. */
function modelFields({ model }: LogGroup, run: RunRecord | null): Fields {
  const sampling = run?.config.sampling ?? {};
  const config = {
    ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
    ...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
    ...(sampling.maxOutputTokens === undefined ? {} : { max_tokens: sampling.maxOutputTokens }),
    ...(sampling.seed === undefined ? {} : { seed: sampling.seed }),
    ...(sampling.reasoningEffort === undefined ? {} : { reasoning_effort: sampling.reasoningEffort }),
  };
  const own = run?.config.models.find(({ name }) => name === model) ?? { name: model, baseUrl: null };
  const judge = run?.config.judge ?? null;
  const roles = { predictor: own, subject: own, ...(judge === null ? {} : { judge }) };
  return {
    model,
    ...urlField('model_base_url', own.baseUrl),
    model_generate_config: config,
    model_args: {},
    model_roles: Object.fromEntries(
      Object.entries(roles).map(([role, { name, baseUrl }]) => [
        role,
        { model: name, config, args: {}, ...urlField('base_url', baseUrl) },
      ]),
    ),
  };
}

/** Returns an address as a field; nothing where the provider's own is used. Addresses hold no key (`base-url.ts`). */
function urlField(name: string, baseUrl: string | null): Fields {
  return baseUrl === null ? {} : { [name]: baseUrl };
}

/** Returns one scorer's results. */
function scoreOf(name: string, metrics: Fields, { samples, scored }: Pick<LogCounts, 'samples' | 'scored'>): Fields {
  return { name, scorer: name, params: {}, metrics, scored_samples: scored, unscored_samples: samples - scored };
}

/** Returns the mean over the samples as metrics. Only values of properties are scored by executions of another run. */
function metricsOfMean({ value, stderr }: ClusteredMean): Fields {
  return {
    [measureOfMean]: { name: measureOfMean, value, params: {} },
    ...(stderr === null ? {} : { stderr: { name: 'stderr', value: stderr, params: {} } }),
  };
}

/** Returns the accuracy of the answers as metrics, with the standard error over groups of items. */
function accuracyMetrics(mean: ClusteredMean | null): Fields {
  const stderr = mean?.stderr ?? null;
  return {
    accuracy: { name: 'accuracy', value: mean?.value ?? Number.NaN, params: {} },
    ...(stderr === null ? {} : { stderr: { name: 'stderr', value: stderr, params: {} } }),
  };
}

/** Returns whether a measure says how good predictions are, and not how many answers could be read. */
function isScore(measure: string): boolean {
  return !measure.endsWith('coverage');
}

/** Quantile of the normal distribution for a two-sided interval of 95 %. */
const z95 = 1.959964;

/**
 * Returns the group's estimates of these measures under the policy `parsed`. Inspect shows the first one as the score, so
 * the first is NaN if it does not exist; other absent ones are omitted. `stderr` is that of the first measure: half the
 * width of its 95 % interval, divided by the normal quantile.
 */
function metricsOf(group: LogGroup, estimates: readonly Estimate[], isIncluded: (measure: string) => boolean): Fields {
  const own = estimates.filter(
    ({ run, experiment, model, condition, policy, measure }) =>
      run === group.run &&
      experiment === group.experiment &&
      model === group.model &&
      condition === group.condition &&
      policy === 'parsed' &&
      isIncluded(measure),
  );
  const metric = (name: string, value: number) => [name, { name, value, params: {} }] as const;
  return Object.fromEntries(
    own.flatMap(({ measure, value, interval, level }, index) => [
      ...(value === null && index > 0 ? [] : [metric(measure, value ?? Number.NaN)]),
      ...(index === 0 && interval !== null && level === 0.95
        ? [metric('stderr', (interval[1] - interval[0]) / (2 * z95))]
        : []),
      ...(interval === null ? [] : [metric(`${measure}_low`, interval[0]), metric(`${measure}_high`, interval[1])]),
    ]),
  );
}
