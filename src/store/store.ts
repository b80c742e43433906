import type { Answer, Failure } from '../domain/answer.ts';
import type { CallKey } from '../domain/call.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { EndpointRecord } from '../domain/endpoint-record.ts';
import type { RunConfig, RunId, RunSettings } from '../domain/run-config.ts';
import type { Json } from '../util/canonical-json.ts';
import type { StoredLabel } from './records/labels.ts';
import type { RunActivity } from './records/run-activity.ts';
import type { StoredStudy } from './records/stored-study.ts';
import type { StoredTrainingEvent, TrainingJobKey } from './records/training-event.ts';

/** Where and with what a run was made. Holds no secret. */
export interface Provenance {
  readonly sebVersion: string;
  readonly nodeVersion: string;
  readonly platform: string;
  readonly gitCommit: string | null;
  readonly packages: Readonly<Record<string, string>>;
  readonly command: string;
  /** How the run was carried out, so that its id alone resumes it. */
  readonly settings: RunSettings;
  /** Prices used for cost, with their source; null when none are known. */
  readonly prices: Json;
  readonly notes: readonly string[];
  /** The name that the user gave the run; absent: none. */
  readonly name?: string | undefined;
  /** Id of the earlier run that this one follows; absent: none. That run may since have been removed. */
  readonly follows?: string | undefined;
}

/** running: made and not yet finished (or killed); paused: stopped cleanly; finished: every call has an answer; incomplete: ended, some calls failed. */
export type RunStatus = 'running' | 'paused' | 'finished' | 'incomplete';

export interface RunRecord {
  readonly id: RunId;
  readonly config: RunConfig;
  readonly provenance: Provenance;
  readonly status: RunStatus;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How the endpoints took its calls, sitting by sitting, oldest first. */
  readonly endpoints: readonly EndpointRecord[];
}

/** An answer as it is kept: what was asked, what came back, and how. */
export interface StoredAnswer {
  readonly key: CallKey;
  /** Its text, whose hash is the key. */
  readonly call: string;
  readonly answer: Answer;
  /** Run that paid for it. */
  readonly run: RunId;
  /** ISO 8601, when the attempt was sent. */
  readonly askedAt: string;
  /** Milliseconds from sending to the last byte. */
  readonly latencyMs: number;
  /** Attempts that it took, this one included. */
  readonly attempts: number;
  /** US dollars at the run's prices; null when a price or a count is unknown. */
  readonly cost: number | null;
}

/** An answer as it is looked up: by its key, which whoever planned the call has. */
export type FoundAnswer = Omit<StoredAnswer, 'call'>;

/** The last failure of a call that has no answer. */
export interface StoredFailure {
  readonly key: CallKey;
  readonly run: RunId;
  readonly failure: Failure;
  readonly attempts: number;
  readonly failedAt: string;
}

/** What removing a run frees. */
export interface Removal {
  /** Answers that no other run uses: removed. */
  readonly freed: number;
  /** Answers that other runs use: they now belong to those. */
  readonly kept: number;
  /** US dollars that the removed answers cost; null where a cost is unknown. */
  readonly dollars: number | null;
}

/** What a finished run comes to. */
export interface Finished {
  /** Calls that it needed, each counted wherever it is planned. */
  readonly calls: number;
  /** The runs that paid for their answers. */
  readonly contributingRuns: ReadonlySet<RunId>;
}

/** The result of reading a whole store. */
export interface StoreCheck {
  readonly answers: number;
  readonly runs: number;
  readonly datasets: number;
  /** The first problems, each a sentence; empty where the store is intact. */
  readonly problems: readonly string[];
  readonly problemCount: number;
}

/**
 * The journal: the only state. An answer is inserted once and never changed; a promise of `insertAnswer` that has
 * resolved means that the answer is on disk.
 */
