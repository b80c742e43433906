import type { Estimate } from '../../domain/estimate.ts';
import type { OutcomeRow } from '../../domain/outcome.ts';
import type { RunRecord } from '../../store/store.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import type { ReportFacts, ReportSource } from '../report-input.ts';
import type { Fields } from './json-types.ts';

/** Subject of one Inspect log: one model under one condition of one experiment of a run. */
export interface LogGroup extends Pick<OutcomeRow, 'run' | 'experiment' | 'model' | 'condition'> {
  /** Part number from 0; long logs are split. */
  readonly part: number;
}

type HeaderFacts = Pick<ReportSource, 'runs' | 'datasets'>;

interface LogCounts {
  readonly samples: number;
  readonly scored: number;
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

type HeaderSource = HeaderFacts & Pick<ReportFacts, 'estimates'>;

/** Returns everything except samples and reductions. */
export function headerOf(group: LogGroup, { samples, scored }: LogCounts, input: HeaderSource): Fields {
  const run = input.runs.find(({ id }) => id === group.run) ?? null;
  const { version, ...start } = startOf(group, run, input);
  return {
    version,
    status: run === null || run.status === 'finished' ? 'success' : 'cancelled',
    ...start,
    results: {
      total_samples: samples,
      completed_samples: samples,
      scores: [
        {
          name: 'self_prediction',
          scorer: 'self_prediction',
          params: {},
          metrics: metricsOf(group, input.estimates),
          scored_samples: scored,
          unscored_samples: samples - scored,
        },
      ],
    },
    stats: {
      started_at: createdAt(run),
      completed_at: run?.updatedAt ?? createdAt(run),
      model_usage: {},
      role_usage: {},
      connection_limit_history: [],
    },
    invalidated: false,
    tags: [],
    metadata: {},
  };
}

/** Returns when the run was created; for an unknown run the epoch, not today, so that output is reproducible. */
export function createdAt(run: RunRecord | null): string {
  return run?.createdAt ?? '1970-01-01T00:00:00.000Z';
}

function specOf(group: LogGroup, run: RunRecord | null, source: HeaderFacts): Fields {
  const planned = run?.config.experiments.find(({ name }) => name === group.experiment) ?? null;
  const data = source.datasets.find(({ sha256 }) => sha256 === planned?.dataset.sha256);
  const sampling = run?.config.sampling ?? {};
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
    dataset: planned === null ? {} : { name: planned.dataset.name, samples: planned.dataset.items, shuffled: false },
    model: group.model,
    model_generate_config: {
      ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
      ...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
      ...(sampling.maxOutputTokens === undefined ? {} : { max_tokens: sampling.maxOutputTokens }),
      ...(sampling.seed === undefined ? {} : { seed: sampling.seed }),
      ...(sampling.reasoningEffort === undefined ? {} : { reasoning_effort: sampling.reasoningEffort }),
    },
    model_args: {},
    config: { epochs: run?.config.samples ?? 1 },
    packages: { seb: run?.provenance.sebVersion ?? 'unknown' },
    ...(run === null || run.provenance.gitCommit === null
      ? {}
      : { revision: { type: 'git', origin: '', commit: run.provenance.gitCommit } }),
    metadata: {
      part: group.part,
      ...(data === undefined ? {} : { data_licence: data.licence, data_origin: data.origin }),
      ...(planned === null ? {} : { data_sha256: planned.dataset.sha256 }),
    },
  };
}

/** Returns the group's estimates under the policy `parsed`, without absent ones. */
function metricsOf(group: LogGroup, estimates: readonly Estimate[]): Fields {
  const own = estimates.filter(
    ({ run, experiment, model, condition, policy }) =>
      run === group.run &&
      experiment === group.experiment &&
      model === group.model &&
      condition === group.condition &&
      policy === 'parsed',
  );
  const metric = (name: string, value: number) => [name, { name, value, params: {} }] as const;
  return Object.fromEntries(
    own.flatMap(({ measure, value, interval }) => [
      ...(value === null ? [] : [metric(measure, value)]),
      ...(interval === null ? [] : [metric(`${measure}_low`, interval[0]), metric(`${measure}_high`, interval[1])]),
    ]),
  );
}
