import { type HostResult, ok } from '../../models/failures/host-result.ts';
import type { AppError } from '../../util/app-error.ts';
import type { Json } from '../../util/canonical-json.ts';
import type { FormatName } from '../rows/formats.ts';
import type { HyperParameters } from './host-settings.ts';

export interface UploadFile {
  readonly set: 'train' | 'validation';
  /** A name that contains the job's tag. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface CreateRequest {
  /** Tag by which the job is found at its host (job.ts). */
  readonly tag: string;
  readonly key: string;
  readonly base: string;
  readonly train: string;
  readonly validation: string | null;
  readonly hyperParameters: HyperParameters;
  readonly seed: number;
  /** Files by name, for ports that write them instead of uploading them. */
  readonly rows: {
    readonly arm: string;
    readonly targets: readonly string[];
    readonly count: number;
    /** System prompt that only the targets' executions had; absent: none. */
    readonly system?: string;
  };
}

export type HostState = 'waiting' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled';

/** A job as its host describes it. */
export interface HostJob {
  readonly id: string;
  readonly state: HostState;
  /** The host's own state. */
  readonly word: string;
  /** False when the host's state is undocumented; the state is then `running`. */
  readonly isKnownWord: boolean;
  /** Texts that may contain the tag: name, suffix, id, metadata. */
  readonly labels: readonly string[];
  /** Ids of its training and validation files. */
  readonly files: readonly string[];
  /** The trained model under the host's name; null until it exists. */
  readonly model: string | null;
  readonly artifact: { readonly file: string; readonly sha256: string } | null;
  readonly trainedTokens: number | null;
  /** Cost in US dollars that the host reports; null if it reports none. */
  readonly dollars: number | null;
  /** Why it failed; null when the host gives no reason. */
  readonly reason: string | null;
  /** Hyperparameters that the host returned. */
  readonly returned: Json;
}

export interface JobPage {
  readonly jobs: readonly HostJob[];
  /** Null on the last page. */
  readonly next: string | null;
  /** False when the page contradicts itself: announced jobs are missing. */
  readonly isWhole: boolean;
}

interface HostEstimate {
  readonly tokens: number | null;
  readonly dollars: number | null;
}

/** The port to a host of training jobs. Every method sends one request and never retries: retries are the caller's job. */
export interface TrainingPort {
  /** Name in `registry.ts`. */
  readonly name: string;
  /** URL without credentials. */
  readonly endpoint: string;
  readonly format: FormatName;
  /** Cost of serving the trained model, in addition to training. */
  readonly hosting: string;
  /** Whether training is free at the host: this machine trains, or nothing is trained. */
  readonly isFree: boolean;
  /** Set where jobs share this machine, so that one starts when the one before it has ended. */
  readonly runsOneJob?: true;
  /** Default values of the port's program; null when the host decides. */
  readonly defaults: HyperParameters | null;
  /** Notes that a user must know before a job is started. */
  readonly notes: readonly string[];
  /** Returns why the port cannot train a base model, checked before the first call; absent: the host decides. */
  readonly refuseBase?: (base: string) => AppError | null;
  upload(file: UploadFile): Promise<HostResult<string>>;
  create(request: CreateRequest): Promise<HostResult<HostJob>>;
  /** Returns a page of the host's jobs. Null when the host has no job list. */
  readonly page: ((cursor: string | null) => Promise<HostResult<JobPage>>) | null;
  job(id: string): Promise<HostResult<HostJob>>;
  cancel(id: string): Promise<HostResult<null>>;
  /** Returns the host's own estimate, without starting anything; null when the host has none. */
  readonly estimate: ((request: CreateRequest) => Promise<HostResult<HostEstimate>>) | null;
  /** Returns fingerprint and announced shutdown date of a base model; null when the host does not report them. */
  readonly baseFacts:
    | ((base: string) => Promise<HostResult<{ fingerprint: string | null; shutdownDate: string | null }>>)
    | null;
  /** Returns the name of the trained model for seb's `--model`. */
  modelName(trained: string): string;
  /** Returns the steps that the user must take before the models answer, one line each. Names are those of the host. */
  servingSteps(trained: readonly string[]): readonly string[];
  close(): Promise<void>;
}

/** Common part of ports that train nothing: their jobs end at once, are free and leave nothing behind. */
export const instantPort = {
  format: 'chat',
  hosting: 'none',
  isFree: true,
  defaults: null,
  upload: async ({ name }) => ok(name),
  page: async () => ok({ jobs: [], next: null, isWhole: true }), // a repeated job has the same result, and is free
  cancel: async () => ok(null),
  estimate: null,
  baseFacts: null,
  modelName: (trained) => trained,
  servingSteps: () => [],
  close: async () => {},
} as const satisfies Partial<TrainingPort>;
