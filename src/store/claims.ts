import type { CompiledQuery } from 'kysely';
import type { CallKey } from '../domain/call.ts';
import { compactKey } from './answers/compact-key.ts';
import { GroupCommit } from './answers/group-commit.ts';
import type { Database } from './database.ts';
import { isLive, type LeaseOwner } from './lease-owner.ts';
import { retryTransient } from './retry-transient.ts';
import type { Claims } from './store.ts';
import { translateErrors } from './translate-errors.ts';

interface Entry {
  readonly kind: 'claim' | 'release';
  /** The key in compact form. */
  readonly key: string;
}

/** The claims on calls of a lease's run. A claim is valid as long as its owner's lease. */
export class LeaseClaims implements Claims {
  readonly #database: Database;
  readonly #holder: LeaseOwner;
  readonly #group: GroupCommit<Entry, boolean>;

  constructor(database: Database, holder: LeaseOwner) {
    this.#database = database;
    this.#holder = holder;
    this.#group = new GroupCommit({
      commit: (entries) => this.#safely(() => this.#commit(entries)),
      weight: () => 1,
      maxWeight: 256,
      maxEntries: 256,
      paceMs: 0,
      enough: 1,
    });
  }

  async isShared(): Promise<boolean> {
    return (await this.#otherOwners()).length > 0;
  }

  claim(key: CallKey): Promise<boolean> {
    return this.#group.add({ kind: 'claim', key: compactKey(key) });
  }

  async release(key: CallKey): Promise<void> {
    await this.#group.add({ kind: 'release', key: compactKey(key) }).catch(() => {});
  }

  /** Resolves when no write is pending. */
  drain(): Promise<void> {
    return this.#group.drain();
  }

  async unclaimed(keys: readonly CallKey[]): Promise<readonly CallKey[]> {
    const others = await this.#otherOwners();
    if (others.length === 0 || keys.length === 0) return keys;
    const rows = await this.#safely(() =>
      this.#database.db
        .selectFrom('claims')
        .select('key')
        .where('owner', 'in', others)
        .where('key', 'in', keys.map(compactKey))
        .execute(),
    );
    const held = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => !held.has(compactKey(key)));
  }

  /** Returns the owners of live leases, except this one: a running process of this host, whatever the clock says. */
  async #otherOwners(): Promise<readonly string[]> {
    const { db, sql } = this.#database;
    const rows = await this.#safely(() =>
      db
        .selectFrom('leases')
        .select(['owner', 'host', 'pid', ({ eb }) => eb('expires_at', '>', sql.now).as('valid')])
        .where('owner', '<>', this.#holder.owner)
        .execute(),
    );
    return rows.filter((row) => isLive(row, Boolean(row.valid))).map(({ owner }) => owner);
  }

  /** Takes the claims that no live run has, and releases those that are given up. */
  async #commit(entries: readonly Entry[]): Promise<readonly boolean[]> {
    const keysOf = (kind: Entry['kind']) =>
      [...new Set(entries.filter((entry) => entry.kind === kind).map(({ key }) => key))].toSorted(); // the same order in all processes prevents deadlock
    const [claimed, released] = [keysOf('claim'), keysOf('release')];
    const queries = [...(await this.#claimQueries(claimed)), ...this.#releaseQueries(released)];
    const [rows] = await this.#database.commit(queries);
    const taken = new Set(claimed.length === 0 ? [] : rows?.map(({ key }) => key));
    return entries.map(({ key }) => taken.has(key));
  }

  async #claimQueries(keys: readonly string[]): Promise<readonly CompiledQuery[]> {
    if (keys.length === 0) return [];
    const others = await this.#otherOwners();
    const { owner } = this.#holder;
    const insertion = this.#database.db
      .insertInto('claims')
      .values(keys.map((key) => ({ key, owner })))
      .onConflict((conflict) => {
        const update = conflict.column('key').doUpdateSet({ owner });
        return others.length === 0 ? update : update.where('claims.owner', 'not in', others);
      })
      .returning('key');
    return [insertion.compile()];
  }

  #releaseQueries(keys: readonly string[]): readonly CompiledQuery[] {
    if (keys.length === 0) return [];
    const { owner } = this.#holder;
    return [this.#database.db.deleteFrom('claims').where('owner', '=', owner).where('key', 'in', keys).compile()];
  }

  /** Retries a transient failure. Every query and commit of this class is idempotent. */
  #safely<Result>(operation: () => Promise<Result>): Promise<Result> {
    return translateErrors(this.#database, () => retryTransient(this.#database, operation));
  }
}
