import type { PgBoss } from 'pg-boss';
import type { RunId } from '../../domain/run-config.ts';
import { installCommand } from '../../models/install-command.ts';
import type { PostgresLocation } from '../../store/location.ts';
import { connectionUrl } from '../../store/postgres/connection-url.ts';
import { explain } from '../../store/postgres/errors.ts';
import { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';
import type { BlockQueue, HeldBlock } from './block-queue.ts';
import { type Block, blockSchema } from './item-block.ts';
import { type QueuedBlocks, queuedBlocksFrom, queuedBlocksQuery, queuePrefix } from './queued-blocks.ts';

/** Version of pg-boss that is tested: its functions change within a minor version. */
const pgBossVersion = '12.38.0';

/** Seconds without a sign of its worker after which a block returns to the queue, and between looks for such blocks. */
const heartbeatSeconds = 10;
const monitorSeconds = 5;
const touchEveryMs = 3_000;

const nameOf = (run: RunId) => `${queuePrefix}${run}`;

/** Waits for a request of pg-boss, whose errors are those of `pg`: a restarted server must not end a worker. */
type Explained = <T>(request: Promise<T>) => Promise<T>;

/** The blocks of all runs, in the schema `pgboss` of the store's PostgreSQL database. */
export class PgBossBlocks {
  readonly #boss: PgBoss;
  readonly #explained: Explained;

  private constructor(boss: PgBoss, explained: Explained) {
    this.#boss = boss;
    this.#explained = explained;
  }

  /**
   * Connects to the queue and creates its tables if they are missing. AppError if pg-boss is not installed. All
   * functions of the queue throw an AppError, as the store does, where the server does not answer.
   */
  static async open(location: PostgresLocation): Promise<PgBossBlocks> {
    const { PgBoss } = await import('pg-boss').catch((cause: unknown) => {
      throw new AppError('no-queue-package', 'a queue needs the package pg-boss, which is not installed', {
        hint: `install it next to seb: ${installCommand(`pg-boss@${pgBossVersion}`)}`,
        cause,
      });
    });
    const boss = new PgBoss({
      connectionString: connectionUrl(location),
      application_name: 'seb queue',
      max: 2,
      schedule: false,
      superviseIntervalSeconds: monitorSeconds,
      monitorIntervalSeconds: monitorSeconds,
    });
    boss.on('error', () => {}); // a lost connection is replaced; a request that fails reports it
    const explained: Explained = (request) =>
      request.catch((error: unknown) => {
        throw explain(error, location.shown) ?? error;
      });
    await explained(boss.start());
    return new PgBossBlocks(boss, explained);
  }

  /** Adds blocks that are not in the queue yet. Returns the number of those added. */
  async put(run: RunId, blocks: readonly Block[]): Promise<number> {
    const name = nameOf(run);
    const day = 86_400;
    const creating = this.#boss.createQueue(name, {
      policy: 'exclusive', // one job for each singleton key, waiting or held
      heartbeatSeconds,
      expireInSeconds: day - 1,
      retentionSeconds: 3_650 * day,
      deleteAfterSeconds: day,
      retryLimit: 1_000_000,
    });
    await this.#explained(creating);
    const jobs = blocks.map((block) => ({
      data: block,
      singletonKey: `${block.experiment} ${block.part}`,
    }));
    const added = await this.#explained(this.#boss.insert(name, jobs, { returnId: true }));
    return added?.length ?? 0;
  }

  /** Returns the runs with blocks, the one with the oldest block first. */
  async runs(): Promise<readonly QueuedBlocks[]> {
    const { text, values } = queuedBlocksQuery;
    const { rows }: { rows: unknown[] } = await this.#explained(this.#boss.getDb().executeSql(text, values));
    return queuedBlocksFrom(rows);
  }

  /** Returns the queue of a run for this process. */
  of(run: RunId): BlockQueue {
    return new PgBossQueue(this.#boss, { name: nameOf(run), explained: this.#explained });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** Query of the number of blocks of a queue that were taken before a block and are held; without those of the worker itself. */
const heldBeforeQuery = `select count(*) as blocks from pgboss.job other, pgboss.job own
  where own.name = $1 and own.id = $2 and other.name = $1 and other.state = 'active' and other.id <> all($3)
  and (other.started_on, other.id) < (own.started_on, own.id)`;

interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

class PgBossQueue implements BlockQueue {
  readonly #boss: PgBoss;
  readonly #name: string;
  readonly #explained: Explained;
  readonly #held = new Map<string, Attempt>();
  readonly #timer: NodeJS.Timeout;

  constructor(boss: PgBoss, { name, explained }: { readonly name: string; readonly explained: Explained }) {
    this.#boss = boss;
    this.#name = name;
    this.#explained = explained;
    this.#timer = setInterval(() => {
      const held = [...this.#held.values()];
      if (held.length > 0) void boss.touch(name, held).catch(() => {}); // if the store stays away, the blocks return
    }, touchEveryMs);
    this.#timer.unref();
  }

  async next(): Promise<HeldBlock | null> {
    const fetching = this.#boss.fetch<unknown>(this.#name, { batchSize: 1, includeMetadata: true });
    const [job] = await this.#explained(fetching);
    if (job === undefined) return null;
    const attempt = { id: job.id, retryCount: job.retryCount };
    const parsed = blockSchema.safeParse(job.data);
    if (!parsed.success) {
      throw new AppError('bad-block', 'the queue holds items that are not part of their run', {
        hint: 'it was written by a different version; use the same version on every machine',
      });
    }
    this.#held.set(attempt.id, attempt);
    return { block: parsed.data, id: attempt.id };
  }

  async done({ id }: HeldBlock): Promise<void> {
    const attempt = this.#held.get(id);
    if (attempt === undefined) return;
    await this.#explained(this.#boss.complete(this.#name, attempt));
    this.#held.delete(id);
  }

  async heldBefore({ id }: HeldBlock): Promise<number> {
    const values = [this.#name, id, [...this.#held.keys()]];
    const { rows }: { rows: unknown[] } = await this.#explained(this.#boss.getDb().executeSql(heldBeforeQuery, values));
    return isRecord(rows[0]) ? Number(rows[0].blocks) : 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const held = [...this.#held.values()];
    this.#held.clear();
    if (held.length > 0) await this.#boss.fail(this.#name, held).catch(() => {}); // else they return without a heartbeat
  }
}
