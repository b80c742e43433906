import type { Answer, Failure } from '../domain/answer.ts';
import type { CallKey } from '../domain/call.ts';
import type { Consent } from '../domain/consent.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { EndpointRecord } from '../domain/endpoint-record.ts';
import type { DeclaredScale } from '../domain/probability.ts';
import type { RunConfig, RunId, RunSettings } from '../domain/run-config.ts';
import type { Json } from '../util/canonical-json.ts';
import type { BatchJobKey, HistoryKind, KeyOf, StoredEvent, TrainingJobKey } from './event.ts';
import type { AnswersState, OutcomesToKeep } from './outcomes-to-keep.ts';
import type { RunActivity } from './run-activity.ts';
import type { ServedWeights } from './served-weights.ts';
import type { StoredLabel } from './stored-label.ts';
import type { StoredStudy } from './stored-study.ts';

/** Environment in which a run was created. Holds no secrets. */
export interface Provenance {
  readonly sebVersion: string;
  readonly nodeVersion: string;
  readonly platform: string;
  readonly gitCommit: string | null;
  readonly packages: Readonly<Record<string, string>>;
  readonly command: string;
  /** Settings of the run, so that its id alone is enough to resume it. */
  readonly settings: RunSettings;
  /** Prices used for costs, with their source; null when none are known. */
  readonly prices: Json;
  readonly notes: readonly string[];
  /** The name that the user gave the run; absent: none. */
  readonly name?: string | undefined;
  /** Words by which lists select the run; absent: none. */
  readonly tags?: readonly string[] | undefined;
  /** What the user says that the run is for; absent: nothing. */
  readonly note?: string | undefined;
  /** Id of the earlier run that this one follows; absent: none. That run may since have been removed. */
  readonly follows?: string | undefined;
  /** What servers told about the weights behind the models' names, oldest first; absent: nothing. */
  readonly weights?: readonly ServedWeights[] | undefined;
  /**
   * Number of first items of each experiment that an earlier run of the store had, as where `--limit` was raised; absent:
   * none. The order of the calls depends on it.
   */
  readonly itemsBefore?: Readonly<Record<string, number>> | undefined;
  /** Number of items that the data of each experiment had, before `--limit` or `--random`; absent: not known. */
  readonly itemsAvailable?: Readonly<Record<string, number>> | undefined;
}

/** What a user can add to the record of a run after its start. */
export type RunLabels = Pick<Provenance, 'name' | 'follows' | 'tags' | 'note'>;

/** Answers that a run paid for, and the bytes of their blocks in the store; a block may also hold answers of another run. */
export interface RunSize {
  readonly answers: number;
  readonly bytes: number;
}

/**
 * running: created and not yet ended (or killed); paused: stopped cleanly; finished: every call has an answer;
 * incomplete: ended with failed calls.
 */
export type RunStatus = 'running' | 'paused' | 'finished' | 'incomplete';

export interface RunRecord {
  readonly id: RunId;
  readonly config: RunConfig;
  readonly provenance: Provenance;
  readonly status: RunStatus;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How the endpoints handled its calls, by execution, oldest first. */
  readonly endpoints: readonly EndpointRecord[];
  /** Scale that the reader of the run declares for stated probabilities; never stored. Absent: it is decided by the values. */
  readonly probabilityScale?: DeclaredScale;
  /** Column of the items that the reader of the run declares to be their strata; never stored. Absent: a default column. */
  readonly stratum?: string;
  /** Which people agreed to take part, and to which text, oldest first; empty for a run of language models. */
  readonly consents: readonly Consent[];
}

