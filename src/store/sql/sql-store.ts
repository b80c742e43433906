import type { CallKey } from '../../domain/call.ts';
import type { Consent } from '../../domain/consent.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { EndpointRecord } from '../../domain/endpoint-record.ts';
import type { RunId, RunSettings } from '../../domain/run-config.ts';
import { AppError } from '../../util/app-error.ts';
import { Journal } from '../answers/answer-journal.ts';
import { AnswerReader } from '../answers/answer-reader.ts';
import { possibleCharges, putPossibleCharge } from '../answers/charges.ts';
import type { Database } from '../database/database.ts';
import { retryTransient } from '../database/retry-transient.ts';
import { translateErrors } from '../database/translate-errors.ts';
import type { HistoryKind, KeyOf, StoredEvent, TrainingJobKey } from '../event.ts';
import { appendEvent, histories, historiesState, history } from '../events/events.ts';
import type { AnswersState, OutcomesToKeep } from '../outcomes-to-keep.ts';
import { runActivity } from '../records/activity.ts';
import { answersState } from '../records/answers-state.ts';
import { consentInsertion } from '../records/consents.ts';
import { putDataset, storedDataset } from '../records/datasets.ts';
import { putEndpoint } from '../records/endpoints.ts';
import { keepOutcomes, keptOutcomes } from '../records/kept-outcomes.ts';
import { addLabels, storedLabels } from '../records/labels.ts';
import { runSize } from '../records/run-size.ts';
import { begin, findRun, labelRun, listRuns, openRun, putRun, setStatus, tellWeights } from '../records/runs.ts';
import { putStudy, storedStudies } from '../records/studies.ts';
import type { ServedWeights } from '../served-weights.ts';

import type {
  Belongings,
  Finished,
  FoundAnswer,
  Removal,
  RunLabels,
  RunRecord,
  RunSize,
  RunStatus,
  Store,
  StoreCheck,
  StoredAnswer,
  StoredFailure,
  StoredFinish,
} from '../store.ts';
import type { StoredLabel } from '../stored-label.ts';
import type { StoredStudy } from '../stored-study.ts';
import { allAnswers } from '../transfer/all-answers.ts';
import { planRemoval, removeRun } from '../transfer/remove-run.ts';
import { checkStore, refuseMissingAnswers } from './check.ts';
import { finish, finished } from './finished-runs.ts';
import { Leases } from './leases.ts';

/** Number of the latest data sets that are kept between two calls of `clearCache`: many runs have the same items. */
const maxKnownDatasets = 8;

/** The store over either dialect. */
export class SqlStore implements Store {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #reader: AnswerReader;
  readonly #leases: Leases;
  readonly #datasets = new Map<string, Dataset>();
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

  putRun(record: RunRecord): Promise<void> {
    return this.#do(() => putRun(this.#database, record));
  }

  labelRun(id: RunId, labels: RunLabels): Promise<void> {
    return this.#do(() => labelRun(this.#database, id, labels));
  }

  tellWeights(id: RunId, told: readonly ServedWeights[]): Promise<void> {
    return this.#do(() => tellWeights(this.#database, id, told));
  }

  removeRun(id: RunId, belongings: Belongings): Promise<Removal> {
    return this.#do(() => removeRun(this.#database, id, belongings));
  }

  plannedRemoval(id: RunId, belongings: Belongings): Promise<Removal> {
    return this.#read(async () => (await planRemoval(this.#database, id, belongings)).removal);
  }

  runSize(id: RunId): Promise<RunSize> {
    return this.#read(() => runSize(this.#database, id));
  }

