import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, sql } from 'kysely';
import type { CallKey } from '../../../src/domain/call.ts';
import { compactKey } from '../../../src/store/answers/compact-key.ts';
import type { Database, Rows } from '../../../src/store/database/database.ts';
import { schemaVersion } from '../../../src/store/database/migrate.ts';
import { type LeaseOwners, systemOwners } from '../../../src/store/lease-owner.ts';
import { storeOf } from '../../../src/store/sql/migrated-store.ts';
import { commitTogether } from '../../../src/store/sqlite/commit.ts';
import { SqliteFault, sqliteErrorCode } from '../../../src/store/sqlite/errors.ts';
import { sqliteDatabase } from '../../../src/store/sqlite/open.ts';
import { Statements } from '../../../src/store/sqlite/statements.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Scenario } from './scenario.ts';
import { type SimulatedProcess, virtualTime } from './virtual-time.ts';

const maxSlowCommitMs = 20_000;

let schema: Promise<string> | null = null;

/** Returns the SQL of a new store, made once: migrating a store takes longer than a history. */
export function schemaSql(): Promise<string> {
  schema ??= migratedSchema();
  return schema;
}

async function migratedSchema(): Promise<string> {
  const connection = new DatabaseSync(':memory:');
  const statements = new Statements(connection);
  const store = await storeOf(
    sqliteDatabase(connection, {
      commit: async (queries) => commitTogether(connection, statements, queries),
      owners: systemOwners,
      now: sql`0`,
      location: 'simulated',
      close: async () => {},
    }),
  );
  await store.close();
  const made = connection
    .prepare("select sql from sqlite_master where sql is not null and name not like 'sqlite_%'")
    .all();
  connection.close();
  const version = `insert into schema_version (version) values (${schemaVersion})`;
  return [...made.map((row) => String(row.sql)), version].join(';\n');
}

/** An SQLite file in memory that simulated processes share. Transactions are atomic; a commit takes time and may fail. */
export class SimulatedStore {
  readonly #scenario: Scenario;
  readonly #connection = new DatabaseSync(':memory:');
  readonly #statements = new Statements(this.#connection);
  #seen = new Map<string, string>();
  readonly #storedBy = new Map<string, SimulatedProcess>();
  /** Virtual time of the last commit of an answer or a failure. */
  lastProgress = 0;
  /** The owner of each lease on a run, and the virtual time at which it took it. */
  readonly #holders = new Map<string, { readonly owner: string; readonly since: number }>();

  /** `schema`: SQL that creates the tables (`schemaSql`). */
  constructor(scenario: Scenario, schema: string) {
    this.#scenario = scenario;
    this.#connection.exec(schema);
    this.#connection.function('virtual_now', () => virtualTime.wallNow());
  }

  /** Opens the store as a process. */
  open(process: SimulatedProcess): Promise<Store> {
    return storeOf(this.#databaseOf(process));
  }

  /** Returns the rows of a query on what is stored. */
  rows(text: string): readonly Readonly<Record<string, unknown>>[] {
    return this.#connection.prepare(text).all();
  }

  /** Number of answers. */
  get answers(): number {
    return Number(this.rows('select count(*) as n from answers')[0]?.n ?? 0);
  }

  /** The process that stored the answer of a call; null if it is not stored. */
  storedBy(key: CallKey): SimulatedProcess | null {
    return this.#storedBy.get(compactKey(key)) ?? null;
  }

  /** Compares the answers with those at the last look: none may change or go. */
  look(): void {
    const rows = this.rows('select key, run, block, place, cost from answers');
    const now = new Map(
      rows.map(({ key, run, block, place, cost }) => [String(key), `${run} ${block} ${place} ${cost}`]),
    );
    for (const [key, place] of this.#seen)
      if (now.get(key) !== place) this.#scenario.problems.push(`a stored answer was lost or changed: ${key}`);
    this.#seen = now;
  }

  /** Returns for how many milliseconds another process has held the lease of a run; 0 while this one has it. */
  heldByOtherMs(run: string, { pid }: SimulatedProcess): number {
    const holder = this.#holders.get(run);
    return holder === undefined || holder.owner.endsWith(`@${pid}`) ? 0 : virtualTime.now() - holder.since;
  }

  close(): void {
    this.#connection.close();
  }

  #databaseOf(process: SimulatedProcess): Database {
    let last: Promise<unknown> = Promise.resolve();
    return sqliteDatabase(this.#connection, {
      commit: (queries) => {
        const committed = last.then(() => this.#commit(process, queries));
        last = committed.catch(() => {}); // one after another, as in the writing thread
        return committed;
      },
      statements: this.#statements,
      owners: this.#ownersFor(process),
      now: sql`virtual_now()`,
      location: 'simulated',
      close: async () => {},
    });
  }

  #ownersFor({ pid, host }: SimulatedProcess): LeaseOwners {
    return {
      self: () => ({ owner: `${crypto.randomUUID()}@${pid}`, host, pid }),
      stateOf: (owner) => {
        if (owner.host !== host) return 'unknown';
        const found = this.#scenario.processes.find((each) => each.pid === owner.pid);
        if (found === undefined || found.state !== 'running') return 'ended';
        return found.resumesAt > virtualTime.now() ? 'unknown' : 'running';
      },
    };
  }

