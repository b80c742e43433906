import type { Environment } from '../util/types.ts';
import type { FileChoice } from './key-destination.ts';
import type { ReplayRecording } from './replay.ts';
import type { Respond } from './simulated.ts';

/** Field for the maximum of output tokens; some servers accept one of them only. */
export type MaxTokensField = 'max_tokens' | 'max_completion_tokens';

/** Processor of an in-process model; `auto`: the fastest one with a build of node-llama-cpp. */
type Gpu = 'auto' | 'cuda' | 'metal' | 'vulkan' | 'none';

/**
 * What a model is opened for: to send calls; to write calls into files and read answers from files, for which no key is needed;
 * or for an estimate, for which a hosted model does not even need its package.
 */
export type ModelPurpose = 'send' | 'write' | 'estimate';

/** Settings of a model beyond its name, and what the caller supplies. Every field is optional. */
export interface ModelOptions {
  /** Base URL, if not the provider's default. */
  readonly baseUrl?: string | null;
  /** Environment variable with the key, if not the provider's default. */
  readonly apiKeyVariable?: string | null;
  /** What a store or a study in JSON chose of the two above; absent or null: the user or a program chose. */
  readonly fileChoice?: FileChoice | null;
  /** Maximum calls in flight; sets the size of the connection pool. */
  readonly concurrency?: number | null;
  /** Requests log-probabilities of the output tokens, where the provider supports them. */
  readonly logprobs?: boolean;
  /** Field for the maximum of output tokens on OpenAI-compatible servers; null: `max_tokens`, until a server rejects it. */
  readonly maxTokensField?: MaxTokensField | null;
  /** Hex sha256 of the adapter of `vllm/BASE:ADAPTER`, as its training job recorded it: part of the model's identity. */
  readonly adapterHash?: string | null;
  /** `send` when absent. */
  readonly purpose?: ModelPurpose;
  readonly gpu?: Gpu | null;
  /** Context size in tokens of an in-process model; null: as trained, at most 8,192. */
  readonly contextSize?: number | null;
  /** `single`: one sequence per context, so that answers are bit-identical; null: depends on the size of the file. */
  readonly sequences?: 'single' | 'batched' | null;
  /** Free memory in bytes for an in-process model; absent: what the system reports. */
  readonly freeMemory?: number;
  /** `process.env` when absent. */
  readonly environment?: Environment;
  /** Called once for each setting that a provider did not apply as requested. */
  readonly onWarning?: (warning: string) => void;
  /** Called once with the processor that a model file runs on. */
  readonly onNote?: (note: string) => void;
  /** Answers of simulated subjects; required for `simulated/`. */
  readonly respond?: Respond;
  /** Answers of an earlier run; required for `replay/`. */
  readonly recorded?: (run: string) => Promise<ReplayRecording>;
}