/** A stored answer: the call, the response, and how it was obtained. */
export interface StoredAnswer {
  readonly key: CallKey;
  /** Text of the call, whose hash is the key. */
  readonly call: string;
  readonly answer: Answer;
  /** Run that paid for the answer. */
  readonly run: RunId;
  /** ISO 8601, start of the attempt. */
  readonly askedAt: string;
  /** Milliseconds from sending to the last byte. */
  readonly latencyMs: number;
  /** Number of attempts, including the successful one. */
  readonly attempts: number;
  /**
   * Name of the part of a run in which the call was sent, in a planned order; absent: before version 0.4, by a person, or
   * from a recording.
   */
  readonly part?: string | undefined;
  /** US dollars at the run's prices; null when a price or a count is unknown. */
  readonly cost: number | null;
}

/** An answer found by its key, without the call, which the caller has planned. */
export type FoundAnswer = Omit<StoredAnswer, 'call'>;

/** The last failure of a call without an answer. */
export interface StoredFailure {
  readonly key: CallKey;
  readonly run: RunId;
  readonly failure: Failure;
  readonly attempts: number;
  readonly failedAt: string;
}

/** What belongs to a run that is removed. */
export interface Belongings {
  /** Answers that other runs use, each with the run that keeps it. */
  readonly used: ReadonlyMap<CallKey, RunId>;
  /** Its batches and request files. */
  readonly jobs: readonly BatchJobKey[];
}

/** Effect of removing a run. */
export interface Removal {
  /** Answers that no other run uses, which are removed. */
  readonly freed: number;
  /** Answers that other runs use, which now belong to those runs. */
  readonly kept: number;
  /** US dollars that the removed answers cost; null where a cost is unknown. */
  readonly dollars: number | null;
}

/** Facts about a finished run. */
export interface Finished {
  /** Number of calls that it needed, each counted wherever it is planned. */
  readonly calls: number;
  /** The runs that paid for its answers. */
  readonly contributingRuns: ReadonlySet<RunId>;
}

/** What the store has of a finished run: while it is unchanged, so are the answers of the run. */
export interface StoredFinish extends Finished {
  /** Newest block of answers when the run was finished. */
  readonly lastBlock: number;
  /** Number of answers of the runs that paid, in blocks up to that one. */
  readonly answers: number;
}

/** The result of reading a whole store. */
export interface StoreCheck {
  readonly answers: number;
  readonly runs: number;
  readonly datasets: number;
  /** The first problems, one sentence each; empty where the store is intact. */
  readonly problems: readonly string[];
  readonly problemCount: number;
}

/**
 * The journal, the only state of the program. An answer is inserted once and never changed; when a promise of
 * `insertAnswer` has resolved, the answer is on disk.
 */
