import type { PreparedRun } from '../config/prepared-run.ts';
import type { Estimate } from '../domain/estimate.ts';
import type { RunStatus, Store } from '../store/store.ts';
import { readRuns } from './analyze-runs.ts';
import { chosenRuns } from './choose-runs.ts';
import type { RunResult } from './execute-run.ts';

type Score = Pick<
  Estimate,
  'experiment' | 'model' | 'condition' | 'measure' | 'value' | 'interval' | 'n' | 'base_rate'
>;

/** Summary of an executed run: the output of `seb run --json`. */
interface ExecutedRunSummary {
  readonly run: string;
  readonly status: RunStatus;
  readonly name: string | null;
  readonly calls: Readonly<Record<'expected' | 'found' | 'answered' | 'failed' | 'retries', number>>;
  /** US dollars of the whole run; `unpriced`: number of answers with unknown cost. */
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
  const { analyzer } = await readRuns({ store, runs: await chosenRuns(store, [run]), experiments, seed: 1 });
  return { ...summary, scores: analyzer.headlines().map(toScore) };
}

function toScore({ experiment, model, condition, measure, value, interval, n, base_rate }: Estimate): Score {
  return { experiment, model, condition, measure, value, interval, n, base_rate };
}
