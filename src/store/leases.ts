import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RunId } from '../domain/run-config.ts';
import { LeaseClaims } from './claims.ts';
import type { Database } from './database.ts';
import { HeldMoney } from './held-money.ts';
import { type LeaseOwner, newLeaseOwner, ownerState } from './lease-owner.ts';
import type { TrainingJobKey } from './records/training-event.ts';
import { retryTransient } from './retry-transient.ts';
import type { Lease } from './store.ts';
import { translateErrors } from './translate-errors.ts';

/** Milliseconds after which a lease that is not renewed expires. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;

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
    const { db } = this.#database;
    const holder = await db.selectFrom('leases').selectAll().where('run', '=', run).executeTakeFirst();
    const state = holder === undefined ? 'unknown' : ownerState(holder);
    if (state === 'running') return null;
    const { owner, host, pid } = newLeaseOwner();
    const { now } = this.#database.sql;
    const [rows] = await this.#database.commit([
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
      // Deletes claims of killed processes. An expired lease may still be renewed, so its claims stay.
      db.deleteFrom('claims').where('owner', 'not in', db.selectFrom('leases').select('owner')).compile(),
    ]);
    return rows?.length === 1 ? this.#keep(run, { owner, host, pid }) : null;
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

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#held].map((lease) => lease.release()));
  }

  #expiry() {
    return sql<number>`${this.#database.sql.now} + ${sql.lit(leaseMs)}`;
  }

  #keep(run: RunId | TrainingJobKey, self: LeaseOwner): Lease {
    const { owner } = self;
    const lost = new AbortController();
    const { db } = this.#database;
    const mine = db.updateTable('leases').where('run', '=', run).where('owner', '=', owner);
    const held = new HeldMoney((dollars) =>
      retryTransient(this.#database, () => this.#database.commit([mine.set({ reserved: dollars }).compile()])),
    );
    const renewal = (reserved: number) =>
      mine.set({ expires_at: this.#expiry(), reserved }).returning('owner').compile();
    let renewedAt = performance.now();
    const renew = async () => {
      const sentAt = performance.now();
      const [rows] = await held.renew((reserved) => this.#database.commit([renewal(reserved)]));
      if (rows?.length === 1) renewedAt = sentAt;
      else lost.abort();
    };
    const timer = setInterval(() => {
      renew().catch(() => {
        if (performance.now() - renewedAt > leaseMs) lost.abort(); // before that, the next renewal may succeed
      });
    }, renewEveryMs);
    timer.unref();
    const claims = new LeaseClaims(this.#database, self);
    const lease: Lease = {
      claims,
      hold: (reserved) => translateErrors(this.#database, () => held.raise(reserved)),
      lost: lost.signal,
      release: async () => {
        clearInterval(timer);
        if (!this.#held.delete(lease)) return;
        await claims.drain();
        const removals = [
          db.deleteFrom('claims').where('owner', '=', owner).compile(),
          db.deleteFrom('leases').where('run', '=', run).where('owner', '=', owner).compile(),
        ];
        await translateErrors(this.#database, () => this.#database.commit(removals));
      },
    };
    this.#held.add(lease);
    return lease;
  }
}