export interface Store {
  /** Creates the run, or returns the stored one unchanged. */
  openRun(run: Pick<RunRecord, 'id' | 'config' | 'provenance'>): Promise<RunRecord>;
  /** Inserts a run of another store with its status and dates, unless it is already stored. */
  putRun(record: RunRecord): Promise<void>;
  /** Changes the name of a run, or the run that it follows; an absent label is kept. */
  labelRun(id: RunId, labels: RunLabels): Promise<void>;
  /** Adds what servers told about the weights behind a run's models; what is known already is not stored again. */
  tellWeights(id: RunId, told: readonly ServedWeights[]): Promise<void>;
  /** Removes a run with its jobs and the answers that it paid for, except those that other runs use. */
  removeRun(id: RunId, belongings: Belongings): Promise<Removal>;
  /** Returns what `removeRun` would do. */
  plannedRemoval(id: RunId, belongings: Belongings): Promise<Removal>;
  /** Returns how many answers a run paid for, and the bytes of the blocks that hold them. */
  runSize(id: RunId): Promise<RunSize>;
  /** Yields all answers with their calls, page by page. */
  allAnswers(): AsyncIterable<readonly StoredAnswer[]>;
  allFailures(): Promise<readonly StoredFailure[]>;
  run(id: RunId): Promise<RunRecord | null>;
  /** Returns all runs, newest first. */
  runs(): Promise<readonly RunRecord[]>;
  setStatus(id: RunId, status: RunStatus): Promise<void>;
  /** Marks a run as running and stores the settings of this execution, which `resume` uses. */
  begin(id: RunId, settings: RunSettings): Promise<void>;
  /** Sets the status of a run whose calls all have answers, and stores what `finished` needs. */
  finish(id: RunId, finished: Finished): Promise<void>;
  /** Returns what `finish` stored; null when an answer has been removed since, so that the run must be planned again. */
  finished(id: RunId): Promise<StoredFinish | null>;
  /** Returns what the answers of the store are, in short. */
  answersState(): Promise<AnswersState>;
  /** Keeps lines of outcomes of a run under a key that says how they were made, instead of those that were kept before. */
  keepOutcomes(id: RunId, outcomes: OutcomesToKeep): Promise<void>;
  /** Returns the blocks of lines that were kept of a run under this key; null where none are, or some are damaged. */
  keptOutcomes(id: RunId, key: string): Promise<Iterable<readonly string[]> | null>;
  /** Stores how an endpoint handled an execution's calls, replacing the earlier record of the same execution. */
  putEndpoint(id: RunId, record: EndpointRecord): Promise<void>;
  /** Stores the items of a run under the data's sha256, so that the run can be planned and scored again. */
  putDataset(dataset: Dataset): Promise<void>;
  dataset(sha256: string): Promise<Dataset | null>;
  /**
   * Returns the stored answers among these keys, each checked against its call. With the texts of the calls, where the
   * caller has planned them, this takes less time.
   */
  answers(keys: readonly CallKey[], texts?: ReadonlyMap<CallKey, string>): Promise<ReadonlyMap<CallKey, FoundAnswer>>;
  /** Returns which of these keys have an answer, without reading the answers. */
  existing(keys: readonly CallKey[]): Promise<ReadonlySet<CallKey>>;
  /** Inserts an answer. `exists`: another attempt or process came first, and the new answer is dropped. */
  insertAnswer(answer: StoredAnswer): Promise<'inserted' | 'exists'>;
  /** Stores that a person agreed to take part in a run of version 0.3 or older, unless the person has agreed to the same text before. */
  putConsent(run: RunId, consent: Consent): Promise<void>;
  failures(keys: readonly CallKey[]): Promise<ReadonlyMap<CallKey, StoredFailure>>;
  /** Stores a failure, replacing an earlier one of the key; dropped when the key has an answer. */
  putFailure(failure: StoredFailure): Promise<void>;
  /** Drops cached blocks of answers: another process may have removed them since they were read. */
  clearCache(): void;
  /** Returns the sum of the known costs that a run paid, in US dollars, and the number of its answers with unknown costs. */
  spent(id: RunId): Promise<{ readonly dollars: number; readonly unknown: number }>;
  /** Returns the progress of a run, even if another process executes it. */
  activity(id: RunId): Promise<RunActivity>;
  /** Appends people's labels of answers; resolves once they are on disk. */
  addLabels(labels: readonly StoredLabel[]): Promise<void>;
  /** Returns every label in the order in which they were added. */
  labels(): Promise<readonly StoredLabel[]>;
  /** Stores the maximum dollars that a failed attempt of a run can have cost, if it may have been charged. */
  putPossibleCharge(id: RunId, dollars: number): Promise<void>;
  /** Returns the sum of the possible charges of a run, in US dollars. */
  possibleCharges(id: RunId): Promise<number>;
  /** Reads and checks everything: answers against their keys, the key index against the answers, data against its hash. */
  check(): Promise<StoreCheck>;
  /**
   * Throws AppError `store-damaged` if the store has lost answers of a finished run. Call it only when such a run lacks
   * an answer: reading a large store takes seconds.
   */
  refuseMissingAnswers(id: RunId): Promise<void>;
  /** Takes the run for this process; null when a live process holds it. Expires unless it is renewed. */
  lease(id: RunId): Promise<Lease | null>;
  /**
   * Takes a lease for this process as one of several workers of a run. Claims of workers are made even while only one
   * works.
   */
  leaseWorker(id: RunId): Promise<WorkerLease>;
  /** Appends an event to a history; `exists` when another process has already appended one with this number. */
  appendEvent(event: StoredEvent): Promise<'appended' | 'exists'>;
  /** Returns the events of one job or consent in the order of their numbers. */
  history<Key extends KeyOf[HistoryKind]>(key: Key): Promise<readonly StoredEvent<Key>[]>;
  /** Returns the events of every history of a kind: all training jobs, all batch jobs, all consents. */
  histories<Kind extends HistoryKind>(kind: Kind): Promise<readonly StoredEvent<KeyOf[Kind]>[]>;
  /** Returns a text that changes when an event is appended to a history of a kind, or removed. */
  historiesState(kind: HistoryKind): Promise<string>;
  /** Reserves the submission of a training job for this process; null when a live process holds it. */
  leaseTrainingJob(job: TrainingJobKey): Promise<Lease | null>;
  /** Stores a finished study, replacing an earlier one of the same design. */
  putStudy(study: StoredStudy): Promise<void>;
  /** Returns every finished study, the latest first. */
  studies(): Promise<readonly StoredStudy[]>;
  /** Waits for pending insertions and releases the leases. */
  close(): Promise<void>;
}

