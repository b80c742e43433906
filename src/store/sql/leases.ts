import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import { retryTransient } from '../database/retry-transient.ts';
import { translateErrors } from '../database/translate-errors.ts';
import type { TrainingJobKey } from '../event.ts';
import { ended, type LeaseOwner } from '../lease-owner.ts';
import type { Lease, WorkerLease } from '../store.ts';
import { budgetSlice } from '../workers/budget-slice.ts';
import { endpointShare } from '../workers/endpoint-shares.ts';
import { runOfWorker, type WorkerKey, workerKey } from '../workers/worker-key.ts';
import { LeaseClaims } from './claims.ts';
import { HeldMoney } from './held-money.ts';

/** Milliseconds after which a lease that is not renewed expires. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;

type LeaseKey = RunId | TrainingJobKey | WorkerKey;

interface LeaseKind {
  readonly isWorker: boolean;
  /** Time at which the commit that took the lease was sent, on its clock. */
  readonly sentAt: number;
}

/**
 * Returns the milliseconds on the clock of a lease. A worker's items may go to another machine while this one sleeps,
 * which only the wall clock counts. A single process uses the monotonic clock, so that a changed wall clock does not stop
 * it.
 */
function leaseClock({ isWorker }: Pick<LeaseKind, 'isWorker'>): number {
  return isWorker ? Date.now() : performance.now();
}

/** Leases on runs: one process executes a run at a time, on any machine. */
export class Leases {
  readonly #database: Database;
  readonly #held = new Set<Lease>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes the lease; null when a live process holds it. On this host the process counts and not the clock: a running one
   * keeps an expired lease, a dead one has none.
   */
  async take(run: RunId | TrainingJobKey): Promise<Lease | null> {
    const { db, owners } = this.#database;
    const holder = await db.selectFrom('leases').selectAll().where('run', '=', run).executeTakeFirst();
    const state = holder === undefined ? 'unknown' : holder.expires_at === ended ? 'ended' : owners.stateOf(holder);
    if (state === 'running') return null;
    const { owner, host, pid } = owners.self();
    const { now } = this.#database.sql;
    const sentAt = leaseClock({ isWorker: false }); // the reply may come long after the commit, to a process that was suspended
    const [, rows] = await this.#database.commit([
      this.#boundExpiries(),
      db
        .insertInto('leases')
        .values({ run, owner, host, pid, expires_at: this.#expiry() })
        .onConflict((conflict) =>
          conflict
            .column('run')
            .doUpdateSet((row) => ({
              owner: row.ref('excluded.owner'),
              host: row.ref('excluded.host'),
              pid: row.ref('excluded.pid'),
              expires_at: row.ref('excluded.expires_at'),
            }))
            .where('leases.owner', '=', holder?.owner ?? '')
            .where(({ eb }) => (state === 'ended' ? sql.lit(true) : eb('leases.expires_at', '<', now))),
        )
        .returning('owner')
        .compile(),
      ...this.#chargeHeld(run, owner),
      db
        .deleteFrom('claims')
        .where('owner', '=', holder?.owner ?? '')
        .where(({ exists }) => exists(db.selectFrom('leases').select('owner').where('owner', '=', owner)))
        .compile(),
    ]);
    return rows?.length === 1 ? this.#keep(run, { owner, host, pid }, { isWorker: false, sentAt }) : null;
  }

  /** Takes the lease of a new worker of a run. */
  async takeWorker(run: RunId): Promise<WorkerLease> {
    const key = workerKey(run);
    const self = this.#database.owners.self();
    const { owner } = self;
    const row = { run: key, ...self, expires_at: this.#expiry() };
    const sentAt = leaseClock({ isWorker: true });
    await retryTransient(this.#database, () =>
      this.#database.commit([
        this.#boundExpiries(),
        this.#database.db
          .insertInto('leases')
          .values(row)
          .onConflict((conflict) => conflict.column('run').doNothing())
          .compile(),
      ]),
    );
    return {
      ...this.#keep(key, self, { isWorker: true, sentAt }),
      share: (request) => translateErrors(this.#database, () => endpointShare(this.#database, owner, request)),
      draw: (request) => translateErrors(this.#database, () => budgetSlice(this.#database, { run, owner }, request)),
    };
  }

  /**
   * Counts what a dead owner held for its calls in flight as a possible charge of the run. Runs after the take-over in one
   * transaction, so that it happens once.
   */
  #chargeHeld(run: RunId | TrainingJobKey, owner: string) {
    const { db } = this.#database;
    const mine = db.selectFrom('leases').where('run', '=', run).where('owner', '=', owner).where('reserved', '>', 0);
    const charge = mine.select([sql.lit(randomUUID()).as('id'), 'run', 'reserved as dollars']);
    return [
      db.insertInto('charges').columns(['id', 'run', 'dollars']).expression(charge).compile(),
      db.updateTable('leases').set({ reserved: 0 }).where('run', '=', run).where('owner', '=', owner).compile(),
    ];
  }

