import type { Attempt } from '../domain/answer.ts';
import type { Call, CallKey, Message, Sampling } from '../domain/call.ts';
import type { ItemBase } from '../domain/item.ts';
import type { ModelCapability } from '../domain/model-capability.ts';
import type { SlotId } from '../domain/slot.ts';
import type { ItemContext } from '../experiments/experiment.ts';
import type { RateWindow } from './http/rate-windows.ts';

/** Origin of a call. Only simulated, replayed and recorded models may read it; it is never sent. */
export interface CallOrigin {
  readonly experiment: string;
  readonly context: ItemContext<ItemBase>;
  readonly call: Call;
}

export interface ModelRequest {
  readonly key: CallKey;
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly slot: SlotId;
  readonly sample: number;
  readonly origin: CallOrigin;
  /** Aborts at the attempt's timeout. A stopped run waits for calls in flight, because they are charged. */
  readonly signal: AbortSignal;
  /** Called with the rate limits that the server reports, with an answer or a refusal. */
  readonly onRateWindows?: (windows: readonly RateWindow[]) => void;
}

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
  /** Resolves with an answer or a failure; rejects only for a defect or when `signal` aborts. */
  ask(request: ModelRequest): Promise<Attempt>;
  close(): Promise<void>;
}