/**
 * Claims of a run on calls that it is about to send, so that runs of one store do not pay for the same call twice.
 * Claims end with the run's lease. Each costs a commit, so only runs that share the store at the same time use them.
 */
export interface Claims {
  /** Returns whether another process is executing a run of the store. */
  isShared(): Promise<boolean>;
  /** Claims a call; false when another running run has claimed it. */
  claim(key: CallKey): Promise<boolean>;
  /** Releases a claim. Never rejects: a claim ends with its lease at the latest. */
  release(key: CallKey): Promise<void>;
  /** Returns the calls that no other running run has claimed. */
  unclaimed(keys: readonly CallKey[]): Promise<readonly CallKey[]>;
}

/** Calls in flight at an endpoint: those that a worker may have now (`held`), and the maximum of all workers together. */
export interface ShareRequest {
  readonly endpoint: string;
  readonly held: number;
  readonly maxInFlight: number;
}

/** The calls in flight that a worker may have at an endpoint, and the number of workers there. */
export interface EndpointShare {
  readonly granted: number;
  readonly workers: number;
}

/** Dollars: the budget of the run, those needed for calls in flight with the next one, and without it. */
export interface SliceRequest {
  readonly limit: number;
  readonly needed: number;
  readonly held: number;
}

/** Dollars: those that a worker may have in flight, those that no worker has drawn, and those drawn by other workers. */
export interface Slice {
  readonly granted: number;
  readonly free: number;
  readonly others: number;
}

/** The lease of one worker of a run. Workers share the limits of endpoints and the budget of their run. */
export interface WorkerLease extends Lease {
  /** Adjusts the worker's share of an endpoint's calls in flight. It never lowers a share below `held`. */
  share(request: ShareRequest): Promise<EndpointShare>;
  /** Draws a slice of the budget; `granted` is `held` if `needed` is not left. */
  draw(request: SliceRequest): Promise<Slice>;
}

export interface Lease {
  readonly claims: Claims;
  /** Whether the lease cannot have expired: it was renewed recently. Without it no call may be sent. */
  readonly isCurrent: () => boolean;
  /**
   * Resolves once the dollars that are reserved for calls in flight, as `reserved` returns them now, are on disk. If this
   * process is killed, the next lease on the run counts them as a possible charge. What is still reserved when the lease is
   * released (an answer arrived and could not be stored) becomes one, too. A worker's dollars are on disk as its slice.
   */
  hold(reserved: () => number): Promise<void>;
  /**
   * Aborted when the lease could not be renewed (a suspended process, an unreachable server) and another process may
   * have the run.
   */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
