import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RunId } from '../config/run-config.ts';
import type { CallKey } from '../plan/call.ts';
import { AppError } from '../util/app-error.ts';
import { readAnswerText } from './answer-text.ts';
import { BlockCache } from './block-cache.ts';
import { chunksOf } from './chunks.ts';
import { compactKey } from './compact-key.ts';
import type { Database } from './database.ts';
import { failureSchema, parseRow } from './rows.ts';
import { SizedQuery } from './sized-query.ts';
import type { FoundAnswer, StoredFailure } from './store.ts';
import { StoredKeys } from './stored-keys.ts';
import type { Tables } from './tables.ts';

/** Keys a query. */
const chunkSize = 512;

const longestTurnMs = 20;

type Row = Tables['answers'];

/** Looks answers and failures up by their keys. */
export class AnswerReader {
  readonly #database: Database;
  readonly #blocks: BlockCache;
  readonly #stored: StoredKeys | null;
  readonly #rows: SizedQuery<string, Row>;
  readonly #keys: SizedQuery<string, { key: string }>;
  readonly #failures: SizedQuery<string, { key: string; run: string; failure: string }>;

  #gaveWayAt = 0;

  constructor(database: Database) {
    const { db, keysFrom } = database;
    this.#database = database;
    this.#stored = keysFrom === null ? null : new StoredKeys(keysFrom, () => this.#giveWay());
    this.#blocks = new BlockCache(database);
    const own = (key: string) => [key];
    this.#rows = new SizedQuery(
      (keys) => db.selectFrom('answers').select(['key', 'run', 'block', 'place', 'cost']).where('key', 'in', keys),
      own,
    );
    this.#keys = new SizedQuery((keys) => db.selectFrom('answers').select('key').where('key', 'in', keys), own);
    this.#failures = new SizedQuery(
      (keys) => db.selectFrom('failures').select(['key', 'run', 'failure']).where('key', 'in', keys),
      own,
    );
  }

  async answers(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, FoundAnswer>> {
    const found = new Map<CallKey, FoundAnswer>();
    for await (const rows of this.#lookup(this.#rows, keys, this.#stored)) {
      const byBlock = Map.groupBy(rows, ({ row }) => row.block);
      for await (const [block, lines] of this.#blocks.read(byBlock.keys())) {
        for (const { key, row } of byBlock.get(block) ?? []) found.set(key, answerOf(key, row, lines));
      }
    }
    return found;
  }

  async existing(keys: readonly CallKey[]): Promise<ReadonlySet<CallKey>> {
    const found = new Set<CallKey>();
    for await (const rows of this.#lookup(this.#keys, keys, this.#stored)) for (const { key } of rows) found.add(key);
    return found;
  }

  async failures(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, StoredFailure>> {
    const found = new Map<CallKey, StoredFailure>();
    for await (const rows of this.#lookup(this.#failures, keys, null)) {
      for (const { key, row } of rows) {
        const failure = parseRow(failureSchema, row.failure, `the failure of call ${key}`);
        found.set(key, { key, run: row.run as RunId, ...failure }); // written from a RunId
      }
    }
    return found;
  }

  /** Sum of the known costs of a run's answers, and how many costs are unknown. */
  async spent(run: RunId): Promise<{ readonly dollars: number; readonly unknown: number }> {
    const { dollars, unknown } = await this.#database.db
      .selectFrom('answers')
      .select([
        sql<number | null>`sum(cost)`.as('dollars'),
        sql<number | string>`count(*) - count(cost)`.as('unknown'), // PostgreSQL gives counts as text
      ])
      .where('run', '=', run)
      .executeTakeFirstOrThrow();
    return { dollars: dollars ?? 0, unknown: Number(unknown) };
  }

  /** SQLite answers at once, so a long series of look-ups would keep timers, signals and sockets waiting. */
  async #giveWay(): Promise<void> {
    if (performance.now() - this.#gaveWayAt < longestTurnMs) return;
    await nextTurn();
    this.#gaveWayAt = performance.now();
  }

  async *#lookup<R extends { key: string }>(
    query: SizedQuery<string, R>,
    keys: readonly CallKey[],
    stored: StoredKeys | null,
  ): AsyncGenerator<readonly { readonly key: CallKey; readonly row: R }[]> {
    for (const chunk of chunksOf(keys, chunkSize)) {
      await this.#giveWay();
      const byCompact = new Map(chunk.map((key) => [compactKey(key), key] as const));
      const asked = stored === null ? [...byCompact.keys()] : await stored.among([...byCompact.keys()]);
      if (asked.length === 0) continue;
      const rows = await this.#database.read(query.for(asked));
      stored?.wasVain(asked.length - rows.length);
      yield rows.flatMap((row) => {
        const key = byCompact.get(row.key);
        return key === undefined ? [] : [{ key, row }];
      });
    }
  }
}

function answerOf(key: CallKey, { run, place, cost }: Row, lines: readonly string[]): FoundAnswer {
  try {
    return { key, run: run as RunId, cost, ...readAnswerText(lines[place] ?? '') }; // written from a RunId
  } catch (cause) {
    throw new AppError('store-damaged', `the stored answer of call ${key} cannot be read`, {
      hint: 'restore a copy of the store',
      cause,
    });
  }
}
