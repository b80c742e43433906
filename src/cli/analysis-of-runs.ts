import { type Analysis, analyseAll } from '../analyse/analyse.ts';
import { type ConditionSpread, conditionSpreads } from '../analyse/conditions.ts';
import { conditionsOfRuns, dataOfRuns } from '../analyse/data-of-runs.ts';
import type { JudgeAgreement } from '../analyse/judges.ts';
import { loadConfig } from '../config/load.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { runOutcomes } from '../pipeline.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import type { RunRecord, Store } from '../store/store.ts';

/** An analysis with what is only computed where it is asked for. */
export interface RunsAnalysis extends Analysis {
  /** How measures vary over the conditions of each run that has several: the headline of each experiment, or all. */
  spreads(measures: 'headlines' | 'all'): readonly ConditionSpread[];
  agreements(): readonly JudgeAgreement[];
}

/** Reads, scores and analyses runs of a store: estimates, and what comparing their models and conditions needs. */
export async function analysisOfRuns(store: Store, runs: readonly RunRecord[], seed: number): Promise<RunsAnalysis> {
  const experiments = experimentRegistry((await loadConfig(null)).experiments ?? []);
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const run of runs) yield* runOutcomes(store, run, experiments);
  }
  const analysis = await analyseAll(rows(), { experiments, seed, dataOf: dataOfRuns(runs) });
  const options = { experiments, conditionsOf: conditionsOfRuns(runs), seed };
  return {
    ...analysis,
    spreads: (measures) =>
      (['parsed', 'failures-wrong'] as const).flatMap((policy) =>
        conditionSpreads(analysis.groups, { ...options, policy, measures }),
      ),
    agreements: () => analysis.judges.agreements(seed),
  };
}
