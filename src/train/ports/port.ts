import type { Failure } from '../../domain/answer.ts';
import type { Json } from '../../util/canonical-json.ts';
import type { FormatName } from '../formats/training-format.ts';
import type { HyperParameters } from '../jobs/job-event.ts';
import type { PortName } from './port-names.ts';

/** Result of one request to a host. */
export type HostResult<Value> = { readonly kind: 'ok'; readonly value: Value } | Failure;

export function ok<Value>(value: Value): HostResult<Value> {
  return { kind: 'ok', value };
}

export interface UploadFile {
  readonly set: 'train' | 'validation';
  /** A name that contains the tag of the job. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface CreateRequest {
  /** Finds the job again at its host (job.ts). */
  readonly tag: string;
  readonly key: string;
  readonly base: string;
  readonly train: string;
  readonly validation: string | null;
  readonly hyperParameters: HyperParameters;
  readonly seed: number;
  /** The files' contents by name, for ports that write them instead of uploading them. */
  readonly rows: { readonly arm: string; readonly targets: readonly string[]; readonly count: number };
}

export type HostState = 'waiting' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled';

/** A job as its host describes it. */
export interface HostJob {
  readonly id: string;
  readonly state: HostState;
  /** The host's word for the state. */
  readonly word: string;
  /** False when the host's word is not in its documentation; the state is then `running`. */
  readonly isKnownWord: boolean;
  /** Texts in which the tag may be: name, suffix, id, metadata. */
  readonly labels: readonly string[];
  /** Ids of its training and validation files. */
  readonly files: readonly string[];
  /** The trained model as the host names it; null until there is one. */
  readonly model: string | null;
  readonly artifact: { readonly file: string; readonly sha256: string } | null;
  readonly trainedTokens: number | null;
  /** US dollars that the host states; null when it states none. */
  readonly dollars: number | null;
  /** Why it failed; null when the host does not say. */
  readonly reason: string | null;
  /** Hyperparameters as the host returned them. */
  readonly returned: Json;
}

export interface JobPage {
  readonly jobs: readonly HostJob[];
  /** Null on the last page. */
  readonly next: string | null;
  /** False when the page contradicts itself: jobs that it announces are missing. */
  readonly isWhole: boolean;
}

export interface HostEstimate {
  readonly tokens: number | null;
  readonly dollars: number | null;
}

/** Where training runs. Every method sends one request and never repeats it: retries belong to the caller. */
export interface TrainingPort {
  readonly name: PortName;
  /** Without credentials. */
  readonly endpoint: string;
  readonly format: FormatName;
  /** What serving the trained model costs besides training. */
  readonly hosting: string;
  /** True when training costs nothing at a host: this machine does it, or nothing is trained. */
  readonly isFree: boolean;
  /** Values that the port's program is given where the user names none; null when the host decides. */
  readonly defaults: HyperParameters | null;
  /** What a user must know before a job is started. */
  readonly notes: readonly string[];
  upload(file: UploadFile): Promise<HostResult<string>>;
  create(request: CreateRequest): Promise<HostResult<HostJob>>;
  /** Null when the host has no list of jobs. */
  readonly page: ((cursor: string | null) => Promise<HostResult<JobPage>>) | null;
  job(id: string): Promise<HostResult<HostJob>>;
  cancel(id: string): Promise<HostResult<null>>;
  /** The host's own estimate; null when it has none. Nothing is started. */
  readonly estimate: ((request: CreateRequest) => Promise<HostResult<HostEstimate>>) | null;
  /** Fingerprint and announced shutdown date of a base model; null when the host does not say. */
  readonly baseFacts:
    | ((base: string) => Promise<HostResult<{ fingerprint: string | null; shutdownDate: string | null }>>)
    | null;
  /** The trained model as `--model` of seb takes it. */
  modelName(trained: string): string;
  /** What the user must do before the model answers, a line each. */
  servingSteps(trained: string): readonly string[];
  close(): Promise<void>;
}
