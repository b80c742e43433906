import { chosenRuns } from '../answers/choose-runs.ts';
import type { RunResult } from '../answers/execute-run.ts';
import type { PreparedRun } from '../answers/prepare/prepared-run.ts';
import type { Finding } from '../results/finding.ts';
import type { RunStatus, Store } from '../store/store.ts';
import { analyzeRuns } from './analyze-runs.ts';
import { servedWarnings } from './checks/served-models.ts';

/** A score as the screen of the same command shows it: one row of its table. */
interface Score
  extends Pick<Finding, 'experiment' | 'model' | 'condition' | 'measure' | 'fit' | 'chance' | 'constant'>,
    Pick<Finding['score'], 'value' | 'interval' | 'n'> {}

/** Summary of an executed run: the output of `seb run --json`. */
interface ExecutedRunSummary {
  readonly run: string;
  readonly status: RunStatus;
  readonly name: string | null;
  readonly calls: Readonly<Record<'expected' | 'found' | 'answered' | 'failed' | 'retries', number>>;
  /** US dollars of the whole run; `unpriced`: number of answers with unknown cost. */
  readonly cost: { readonly dollars: number; readonly unpriced: number };
  /** The scores of the findings; empty while the run is paused, and in experiments whose models predict nothing. */
  readonly scores: readonly Score[];
  /** What a user has to know about the models that answered; empty while the run is paused. */
  readonly warnings: readonly string[];
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
  if (status === 'paused') return { ...summary, scores: [], warnings: [] };
  const { results, served } = await analyzeRuns({ store, runs: await chosenRuns(store, [run]), experiments });
  return { ...summary, scores: results().findings.map(toScore), warnings: servedWarnings(served) };
}

function toScore({ experiment, model, condition, measure, fit, score, chance, constant }: Finding): Score {
  const { value, interval, n } = score;
  return { experiment, model, condition, measure, fit, value, interval, n, chance, constant };
}
