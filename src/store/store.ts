import type { Answer, Failure } from '../call/answer.ts';
import type { EndpointRecord } from '../call/endpoint-record.ts';
import type { RunConfig, RunId, RunSettings } from '../config/run-config.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { CallKey } from '../plan/call.ts';
import type { Json } from '../util/canonical-json.ts';

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

/** What a finished run comes to. */
export interface Finished {
  /** Calls that it needed, each counted wherever it is planned. */
  readonly calls: number;
  /** The runs that paid for their answers. */
  readonly payers: ReadonlySet<RunId>;
}

/**
 * The journal: the only state. An answer is inserted once and never changed; a promise of `insertAnswer` that has
 * resolved means that the answer is on disk.
 */
export interface Store {
  /** Makes the run, or returns the one that is there as it is. */
  openRun(run: Pick<RunRecord, 'id' | 'config' | 'provenance'>): Promise<RunRecord>;
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
  /** Takes the run for this process; null when a live process has it. Expires by itself when not renewed. */
  lease(id: RunId): Promise<Lease | null>;
  /** Waits for what is being inserted, releases the leases. */
  close(): Promise<void>;
}

export interface Lease {
  /** Aborted when the lease could not be kept (a suspended process, a lost server) and another process may have the run. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
