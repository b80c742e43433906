import { headlineOf } from '../analyze/estimates/headline.ts';
import type { PreparedRun } from '../config/prepared-run.ts';
import type { Estimate } from '../domain/estimate.ts';
import type { RunStatus, Store } from '../store/store.ts';
import { analyzeRuns } from './analyze-runs.ts';
import { chosenRuns } from './choose-runs.ts';
import type { RunResult } from './execute-run.ts';

type Score = Pick<
  Estimate,
  'experiment' | 'model' | 'condition' | 'measure' | 'value' | 'interval' | 'n' | 'base_rate'
>;

/** An executed run in short: what `seb run --json` prints. */
export interface ExecutedRunSummary {
  readonly run: string;
  readonly status: RunStatus;
  readonly name: string | null;
  readonly calls: Readonly<Record<'expected' | 'found' | 'answered' | 'failed' | 'retries', number>>;
  /** US dollars of the whole run; `unpriced`: answers whose cost is unknown. */
  readonly cost: { readonly dollars: number; readonly unpriced: number };
  /** Headline scores under the published policy of each experiment; empty while the run is paused. */
  readonly scores: readonly Score[];
}

/** Summarizes an executed run. Reads and scores its answers unless it is paused. */
export async function summarizeRun(
  { run, status, progress }: RunResult,
  { experiments, provenance }: Pick<PreparedRun, 'experiments' | 'provenance'>,
  store: Store,
): Promise<ExecutedRunSummary> {
  const { expected, found, answered, failed, retries } = progress;
  const { dollars, unknown } = await store.spent(run);
  const summary = {
    run,
    status,
    name: provenance.name ?? null,
    calls: { expected, found, answered, failed, retries },
    cost: { dollars, unpriced: unknown },
  };
  if (status === 'paused') return { ...summary, scores: [] };
  const { estimates } = await analyzeRuns({ store, runs: await chosenRuns(store, [run]), experiments, seed: 1 });
  const isHeadline = ({ experiment, measure, policy }: Estimate) =>
    measure === headlineOf(estimates, experiment) && policy === experiments.get(experiment)?.publishedPolicy;
  return { ...summary, scores: estimates.filter(isHeadline).map(toScore) };
}

function toScore({ experiment, model, condition, measure, value, interval, n, base_rate }: Estimate): Score {
  return { experiment, model, condition, measure, value, interval, n, base_rate };
}
