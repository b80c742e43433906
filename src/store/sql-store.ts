import type { EndpointRecord } from '../call/endpoint-record.ts';
import type { RunId, RunSettings } from '../config/run-config.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { CallKey } from '../plan/call.ts';
import { AppError } from '../util/app-error.ts';
import { AnswerReader } from './answer-reader.ts';
import { finish, finished } from './completions.ts';
import type { Database } from './database.ts';
import { putDataset, storedDataset } from './datasets.ts';
import { putEndpoint } from './endpoints.ts';
import { explained } from './explained.ts';
import { Journal } from './journal.ts';
import { Leases } from './leases.ts';
import { patiently } from './patiently.ts';
import { begin, findRun, listRuns, openRun, setStatus } from './runs.ts';
import type { Finished, FoundAnswer, RunRecord, RunStatus, Store, StoredAnswer, StoredFailure } from './store.ts';

/** The store over either dialect. */
export class SqlStore implements Store {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #reader: AnswerReader;
  readonly #leases: Leases;
  #closing: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#journal = new Journal(database);
    this.#reader = new AnswerReader(database);
    this.#leases = new Leases(database);
  }

  openRun(run: Pick<RunRecord, 'id' | 'config' | 'provenance'>): Promise<RunRecord> {
    return this.#do(() => openRun(this.#database, run));
  }

  run(id: RunId): Promise<RunRecord | null> {
    return this.#read(() => findRun(this.#database, id));
  }

  runs(): Promise<readonly RunRecord[]> {
    return this.#read(() => listRuns(this.#database));
  }

  setStatus(id: RunId, status: RunStatus): Promise<void> {
    return this.#do(() => setStatus(this.#database, id, status));
  }

  begin(id: RunId, settings: RunSettings): Promise<void> {
    return this.#do(() => begin(this.#database, id, settings));
  }

  finish(id: RunId, finished: Finished): Promise<void> {
    return this.#do(() => finish(this.#database, id, finished));
  }

  finished(id: RunId): Promise<Finished | null> {
    return this.#read(() => finished(this.#database, id));
  }

  putEndpoint(id: RunId, record: EndpointRecord): Promise<void> {
    return this.#do(() => putEndpoint(this.#database, id, record));
  }

  putDataset(dataset: Dataset): Promise<void> {
    return this.#do(() => putDataset(this.#database, dataset));
  }

  dataset(sha256: string): Promise<Dataset | null> {
    return this.#read(() => storedDataset(this.#database, sha256));
  }

  answers(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, FoundAnswer>> {
    return this.#read(() => this.#reader.answers(keys));
  }

  existing(keys: readonly CallKey[]): Promise<ReadonlySet<CallKey>> {
    return this.#read(() => this.#reader.existing(keys));
  }

  insertAnswer(answer: StoredAnswer): Promise<'inserted' | 'exists'> {
    return this.#closing === null ? this.#journal.insertAnswer(answer) : this.#closed();
  }

  failures(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, StoredFailure>> {
    return this.#read(() => this.#reader.failures(keys));
  }

  putFailure(failure: StoredFailure): Promise<void> {
    return this.#closing === null ? this.#journal.putFailure(failure) : this.#closed();
  }

  readInPlace(inPlace: boolean): void {
    this.#database.readInPlace(inPlace);
    this.#reader.readInPlace(inPlace);
  }

  spent(id: RunId) {
    return this.#read(() => this.#reader.spent(id));
  }

  lease(id: RunId) {
    return this.#do(() => this.#leases.take(id));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#journal.drain();
    try {
      await explained(this.#database, () => this.#leases.releaseAll());
    } finally {
      await this.#database.close();
    }
  }

  #read<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#do(() => patiently(this.#database, operation));
  }

  /** Every operation refuses a closed store, and says what a database fault means. */
  #do<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#closing === null ? explained(this.#database, operation) : this.#closed();
  }

  #closed(): Promise<never> {
    return Promise.reject(new AppError('store-closed', `the store ${this.#database.location} was closed`));
  }
}
