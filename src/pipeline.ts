import { carryOut, type Ending, type OpenModel, type Sitting } from './call/carry-out.ts';
import { alreadyAnswered, type Progress } from './call/progress.ts';
import { type RunConfig, type RunId, type RunSettings, runId } from './config/run-config.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { Experiments } from './experiments/registry.ts';
import type { CallKey } from './plan/call.ts';
import { countCalls } from './plan/count-calls.ts';
import { ItemAnswers } from './plan/settle.ts';
import { type Datasets, keyed, type Work, workOf } from './plan/work.ts';
import type { OutcomeRow } from './score/outcome.ts';
import { outcomesOf, type ScoredItem, scoredItems } from './score/outcomes.ts';
import type { Provenance, RunRecord, RunStatus, Store } from './store/store.ts';
import { AppError } from './util/app-error.ts';

/** A run with everything that carrying it out needs. */
export interface PreparedRun {
  readonly config: RunConfig;
  readonly settings: RunSettings;
  readonly provenance: Provenance;
  readonly experiments: Experiments;
  readonly datasets: Datasets;
  /** By identity. */
  readonly models: ReadonlyMap<string, OpenModel>;
}

export interface RunResult {
  readonly run: RunId;
  readonly status: RunStatus;
  readonly ending: Ending;
  readonly progress: Progress;
}

const statusOf: Record<Ending['kind'], RunStatus> = {
  finished: 'finished',
  incomplete: 'incomplete',
  paused: 'paused',
  'gave-up': 'paused',
};

/** Makes the run in the store (or finds it there) and carries out what has no answer yet. Running it again resumes it. */
export async function executeRun(
  prepared: PreparedRun,
  { store, stop, onProgress }: Pick<Sitting, 'store' | 'stop' | 'onProgress'>,
): Promise<RunResult> {
  const { config, settings, experiments, datasets, models } = prepared;
  const run = runId(config);
  for (const dataset of datasets.values()) await store.putDataset(dataset);
  const { status: before } = await store.openRun({ id: run, config, provenance: prepared.provenance });
  const finished = await store.finished(run);
  const works = () => workOf(config, experiments, datasets);
  if (finished !== null && (await hasAnswers(store, workOf(config, experiments, firstItems(datasets))))) {
    if (before !== 'finished') await store.setStatus(run, 'finished'); // killed while it was gone through again
    const { dollars } = await store.spent(run);
    return {
      run,
      status: 'finished',
      ending: { kind: 'finished' },
      progress: alreadyAnswered(finished.calls, dollars),
    };
  }
  const lease = await store.lease(run);
  if (lease === null) {
    throw new AppError('run-busy', `another process is carrying out run ${run}`, {
      hint: 'wait for it or stop it; nothing was sent from here',
    });
  }
  try {
    await store.begin(run, settings);
    const expected = await countCalls(works());
    const sitting = { run, store, models, settings, expected, onProgress };
    const ended = await carryOut(works(), { ...sitting, stop: AbortSignal.any([stop, lease.lost]) });
    const { ending, progress, payers } = ended;
    if (lease.lost.aborted) {
      throw new AppError('run-taken', `run ${run} was let go of: this process was suspended, or the store was away`, {
        hint: 'what came in is kept; resume it unless another process has gone on with it',
      });
    }
    const status = statusOf[ending.kind];
    if (ending.kind === 'finished') await store.finish(run, { calls: expected, payers });
    else await store.setStatus(run, status);
    return { run, status, ending, progress };
  } finally {
    await lease.release();
  }
}

/** A look at the first items: an experiment of one's own whose prompts were changed asks other calls than it did. */
function firstItems(datasets: Datasets): Datasets {
  const first = ([sha256, dataset]: [string, Dataset]) =>
    [sha256, { ...dataset, items: firstOf(dataset.items) }] as const;
  return new Map([...datasets].map(first));
}

function firstOf<Item>(items: Iterable<Item>): readonly Item[] {
  for (const item of items) return [item];
  return [];
}

async function hasAnswers(store: Store, works: Iterable<Work>): Promise<boolean> {
  const keys = new Set<CallKey>();
  for (const work of works) {
    for (const call of work.experiment.plan(work.context, new ItemAnswers())) keys.add(keyed(work, call).key);
  }
  return (await store.existing([...keys])).size === keys.size;
}

/** The works of a run that is in the store, with the items that it was made with. */
export async function storedWorks(store: Store, record: RunRecord, experiments: Experiments): Promise<Iterable<Work>> {
  const datasets = await storedDatasets(store, record.config);
  return { [Symbol.iterator]: () => workOf(record.config, experiments, datasets) };
}

export async function storedDatasets(store: Store, config: RunConfig): Promise<Datasets> {
  const datasets = new Map<string, Dataset>();
  for (const { dataset } of config.experiments) {
    const found = await store.dataset(dataset.sha256);
    if (found !== null) datasets.set(dataset.sha256, found);
  }
  return datasets;
}

/** Every outcome of a run, read and scored anew from the stored answers. */
export async function* runOutcomes(
  store: Store,
  record: RunRecord,
  experiments: Experiments,
): AsyncGenerator<OutcomeRow> {
  yield* outcomesOf(await storedWorks(store, record, experiments), { run: record.id, store });
}

/** The same item by item, with the calls behind each. */
export async function* runItems(store: Store, record: RunRecord, experiments: Experiments): AsyncGenerator<ScoredItem> {
  yield* scoredItems(await storedWorks(store, record, experiments), { run: record.id, store });
}
