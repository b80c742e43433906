import type { Experiments } from '../experiments/registry.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { runItems } from './execute-run.ts';
import { humanJudgements } from './score/human-judgements.ts';
import type { ScoredItem } from './score/outcomes.ts';

/** Runs whose items are read. */
export interface RunsOfStore {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  /** The experiments of the runs, and any others (`experimentRegistry`). */
  readonly experiments: Experiments;
}

/** Yields each scored item of runs, people's labels included, with its run. */
export async function* readItems({ store, runs, experiments }: RunsOfStore): AsyncGenerator<{
  readonly run: RunRecord;
  readonly item: ScoredItem;
}> {
  const labeled = humanJudgements(await store.labels());
  store.clearCache();
  try {
    for (const run of runs) {
      for await (const item of runItems(store, run, experiments)) yield { run, item: labeled(item) };
    }
  } finally {
    store.clearCache();
  }
}
