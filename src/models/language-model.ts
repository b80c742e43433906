import type { Attempt } from '../domain/answer.ts';
import type { ModelCapability } from '../domain/model-capability.ts';
import type { BatchPort, BatchTimeouts } from './batch-port.ts';
import type { CallOrigin, ModelRequest } from './model-request.ts';
import type { ServerFacts } from './server-facts.ts';

export type { CallOrigin, ModelRequest } from './model-request.ts';

/** Default maximum of calls in flight for a model without a lower limit. */
export const defaultMaxConcurrency = 64;

/** The port to a model: one attempt at one request. Retries, limits and timeouts are the caller's job. */
export interface LanguageModel {
  /** `provider/model`, as the user named it. */
  readonly name: string;
  /** Key of the answers: the name and everything else that determines an answer (base URL, file hash). Holds no secret. */
  readonly identity: string;
  /** Calls to one endpoint share one concurrency limit. */
  readonly endpoint: string;
  /** Number of calls in flight that the endpoint accepts, or an upper bound on it, unless the user sets it. */
  readonly defaultConcurrency: number;
  /** `unknown`: the number of accepted calls is found adaptively. Absent: it is known, and that many are sent. */
  readonly capacity?: 'known' | 'unknown';
  /** Capabilities beyond answering messages; absent: none. */
  readonly capabilities?: readonly ModelCapability[];
  /**
   * Loads what sending needs, so that the first call is not slower than the others. Called before the first call of an
   * execution; `ask` must also work without it. Absent: nothing to load.
   */
  prepare?(): Promise<void>;
  /**
   * Asks the server what it tells about the model: slots, which bound the calls in flight, context length, weights. Sends
   * nothing to the model. Absent: the server tells nothing.
   */
  facts?(): Promise<ServerFacts>;
  /** Set where the server is of a kind that tells facts, so that a run asks it before the first call. */
  readonly tellsFacts?: true;
  /** Resolves with an answer or a failure; rejects only for a defect or when `signal` aborts. */
  ask(request: ModelRequest): Promise<Attempt>;
  /**
   * Returns the part of a run in which an answer of a recording was sent, if the recording tells it. Absent: answers are
   * sent now.
   */
  partOf?(origin: CallOrigin): string | undefined;
  /** Sending many calls as one job, at a lower price; absent: the endpoint has no batches, or they are not supported. */
  readonly batch?: ModelBatch;
  /** Resolves to the names that the server lists, or null if it has no readable list. Absent: there is no list. */
  listedNames?(): Promise<readonly string[] | null>;
  close(): Promise<void>;
}

export interface ModelBatch {
  /** Price of a call in a job, relative to a single call. */
  readonly priceFactor: number;
  /** Path of the requests in OpenAI's batch files, which other engines answer too; absent: the host has its own format. */
  readonly requestPath?: string;
  open(limits?: BatchTimeouts): Promise<BatchPort>;
}
