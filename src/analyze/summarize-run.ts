import { chosenRuns } from '../run/choose-runs.ts';
import type { RunResult } from '../run/execute-run.ts';
import type { PreparedRun } from '../run/prepare/prepared-run.ts';
import { readScoredItems } from '../run/stored-run.ts';
import type { RunStatus, Store } from '../store/store.ts';
import { dataOfRuns } from './data-of-runs.ts';
import type { HeadlineScore } from './estimates/group-estimates.ts';
import { HeadlineAnalyzer } from './headline-analyzer.ts';

type Score = Omit<HeadlineScore, 'policy'>;

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
  const runs = await chosenRuns(store, [run]);
  const analyzer = new HeadlineAnalyzer({ experiments, seed: 1, dataOf: dataOfRuns(runs) });
  for await (const { item } of readScoredItems({ store, runs, experiments })) {
    for (const row of item.rows) analyzer.add(row);
  }
  return { ...summary, scores: analyzer.scores().map(toScore) };
}

function toScore({ experiment, model, condition, measure, value, interval, n, baseRate }: HeadlineScore): Score {
  return { experiment, model, condition, measure, value, interval, n, baseRate };
}
