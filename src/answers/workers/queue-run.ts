import type { RunId } from '../../domain/run-config.ts';
import { defaultStoreLocation, type PostgresLocation, parseStoreLocation } from '../../store/location.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { openCalls, type Walk } from '../batch/open-calls.ts';
import { refuseOpenBatches } from '../batch/refuse-open-batches.ts';
import type { ItemTask } from '../plan/item-task.ts';
import { openInStore } from '../prepare/open-in-store.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { type Block, blocksOf } from './item-block.ts';
import { PgBossBlocks } from './pg-boss-queue.ts';
import type { QueuedBlocks } from './queued-blocks.ts';

/** A run whose blocks are in the queue. */
interface QueuedRun {
  readonly run: RunId;
  /** Blocks put into the queue now, and blocks in the queue. Both 0: every call has an answer. */
  readonly added: number;
  readonly waiting: number;
  readonly held: number;
}

/** Blocks added to the queue at once. */
const blocksAtOnce = 1000;

/** Returns the location of a store on PostgreSQL. AppError for an SQLite file, which one machine uses. */
export function queueLocation(location: string | undefined): PostgresLocation {
  const parsed = parseStoreLocation(location ?? defaultStoreLocation());
  if (parsed.kind === 'postgres') return parsed;
  throw new AppError('queue-needs-postgres', 'a queue needs a store on PostgreSQL, which all machines can reach', {
    hint: 'add --store postgres://USER:PASSWORD@HOST:PORT/DATABASE; on one machine, run without --queue',
  });
}

/** Uses the queue of a store and closes its connections. */
export async function withQueue<T>(location: PostgresLocation, use: (blocks: PgBossBlocks) => Promise<T>): Promise<T> {
  const blocks = await PgBossBlocks.open(location);
  try {
    return await use(blocks);
  } finally {
    await blocks.close().catch(() => {});
  }
}

/**
 * Creates the run in the store, or finds it there, and puts the blocks with open calls into the queue, from which
 * workers take them. The settings of this call (budget, concurrency) are those of the workers that begin later.
 */
export async function queueRun(
  prepared: PreparedRun,
  { store, blocks }: { readonly store: Store; readonly blocks: PgBossBlocks },
): Promise<QueuedRun> {
  const { id: run, settings } = prepared;
  const { provenance } = await openInStore(prepared, store);
  await refuseOpenBatches(store, run);
  if ((await store.finished(run)) !== null) return { run, added: 0, waiting: 0, held: 0 };
  await store.begin(run, settings);
  let added = 0;
  let group: Block[] = [];
  const put = async () => {
    added += await blocks.put(run, group);
    group = [];
  };
  for (const { block, tasks } of blocksOf({ ...prepared, provenance })) {
    if (!(await hasOpenCalls(tasks, store))) continue;
    group.push(block);
    if (group.length === blocksAtOnce) await put();
  }
  await put();
  const { waiting, held } = countsOf(await blocks.runs(), run);
  return { run, added, waiting, held };
}

/** Returns the counts of a run's blocks. */
export function countsOf(runs: readonly QueuedBlocks[], run: RunId): Omit<QueuedBlocks, 'run'> {
  return runs.find((each) => each.run === run) ?? { waiting: 0, held: 0 };
}

/** Returns whether any call of the tasks has no answer, including those that failed. */
async function hasOpenCalls(tasks: Iterable<ItemTask>, store: Store): Promise<boolean> {
  const walk: Walk = { answered: 0, payers: new Set() };
  for await (const _ of openCalls(tasks, { store, walk })) return true;
  return false;
}