  /** Counts money of calls whose answers could not be stored as a possible charge, unless that was done when the lease ended. */
  #chargeUnstored({
    run,
    owner,
    dollars,
  }: {
    readonly run: LeaseKey;
    readonly owner: string;
    readonly dollars: number;
  }) {
    if (dollars <= 0) return [];
    const { db } = this.#database;
    const mine = db
      .selectFrom('leases')
      .where('run', '=', run)
      .where('owner', '=', owner)
      .where('expires_at', '>', ended);
    const charge = mine.select([
      sql.lit(randomUUID()).as('id'),
      sql.val(runOfWorker(run)).as('run'),
      sql<number>`cast(${sql.lit(dollars)} as double precision)`.as('dollars'),
    ]);
    return [db.insertInto('charges').columns(['id', 'run', 'dollars']).expression(charge).compile()];
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#held].map((lease) => lease.release()));
  }

  /**
   * Bounds leases that would last longer than a new one: the clock of the store was set back. Otherwise the lease of a dead
   * process, with its money and its claims, would last until the clock is where it was.
   */
  #boundExpiries() {
    const expiry = this.#expiry();
    const { db } = this.#database;
    return db.updateTable('leases').set({ expires_at: expiry }).where('expires_at', '>', expiry).compile();
  }

  #expiry() {
    return sql<number>`${this.#database.sql.now} + ${sql.lit(leaseMs)}`;
  }

  /** Renews the lease until it is released or lost. A worker's dollars are drawn (budget-slice.ts), not held. */
  #keep(run: LeaseKey, self: LeaseOwner, { isWorker, sentAt: takenAt }: LeaseKind): Lease {
    const { owner } = self;
    const lost = new AbortController();
    const { db } = this.#database;
    const mine = db
      .updateTable('leases')
      .where('run', '=', run)
      .where('owner', '=', owner)
      .where('expires_at', '>', ended);
    const held = new HeldMoney((dollars) =>
      retryTransient(this.#database, () => this.#database.commit([mine.set({ reserved: dollars }).compile()])),
    );
    const renewal = (reserved: number) =>
      mine
        .set({ expires_at: this.#expiry(), ...(isWorker ? {} : { reserved }) })
        .returning('owner')
        .compile();
    const now = () => leaseClock({ isWorker });
    let renewedAt = takenAt;
    const isOld = () => Math.abs(now() - renewedAt) > leaseMs;
    const renew = async () => {
      const sentAt = now();
      const [rows] = await held.renew((reserved) => this.#database.commit([renewal(reserved), this.#boundExpiries()]));
      if (rows?.length === 1) renewedAt = sentAt;
      else lost.abort();
    };
    const timer = setInterval(() => {
      renew().catch(() => {
        if (isOld()) lost.abort(); // before that, the next renewal may succeed
      });
    }, renewEveryMs);
    timer.unref();
    const claims = new LeaseClaims(this.#database, { ...self, isWorker });
    const lease: Lease = {
      claims,
      isCurrent: () => !lost.signal.aborted && !isOld(),
      hold: async (reserved) => {
        if (isWorker) held.watch(reserved);
        else await translateErrors(this.#database, () => held.raise(reserved));
      },
      lost: lost.signal,
      release: async () => {
        clearInterval(timer);
        if (!this.#held.delete(lease)) return;
        await claims.drain();
        const removals = [
          ...this.#chargeUnstored({ run, owner, dollars: held.reserved }),
          db.deleteFrom('claims').where('owner', '=', owner).compile(),
          ...(isWorker ? [db.deleteFrom('endpoint_shares').where('owner', '=', owner).compile()] : []),
          db.deleteFrom('leases').where('run', '=', run).where('owner', '=', owner).compile(),
        ];
        await translateErrors(this.#database, () =>
          retryTransient(this.#database, () => this.#database.commit(removals)),
        );
      },
    };
    this.#held.add(lease);
    return lease;
  }
}
