import { type CompiledQuery, sql as sqlText } from 'kysely';
import type { CallKey } from '../../domain/call.ts';
import { compactKey } from '../answers/compact-key.ts';
import { GroupCommit } from '../answers/group-commit.ts';
import type { Database } from '../database/database.ts';
import { retryTransient } from '../database/retry-transient.ts';
import type { Tables } from '../database/tables.ts';
import { translateErrors } from '../database/translate-errors.ts';
import { ended, isLive, type LeaseOwner } from '../lease-owner.ts';
import type { Claims } from '../store.ts';

interface Entry {
  readonly kind: 'claim' | 'release';
  /** The key in compact form. */
  readonly key: string;
}

/** The owner of claims; a worker makes claims even while it works alone. */
type ClaimHolder = LeaseOwner & { readonly isWorker: boolean };

/** The claims on calls of a lease's run. A claim is valid as long as its owner's lease. */
export class LeaseClaims implements Claims {
  readonly #database: Database;
  readonly #holder: ClaimHolder;
  readonly #group: GroupCommit<Entry, boolean>;

  constructor(database: Database, holder: ClaimHolder) {
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
    return this.#holder.isWorker || (await this.#others()).live.length > 0;
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
    const { live: others } = await this.#others();
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

  /**
   * Returns the owners of the other leases: `live` (a running process of this host, whatever the clock says), `dead` (its
   * process has ended, or its lease has been ended), and `expired`, which may still be renewed.
   */
  async #others(): Promise<Readonly<Record<'live' | 'dead' | 'expired', readonly string[]>>> {
    const { db, sql, owners } = this.#database;
    const rows = await this.#safely(() =>
      db
        .selectFrom('leases')
        .select(['owner', 'host', 'pid', 'expires_at', ({ eb }) => eb('expires_at', '>', sql.now).as('valid')])
        .where('owner', '<>', this.#holder.owner)
        .execute(),
    );
    const stateOf = (row: (typeof rows)[number]) => {
      if (isLive(owners, row, Boolean(row.valid))) return 'live';
      return row.expires_at === ended || owners.stateOf(row) === 'ended' ? 'dead' : 'expired';
    };
    const { live = [], dead = [], expired = [] } = Object.groupBy(rows, stateOf);
    const names = (group: typeof rows) => group.map(({ owner }) => owner);
    return { live: names(live), dead: names(dead), expired: names(expired) };
  }

  /** Takes the claims that no live run has, and releases those that are given up. */
  async #commit(entries: readonly Entry[]): Promise<readonly boolean[]> {
    const keysOf = (kind: Entry['kind']) =>
      [...new Set(entries.filter((entry) => entry.kind === kind).map(({ key }) => key))].toSorted(); // the same order in all processes prevents deadlock
    const [claimed, released] = [keysOf('claim'), keysOf('release')];
    const queries = [...(await this.#claimQueries(claimed)), ...this.#releaseQueries(released)];
    const rows = await this.#database.commit(queries);
    const taken = new Set(claimed.length === 0 ? [] : rows[1]?.map(({ key }) => key));
    return entries.map(({ key }) => taken.has(key));
  }

  /**
   * A claim is taken over only where its owner's death is certain: a second process may have claimed the call after its
   * lease was looked up. An expired lease ends with it in the same transaction, so that its owner cannot renew it.
   */
  async #claimQueries(keys: readonly string[]): Promise<readonly CompiledQuery[]> {
    if (keys.length === 0) return [];
    const { dead, expired } = await this.#others();
    const { owner } = this.#holder;
    const { db, sql } = this.#database;
    const wanted = db.selectFrom('claims').where('key', 'in', keys).select('owner');
    const ending = db
      .updateTable('leases')
      .set({ expires_at: ended })
      .where('owner', 'in', ['', ...expired])
      .where('owner', 'in', wanted)
      .where('expires_at', '<=', sql.now);
    const over = db
      .selectFrom('leases')
      .select('owner')
      .where('owner', 'in', ['', ...expired])
      .where('expires_at', '=', ended);
    const rows = sqlText.join(keys.map((key) => sqlText`(${key})`));
    const own = db.selectFrom('leases').select('owner').where('owner', '=', owner);
    const insertion = db
      .insertInto('claims')
      .columns(['key', 'owner'])
      .expression(
        sqlText<Tables['claims']>`select column1, ${owner} from (values ${rows}) as wanted
          where exists ${own.where('expires_at', '>', ended)}`,
      )
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ owner })
          .where(({ eb, or }) => or([eb('claims.owner', 'in', [owner, ...dead]), eb('claims.owner', 'in', over)])),
      )
      .returning('key');
    return [ending.compile(), insertion.compile()];
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