  #commit(process: SimulatedProcess, queries: readonly CompiledQuery[]): Promise<readonly Rows[]> {
    const { faults, random } = this.#scenario;
    const slow = this.#scenario.happens(faults.slowCommit) ? random() * maxSlowCommitMs : 0;
    const ms = faults.commitMs * (0.5 + random()) + slow;
    return new Promise((resolve, reject) => {
      const carryOut = () => {
        if (this.#hasFaultBefore(process)) {
          // A suspended process commits when it continues.
          if (process.state === 'running') virtualTime.after(0, carryOut, process);
          return;
        }
        const fault = this.#fault();
        if (fault !== null) return virtualTime.after(1, () => reject(fault), process);
        try {
          const rows = this.#apply(process, queries);
          this.#faultAfter(process);
          virtualTime.after(1, () => resolve(rows), process); // a killed process does not hear of it
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          virtualTime.after(1, () => reject(new SqliteFault(message, sqliteErrorCode(error))), process);
        }
      };
      virtualTime.after(ms, carryOut, process);
    });
  }

  #apply(process: SimulatedProcess, queries: readonly CompiledQuery[]): readonly Rows[] {
    const rows = commitTogether(this.#connection, this.#statements, queries);
    const changes = (table: string) => queries.some(({ sql: text }) => text.includes(`"${table}"`));
    if (changes('leases')) this.#watchLeases();
    if (changes('failures')) this.lastProgress = virtualTime.now(); // answers clear failures
    if (changes('blocks')) this.#watchAnswers(process);
    return rows;
  }

  #watchAnswers(process: SimulatedProcess): void {
    const text = 'select key from answers where block = (select max(id) from blocks)';
    for (const { key } of this.#statements.all(text, [])) {
      const known = this.#storedBy.get(String(key));
      if (known === undefined) this.#storedBy.set(String(key), process);
    }
  }

  #watchLeases(): void {
    for (const row of this.#statements.all('select run, owner from leases', [])) {
      const [run, owner] = [String(row.run), String(row.owner)];
      if (this.#holders.get(run)?.owner !== owner) this.#holders.set(run, { owner, since: virtualTime.now() });
    }
  }

  /** Counts a commit, and lets what is planned before it happen. Returns whether something happened. */
  #hasFaultBefore(process: SimulatedProcess): boolean {
    const planned = this.#scenario.faultAtCommit;
    if (planned?.process !== process) return false;
    planned.commits -= 1;
    if (planned.commits > 0 || planned.isAfter) return false;
    this.#scenario.faultAtCommit = null;
    planned.happen('before a commit');
    return true;
  }

  #faultAfter(process: SimulatedProcess): void {
    const planned = this.#scenario.faultAtCommit;
    if (planned?.process !== process || planned.commits > 0) return;
    this.#scenario.faultAtCommit = null;
    planned.happen('after a commit, before it knows of it');
  }

  #fault(): SqliteFault | null {
    const { faults, counts, random } = this.#scenario;
    const drawn = random();
    if (drawn < faults.busy) {
      counts.busy += 1;
      return new SqliteFault('database is locked', 5);
    }
    if (drawn < faults.busy + faults.full) {
      counts.full += 1;
      return new SqliteFault('database or disk is full', 13);
    }
    if (drawn < faults.busy + faults.full + faults.ioError) {
      counts.ioErrors += 1;
      return new SqliteFault('disk I/O error', 10);
    }
    return null;
  }
}
