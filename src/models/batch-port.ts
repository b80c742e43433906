import type { Attempt } from '../domain/answer.ts';
import type { HostResult } from './failures/host-result.ts';
import type { ModelRequest } from './model-request.ts';

/** Times after which a host counts as silent, in milliseconds. Absent: the defaults of `HostClient`. */
export interface BatchTimeouts {
  readonly timeoutMs?: number;
  readonly idleMs?: number;
}

/** A call in a job. */
export interface BatchRequest {
  /** Name of the call in the job's files: its key in compact form, 43 characters that every host accepts. */
  readonly id: string;
  readonly request: ModelRequest;
}

interface BatchFile {
  /** Name that contains the job's tag. */
  readonly name: string;
  readonly requests: readonly BatchRequest[];
}

interface BatchCreation {
  readonly tag: string;
  /** Id of the uploaded file; null at a host that takes the requests themselves. */
  readonly file: string | null;
  readonly requests: readonly BatchRequest[];
}

/** A job as its host describes it. `ended`: results can be read, perhaps of a part only. */
export interface HostBatch {
  readonly id: string;
  readonly state: 'pending' | 'ended';
  /** The host's own word, such as `in_progress` or `expired`. */
  readonly word: string;
  /** Texts that may contain the tag. */
  readonly labels: readonly string[];
  /** Id of its input file; null if there is none. */
  readonly file: string | null;
  /** Milliseconds since 1970; null when the host does not say. */
  readonly createdAt: number | null;
  readonly deadline: number | null;
  /** Number of requests; null when the host does not say. */
  readonly requests: number | null;
  /** Number of results that the host announces; null when it does not say. */
  readonly results: number | null;
  readonly reason: string | null;
  /** Ids of the files with results and errors, or other facts that `results` needs. */
  readonly files: readonly string[];
}

export interface BatchPage {
  readonly jobs: readonly HostBatch[];
  readonly next: string | null;
  readonly isWhole: boolean;
}

export interface BatchResult {
  readonly id: string;
  /** Reads the reply as the model reads a single one. */
  readonly attempt: (request: ModelRequest) => Promise<Attempt>;
}

/** What a host's files hold of a job's results. */
export interface BatchResults {
  readonly results: readonly BatchResult[];
  /** One sentence about each part that cannot be read: damaged lines, a file that is missing. */
  readonly problems: readonly string[];
}

/** The port to a host's batches. Every method sends one request and never retries. */
export interface BatchPort {
  /** URL without credentials, or the name of the provider. */
  readonly endpoint: string;
  readonly maxRequests: number;
  readonly maxBytes: number;
  /**
   * How a job is found whose creation got no reply: by its label in the list, or by the ids in its results. A host
   * without labels never gets a second request.
   */
  readonly foundBy: 'label' | 'results';
  /** Returns the bytes that a request takes in a job. */
  size(request: BatchRequest): Promise<number>;
  /** Uploads the requests. Null at a host that takes them with the creation. */
  readonly upload: ((file: BatchFile) => Promise<HostResult<string>>) | null;
  create(creation: BatchCreation): Promise<HostResult<HostBatch>>;
  page(cursor: string | null): Promise<HostResult<BatchPage>>;
  job(id: string): Promise<HostResult<HostBatch>>;
  /** Fails only if no file can be read. */
  results(job: HostBatch): Promise<HostResult<BatchResults>>;
  close(): Promise<void>;
}
