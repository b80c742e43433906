import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CallKey } from '../../domain/call.ts';
import type { RunId } from '../../domain/run-config.ts';
import { damaged } from '../database/damaged.ts';
import type { Database } from '../database/database.ts';
import { failureSchema, parseRow } from '../database/rows.ts';
import type { Tables } from '../database/tables.ts';
import type { FoundAnswer, StoredFailure } from '../store.ts';
import { readAnswerText } from './answer-text.ts';
import { BlockCache } from './block-cache.ts';
import { BucketedQuery } from './bucketed-query.ts';
import { chunksOf } from './chunks.ts';
import { compactKey, decompactKey } from './compact-key.ts';

/** Keys per query. */
const chunkSize = 512;

const maxTurnMs = 20;

type Row = Tables['answers'];

interface Asked {
  readonly key: CallKey;
  /** The call's text, if the caller knows it. */
  readonly text: string | undefined;
}

/** Looks up answers and failures by their keys. */
export class AnswerReader {
  readonly #database: Database;
  readonly #blocks: BlockCache;
  readonly #rows: BucketedQuery<string, Row>;
  readonly #keys: BucketedQuery<string, { key: string }>;
  readonly #failures: BucketedQuery<string, { key: string; run: string; failure: string }>;
  #gaveWayAt = 0;

  constructor(database: Database) {
    const { db } = database;
    this.#database = database;
    this.#blocks = new BlockCache(database);
    const own = (key: string) => [key];
    this.#rows = new BucketedQuery(
      (keys) => db.selectFrom('answers').select(['key', 'run', 'block', 'place', 'cost']).where('key', 'in', keys),
      own,
    );
    this.#keys = new BucketedQuery((keys) => db.selectFrom('answers').select('key').where('key', 'in', keys), own);
    this.#failures = new BucketedQuery(
      (keys) => db.selectFrom('failures').select(['key', 'run', 'failure']).where('key', 'in', keys),
      own,
    );
  }

  clearCache(): void {
    this.#blocks.clear();
  }

  /** Returns all failures of the store. */
  async allFailures(): Promise<readonly StoredFailure[]> {
    const rows = await this.#database.db.selectFrom('failures').selectAll().execute();
    const keys = rows.map(({ key }) => decompactKey(key));
    return [...(await this.failures(keys)).values()];
  }

  async answers(
    keys: readonly CallKey[],
    texts?: ReadonlyMap<CallKey, string>,
  ): Promise<ReadonlyMap<CallKey, FoundAnswer>> {
    const found = new Map<CallKey, FoundAnswer>();
    for await (const rows of this.#lookup(keys, this.#rows)) {
      const byBlock = Map.groupBy(rows, ({ row }) => row.block);
      const wanted = new Map(rows.map(({ row }) => [row.block, row] as const));
      for await (const [block, lines] of this.#blocks.read(wanted)) {
        for (const { key, row } of byBlock.get(block) ?? []) {
          found.set(key, this.#answerOf({ key, text: texts?.get(key) }, row, lines));
        }
      }
    }
    return found;
  }

  async existing(keys: readonly CallKey[]): Promise<ReadonlySet<CallKey>> {
    const found = new Set<CallKey>();
    for await (const rows of this.#lookup(keys, this.#keys)) for (const { key } of rows) found.add(key);
    return found;
  }

  async failures(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, StoredFailure>> {
    const found = new Map<CallKey, StoredFailure>();
    for await (const rows of this.#lookup(keys, this.#failures)) {
      for (const { key, row } of rows) {
        const failure = parseRow(failureSchema, row.failure, `the failure of call ${key}`);
        found.set(key, { key, run: row.run as RunId, ...failure }); // written from a RunId
      }
    }
    return found;
  }

  /** Returns the sum of the known costs of a run's answers, and the number of unknown costs. */
  async spent(run: RunId): Promise<{ readonly dollars: number; readonly unknown: number }> {
    const { dollars, unknown } = await this.#database.db
      .selectFrom('answers')
      .select([
        sql<number | null>`sum(cost)`.as('dollars'),
        sql<number | string>`count(*) - count(cost)`.as('unknown'), // PostgreSQL returns counts as text
      ])
      .where('run', '=', run)
      .executeTakeFirstOrThrow();
    return { dollars: dollars ?? 0, unknown: Number(unknown) };
  }

  #answerOf({ key, text }: Asked, { run, place: index, cost }: Row, lines: readonly string[]): FoundAnswer {
    try {
      return { key, run: run as RunId, cost, ...readAnswerText(lines[index] ?? '', key, text) }; // written from a RunId
    } catch (cause) {
      throw damaged(this.#database, `a stored answer of run ${run} is damaged (call ${key})`, cause);
    }
  }

  /**
   * Yields to the event loop: SQLite answers synchronously, so a long series of look-ups would block timers, signals
   * and sockets.
   */
  async #giveWay(): Promise<void> {
    if (performance.now() - this.#gaveWayAt < maxTurnMs) return;
    await nextTurn();
    this.#gaveWayAt = performance.now();
  }

  async *#lookup<R extends { key: string }>(
    keys: readonly CallKey[],
    query: BucketedQuery<string, R>,
  ): AsyncGenerator<readonly { readonly key: CallKey; readonly row: R }[]> {
    for (const chunk of chunksOf(keys, chunkSize)) {
      await this.#giveWay();
      const byCompact = new Map(chunk.map((key) => [compactKey(key), key] as const));
      const rows = await this.#database.read(query.for([...byCompact.keys()]));
      yield rows.flatMap((row) => {
        const key = byCompact.get(row.key);
        return key === undefined ? [] : [{ key, row }];
      });
    }
  }
}
