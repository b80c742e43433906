import { chosenRuns } from '../answers/choose-runs.ts';
import type { RunResult } from '../answers/execute-run.ts';
import type { PreparedRun } from '../answers/prepare/prepared-run.ts';
import { readScoredItems } from '../answers/stored-run.ts';
import type { Experiments } from '../experiments/registry.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import type { Estimate } from '../results/estimate.ts';
import type { RunStatus, Store } from '../store/store.ts';
import { CategoricalPoints } from './categorical/categorical-points.ts';
import { ServedModels, servedWarnings } from './checks/served-models.ts';
import type { DataOf } from './contrasts/unit-tables.ts';
import { Accumulator } from './estimates/accumulate.ts';
import { type HeadlineScore, headlineEstimates } from './estimates/group-estimates.ts';
import { headlineOf } from './estimates/sums.ts';
import { dataOfRuns } from './units/data-of-runs.ts';

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
  const runs = await chosenRuns(store, [run]);
  const analyzer = new HeadlineAnalyzer({ experiments, dataOf: dataOfRuns(runs) });
  const served = new ServedModels();
  for await (const { item } of readScoredItems({ store, runs, experiments })) {
    for (const row of item.rows) analyzer.add(row);
    served.add(run, item.item, item.asked());
  }
  return { ...summary, scores: analyzer.scores().map(toScore), warnings: servedWarnings(served.list()) };
}

function toScore({ experiment, model, condition, measure, value, interval, n, baseRate }: HeadlineScore): Score {
  return { experiment, model, condition, measure, value, interval, n, baseRate };
}

interface HeadlineOptions {
  readonly experiments: Experiments;
  /** Returns the data of a run's experiment (`dataOfRuns`). */
  readonly dataOf: DataOf;
}

/**
 * Accumulates rows for the headline scores only, in a fraction of the time and modules of `Analyzer`: without comparisons
 * of models, judges and probabilities.
 */
class HeadlineAnalyzer {
  readonly #options: HeadlineOptions;
  readonly #accumulator: Accumulator;
  readonly #categories: CategoricalPoints;

  constructor(options: HeadlineOptions) {
    this.#options = options;
    this.#accumulator = new Accumulator(options.experiments);
    this.#categories = new CategoricalPoints(options.dataOf);
  }

  add(row: OutcomeRow): void {
    this.#accumulator.add(row);
    this.#categories.add(row);
  }

  /**
   * Returns the headline measure of each experiment, model and condition under the published policy, equal to that of
   * `Analyzer.finish`.
   */
  scores(): readonly HeadlineScore[] {
    const { experiments } = this.#options;
    const groups = this.#accumulator.groups();
    const options = { experiments, otherModels: () => null };
    const categorical = this.#categories.estimates(groups, options);
    const isHeadline = ({ experiment, measure, policy }: Estimate) =>
      measure === headlineOf(categorical, experiment) && policy === experiments.get(experiment)?.publishedPolicy;
    return [...headlineEstimates(groups, options), ...categorical.filter(isHeadline)];
  }
}
