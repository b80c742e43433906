import { z } from 'zod';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { storedDatasets } from '../store/stored-datasets.ts';
import { anyObject, checkArguments, experimentsShape, openStoreShape } from '../util/check-arguments.ts';
import { humanJudgements } from './outcomes/human-judgements.ts';
import { type ExecutionHalf, outcomesOf, type ScoredItem, scoredItems } from './outcomes/outcome-rows.ts';
import { ItemGroups } from './plan/item-groups.ts';
import { type ItemTask, itemTasks } from './plan/item-task.ts';

/** Returns the tasks of a stored run, with the items that it was created with. */
export async function storedWorks(
  store: Store,
  record: RunRecord,
  experiments: Experiments,
): Promise<Iterable<ItemTask>> {
  const datasets = await storedDatasets(store, record.config);
  return { [Symbol.iterator]: () => itemTasks(record.config, experiments, datasets) };
}

/** Returns a look-up of answers that refuses if a finished run lacks an answer because the store is damaged. */
function refusingLosses(
  store: Store,
  { id, status }: Pick<RunRecord, 'id' | 'status'>,
): Pick<Store, 'answers' | 'failures'> {
  let checked: Promise<void> | null = null;
  return {
    failures: (keys) => store.failures(keys),
    answers: async (keys, texts) => {
      const found = await store.answers(keys, texts);
      if (status === 'finished' && found.size < new Set(keys).size) {
        checked ??= store.refuseMissingAnswers(id);
        await checked;
      }
      return found;
    },
  };
}

const outcomesArguments = z.object({
  store: openStoreShape,
  record: z.looseObject({ id: z.string(), config: anyObject }),
  experiments: experimentsShape,
});

/** Yields every outcome of a run, read and scored again from the stored answers. */
export async function* runOutcomes(
  store: Store,
  record: RunRecord,
  experiments: Experiments,
): AsyncGenerator<OutcomeRow> {
  checkArguments('runOutcomes', outcomesArguments, { store, record, experiments });
  const { works, ...source } = await storedSource(store, record, experiments);
  yield* outcomesOf(works, source);
}

/** Yields each item of a run with the outcomes of half of its executions. */
export async function* halfOfRun(
  store: Store,
  record: RunRecord,
  { experiments, half }: { readonly experiments: Experiments; readonly half: ExecutionHalf },
): AsyncGenerator<ScoredItem> {
  const { works, ...source } = await storedSource(store, record, experiments);
  yield* scoredItems(works, { ...source, half });
}

/** Yields each item of a run with its outcomes and the calls behind them. */
export async function* runItems(store: Store, record: RunRecord, experiments: Experiments): AsyncGenerator<ScoredItem> {
  const { works, ...source } = await storedSource(store, record, experiments);
  yield* scoredItems(works, source);
}

/** Returns what scoring a stored run reads: its tasks, its answers, and the groups of its items. */
async function storedSource(store: Store, record: RunRecord, experiments: Experiments) {
  const { config, id, probabilityScale, stratum } = record;
  const datasets = await storedDatasets(store, config);
  const planned = config.experiments.map(({ name, dataset }) => ({
    experiment: experimentNamed(experiments, name),
    items: datasets.get(dataset.sha256)?.items ?? [],
  }));
  return {
    ...{ run: id, probabilityScale, stratum, store: refusingLosses(store, record), groups: new ItemGroups(planned) },
    works: { [Symbol.iterator]: () => itemTasks(config, experiments, datasets) },
  };
}

/** Runs whose items are read. */
export interface RunsOfStore {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  /** The experiments of the runs, and any others (`experimentRegistry`). */
  readonly experiments: Experiments;
}

/** A run whose items are read when they are asked for. */
interface ScoredRun {
  readonly run: RunRecord;
  /** Yields each scored item, people's labels included. */
  readonly items: () => AsyncGenerator<ScoredItem>;
}

/** Yields runs, with what reads and scores their items. */
export async function* readScoredRuns({ store, runs, experiments }: RunsOfStore): AsyncGenerator<ScoredRun> {
  const labeled = humanJudgements(await store.labels());
  store.clearCache();
  try {
    for (const run of runs) {
      yield {
        run,
        async *items() {
          for await (const item of runItems(store, run, experiments)) yield labeled(item);
        },
      };
    }
  } finally {
    store.clearCache();
  }
}

/** Yields each scored item of runs, people's labels included, with its run. */
export async function* readScoredItems(read: RunsOfStore): AsyncGenerator<{
  readonly run: RunRecord;
  readonly item: ScoredItem;
}> {
  for await (const { run, items } of readScoredRuns(read)) for await (const item of items()) yield { run, item };
}
