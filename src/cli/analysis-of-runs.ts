import { type Analysis, analyseAll } from '../analyse/analyse.ts';
import { dataOfRuns } from '../analyse/data-of-runs.ts';
import { loadConfig } from '../config/load.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { runOutcomes } from '../pipeline.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import type { RunRecord, Store } from '../store/store.ts';

/** Reads, scores and analyses runs of a store: estimates, and what comparing their models needs. */
export async function analysisOfRuns(store: Store, runs: readonly RunRecord[], seed: number): Promise<Analysis> {
  const experiments = experimentRegistry((await loadConfig(null)).experiments ?? []);
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const run of runs) yield* runOutcomes(store, run, experiments);
  }
  return analyseAll(rows(), { experiments, seed, dataOf: dataOfRuns(runs) });
}
