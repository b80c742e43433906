import { defaultMaxConcurrency } from '../language-model.ts';
import type { Dialect } from './chat-request.ts';

/** A kind of local server: its default address and the fields that it supports. */
export interface ServerPreset extends Dialect {
  readonly baseUrl: string;
  /** Whether /chat/completions returns log-probabilities. Other servers ignore the field, or depend on their version. */
  readonly logprobs?: true;
  /** Upper bound on calls in flight, unless the user sets it. */
  readonly maxConcurrency: number;
  /** Whether a model may be named `BASE:ADAPTER`, for a LoRA adapter that the server lists as a model. */
  readonly servesAdapters?: true;
}

export const serverPresets = {
  ollama: {
    kind: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    maxConcurrency: 8,
    continuesFinalMessage: false,
    templateArguments: false,
    logprobs: true,
  },
  vllm: {
    kind: 'vllm',
    baseUrl: 'http://127.0.0.1:8000/v1',
    maxConcurrency: defaultMaxConcurrency,
    continuesFinalMessage: true,
    templateArguments: true,
    logprobs: true,
    servesAdapters: true,
  },
  lmstudio: {
    kind: 'lmstudio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    maxConcurrency: 8,
    continuesFinalMessage: false,
    templateArguments: false,
  },
  llamacpp: {
    kind: 'llamacpp',
    baseUrl: 'http://127.0.0.1:8080/v1',
    maxConcurrency: 8,
    continuesFinalMessage: true,
    templateArguments: true,
    logprobs: true,
  },
} as const satisfies Readonly<Record<string, ServerPreset>>;

/** The dialect for an unknown server. */
export const plainDialect: Dialect = { kind: null, continuesFinalMessage: false, templateArguments: false };