export interface Store {
  /** Makes the run, or returns the one that is there as it is. */
  openRun(run: Pick<RunRecord, 'id' | 'config' | 'provenance'>): Promise<RunRecord>;
  /** Inserts a run of another store with its status and dates, unless it is there. */
  putRun(record: RunRecord): Promise<void>;
  /** Changes the name of a run, or the run that it follows; what is absent stays. */
  labelRun(id: RunId, labels: Pick<Provenance, 'name' | 'follows'>): Promise<void>;
  /** Removes a run and the answers that it paid for, except those that other runs use (each with the run that keeps it). */
  removeRun(id: RunId, used: ReadonlyMap<CallKey, RunId>): Promise<Removal>;
  /** All answers, page by page, with their calls. */
  allAnswers(): AsyncIterable<readonly StoredAnswer[]>;
  allFailures(): Promise<readonly StoredFailure[]>;
  run(id: RunId): Promise<RunRecord | null>;
  /** Newest first. */
  runs(): Promise<readonly RunRecord[]>;
  setStatus(id: RunId, status: RunStatus): Promise<void>;
  /** Marks a run as running with the settings of this sitting, which resuming it goes by. */
  begin(id: RunId, settings: RunSettings): Promise<void>;
  /** Sets the status of a run whose every call has an answer, and keeps what `finished` needs. */
  finish(id: RunId, finished: Finished): Promise<void>;
  /** What `finish` was told; null when some answer that was there then is gone, and the run must be gone through again. */
  finished(id: RunId): Promise<Finished | null>;
  /** Keeps how an endpoint took a sitting's calls, in place of what was kept of the same sitting. */
  putEndpoint(id: RunId, record: EndpointRecord): Promise<void>;
  /** Keeps the items that a run uses, by the data's sha256, so that a run can be planned and scored again. */
  putDataset(dataset: Dataset): Promise<void>;
  dataset(sha256: string): Promise<Dataset | null>;
  /** The answers that exist among these keys. */
  answers(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, FoundAnswer>>;
  /** Which of these keys have an answer, without reading any. */
  existing(keys: readonly CallKey[]): Promise<ReadonlySet<CallKey>>;
  /** `exists`: another attempt or process was first; the new answer is dropped. */
  insertAnswer(answer: StoredAnswer): Promise<'inserted' | 'exists'>;
  failures(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, StoredFailure>>;
  /** Replaces an earlier failure of the key; dropped when the key has an answer. */
  putFailure(failure: StoredFailure): Promise<void>;
  /**
   * Before and after very many answers are looked up: a tenth less time in all for a report over a million, while what was
   * read of the file counts as memory of this process.
   */
  readInPlace(inPlace: boolean): void;
  /** Sum of the known costs that a run paid, in US dollars, and how many of its answers have no known cost. */
  spent(id: RunId): Promise<{ readonly dollars: number; readonly unknown: number }>;
  /** How far a run is, also one that another process carries out. */
  activity(id: RunId): Promise<RunActivity>;
  /** Appends what people said of answers; resolves once it is on disk. */
  addLabels(labels: readonly StoredLabel[]): Promise<void>;
  /** Every label, in the order in which they were given. */
  labels(): Promise<readonly StoredLabel[]>;
  /** Stores the most dollars that an attempt of a run can have cost which brought no answer and may have been charged. */
  putPossibleCharge(id: RunId, dollars: number): Promise<void>;
  /** Sum of the possible charges of a run, in US dollars. */
  possibleCharges(id: RunId): Promise<number>;
  /** Reads everything and checks it: answers against their keys, the index of keys against the answers, data against its hash. */
  check(): Promise<StoreCheck>;
  /**
   * Refuses with AppError `store-damaged` where the store has lost answers of a finished run. To be called where such a run
   * lacks one: reading everything takes seconds in a large store.
   */
  refuseLostAnswers(id: RunId): Promise<void>;
  /** Takes the run for this process; null when a live process has it. Expires by itself when not renewed. */
  lease(id: RunId): Promise<Lease | null>;
  /** Appends an event to a training job; `exists` when another process has already appended one with this number. */
  appendTrainingEvent(event: StoredTrainingEvent): Promise<'appended' | 'exists'>;
  /** Returns the events of a training job (of every job when null) in the order of their numbers. */
  trainingEvents(job: TrainingJobKey | null): Promise<readonly StoredTrainingEvent[]>;
  /** Reserves the submission of a training job for this process; null when a live process has it. */
  leaseTrainingJob(job: TrainingJobKey): Promise<Lease | null>;
  /** Stores a finished study in place of an earlier one of the same design. */
  putStudy(study: StoredStudy): Promise<void>;
  /** Returns every finished study, the latest first. */
  studies(): Promise<readonly StoredStudy[]>;
  /** Waits for what is being inserted, releases the leases. */
  close(): Promise<void>;
}

/**
 * Claims of a run on calls that it is about to send, so that runs of one store do not pay for the same call twice. Claims end
 * with the run's lease. They cost a commit each, so they are for runs that share the store at the same time.
 */
export interface Claims {
  /** Whether another process is carrying out a run of the store. */
  isShared(): Promise<boolean>;
  /** False when another run that is being carried out has claimed the call. */
  claim(key: CallKey): Promise<boolean>;
  /** Gives a claim up. Never rejects: a claim ends with its lease at the latest. */
  release(key: CallKey): Promise<void>;
  /** Those of the calls that no other run that is being carried out has claimed. */
  unclaimed(keys: readonly CallKey[]): Promise<readonly CallKey[]>;
}

export interface Lease {
  readonly claims: Claims;
  /** Aborted when the lease could not be kept (a suspended process, a lost server) and another process may have the run. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
