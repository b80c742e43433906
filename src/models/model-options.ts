import type { Environment } from './credentials.ts';
import type { ReplayRecording } from './replay.ts';
import type { Respond } from './simulated.ts';

/** Which processor an in-process model runs on; `auto`: the best that there is a build of node-llama-cpp for. */
export type Gpu = 'auto' | 'cuda' | 'metal' | 'vulkan' | 'none';

/** What a user may say of a model beyond its name, and what the caller supplies. Every field may be left out. */
export interface ModelOptions {
  /** Where it is served, if not at the provider's usual address. */
  readonly baseUrl?: string | null;
  /** Environment variable that holds the key, if not the provider's usual one. */
  readonly apiKeyVariable?: string | null;
  /** Calls in flight; decides the size of the connection pool. */
  readonly concurrency?: number | null;
  /** Asks for log-probabilities of the output tokens, where the provider gives them. */
  readonly logprobs?: boolean;
  /** Hex sha256 of the adapter of `vllm/BASE:ADAPTER`, as its training job recorded it: part of the model's identity. */
  readonly adapterHash?: string | null;
  readonly gpu?: Gpu | null;
  /** Tokens of context of an in-process model; null: as trained, at most 8,192. */
  readonly contextSize?: number | null;
  /** Null: decided by the size of the file. `single`: one sequence a context, so that answers repeat bit by bit. */
  readonly sequences?: 'single' | 'batched' | null;
  /** `process.env` when absent. */
  readonly environment?: Environment;
  /** Told once of each thing that a provider did not take as it was asked. */
  readonly onWarning?: (warning: string) => void;
  /** Told once what a model file runs on. */
  readonly onNote?: (note: string) => void;
  /** What simulated subjects answer; needed for `simulated/`. */
  readonly respond?: Respond;
  /** The answers of an earlier run; needed for `replay/`. */
  readonly recorded?: (run: string) => Promise<ReplayRecording>;
}
