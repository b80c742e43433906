import type { Attempt } from '../domain/answer.ts';
import type { Call, CallKey, Message, Sampling, Slot } from '../domain/call.ts';
import type { ItemBase } from '../domain/item.ts';
import type { ItemContext } from '../experiments/experiment.ts';
import type { RateWindow } from './http/rate-windows.ts';

/** Where a call comes from. Only simulated, replayed and recorded models may look at it; it is never sent. */
export interface CallOrigin {
  readonly experiment: string;
  readonly context: ItemContext<ItemBase>;
  readonly call: Call;
}

export interface ModelRequest {
  readonly key: CallKey;
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly slot: Slot;
  readonly sample: number;
  readonly origin: CallOrigin;
  /** Aborts at the attempt's time limit. A run that is stopped waits for what is in flight: it will be paid for. */
  readonly signal: AbortSignal;
  /** Told what the server states of its rate limits, with an answer or a refusal. */
  readonly onRateWindows?: (windows: readonly RateWindow[]) => void;
}

/** Calls in flight that a model is tried with at most, where nothing speaks for fewer and the user does not say. */
export const defaultMaxConcurrency = 64;

/** The port to a model: one attempt at one request. Retries, limits and time-outs belong to the caller. */
export interface LanguageModel {
  /** `provider/model`, as the user named it. */
  readonly name: string;
  /** What answers are keyed by: the name and whatever else decides an answer (base URL, file hash). Holds no secret. */
  readonly identity: string;
  /** Calls to one endpoint share one concurrency limit. */
  readonly endpoint: string;
  /** Calls in flight that the endpoint takes, or may at most take, unless the user says otherwise. */
  readonly defaultConcurrency: number;
  /** `unknown`: how many it takes is to be found out. Absent: known, so that as many are sent. */
  readonly capacity?: 'known' | 'unknown';
  /** Resolves with an answer or a named failure; rejects only for a defect or when `signal` aborts. */
  ask(request: ModelRequest): Promise<Attempt>;
  close(): Promise<void>;
}