  allAnswers(): AsyncIterable<readonly StoredAnswer[]> {
    return allAnswers(this.#database);
  }

  allFailures(): Promise<readonly StoredFailure[]> {
    return this.#read(() => this.#reader.allFailures());
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

  finished(id: RunId): Promise<StoredFinish | null> {
    return this.#read(() => finished(this.#database, id));
  }

  answersState(): Promise<AnswersState> {
    return this.#read(() => answersState(this.#database));
  }

  keepOutcomes(id: RunId, outcomes: OutcomesToKeep): Promise<void> {
    return this.#do(() => keepOutcomes(this.#database, id, outcomes));
  }

  keptOutcomes(id: RunId, key: string): Promise<Iterable<readonly string[]> | null> {
    return this.#read(() => keptOutcomes(this.#database, id, key));
  }

  putEndpoint(id: RunId, record: EndpointRecord): Promise<void> {
    return this.#do(() => putEndpoint(this.#database, id, record));
  }

  putDataset(dataset: Dataset): Promise<void> {
    return this.#do(() => putDataset(this.#database, dataset));
  }

  async dataset(sha256: string): Promise<Dataset | null> {
    const known = this.#datasets.get(sha256);
    if (known !== undefined) return known;
    const found = await this.#read(() => storedDataset(this.#database, sha256));
    if (found !== null) {
      const [oldest = ''] = this.#datasets.keys();
      if (this.#datasets.size >= maxKnownDatasets) this.#datasets.delete(oldest);
      this.#datasets.set(sha256, found);
    }
    return found;
  }

  answers(keys: readonly CallKey[], texts?: ReadonlyMap<CallKey, string>): Promise<ReadonlyMap<CallKey, FoundAnswer>> {
    return this.#read(() => this.#reader.answers(keys, texts));
  }

  existing(keys: readonly CallKey[]): Promise<ReadonlySet<CallKey>> {
    return this.#read(() => this.#reader.existing(keys));
  }

  insertAnswer(answer: StoredAnswer): Promise<'inserted' | 'exists'> {
    return this.#closing === null ? this.#journal.insertAnswer(answer) : this.#closed();
  }

  async putConsent(run: RunId, consent: Consent): Promise<void> {
    await this.#do(() => this.#database.commit([consentInsertion(this.#database, run, consent)]));
  }

  failures(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, StoredFailure>> {
    return this.#read(() => this.#reader.failures(keys));
  }

  putFailure(failure: StoredFailure): Promise<void> {
    return this.#closing === null ? this.#journal.putFailure(failure) : this.#closed();
  }

  clearCache(): void {
    this.#datasets.clear();
    this.#reader.clearCache();
  }

  spent(id: RunId) {
    return this.#read(() => this.#reader.spent(id));
  }

  activity(id: RunId) {
    return this.#read(() => runActivity(this.#database, id));
  }

  addLabels(labels: readonly StoredLabel[]): Promise<void> {
    return this.#do(() => addLabels(this.#database, labels));
  }

  labels() {
    return this.#read(() => storedLabels(this.#database));
  }

  putPossibleCharge(id: RunId, dollars: number): Promise<void> {
    return this.#do(() => putPossibleCharge(this.#database, id, dollars));
  }

  possibleCharges(id: RunId): Promise<number> {
    return this.#read(() => possibleCharges(this.#database, id));
  }

  check(): Promise<StoreCheck> {
    return this.#do(() => checkStore(this.#database, this.#reader));
  }

  refuseMissingAnswers(id: RunId): Promise<void> {
    return this.#do(() => refuseMissingAnswers(this.#database, this.#reader, id));
  }

  lease(id: RunId) {
    return this.#do(() => this.#leases.take(id));
  }

  leaseWorker(id: RunId) {
    return this.#do(() => this.#leases.takeWorker(id));
  }

  appendEvent(event: StoredEvent): Promise<'appended' | 'exists'> {
    return this.#do(() => appendEvent(this.#database, event));
  }

  history<Key extends KeyOf[HistoryKind]>(key: Key): Promise<readonly StoredEvent<Key>[]> {
    return this.#read(() => history(this.#database, key));
  }

  historiesState(kind: HistoryKind): Promise<string> {
    return this.#read(() => historiesState(this.#database, kind));
  }

  histories<Kind extends HistoryKind>(kind: Kind): Promise<readonly StoredEvent<KeyOf[Kind]>[]> {
    return this.#read(() => histories(this.#database, kind));
  }

  putStudy(study: StoredStudy): Promise<void> {
    return this.#do(() => putStudy(this.#database, study));
  }

  studies(): Promise<readonly StoredStudy[]> {
    return this.#read(() => storedStudies(this.#database));
  }

  leaseTrainingJob(job: TrainingJobKey) {
    return this.#do(() => this.#leases.take(job));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#journal.drain();
    try {
      await translateErrors(this.#database, () => this.#leases.releaseAll());
    } finally {
      await this.#database.close();
    }
  }

  #read<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#do(() => retryTransient(this.#database, operation));
  }

  /** Runs an operation: refuses if the store is closed, and translates database faults. */
  #do<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#closing === null ? translateErrors(this.#database, operation) : this.#closed();
  }

  #closed(): Promise<never> {
    return Promise.reject(new AppError('store-closed', `the store ${this.#database.location} was closed`));
  }
}
