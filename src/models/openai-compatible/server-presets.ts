import { defaultMaxConcurrency } from '../language-model.ts';
import type { Dialect } from './chat-request.ts';

/** A kind of local server: where it listens unless the user says otherwise, and what it understands. */
export interface ServerPreset extends Dialect {
  readonly baseUrl: string;
  /** Calls in flight that it is tried with at most, unless the user says otherwise. */
  readonly ceiling: number;
  /** Whether a model may be named `BASE:ADAPTER`, for a LoRA adapter that the server lists as a model. */
  readonly servesAdapters?: true;
}

export const serverPresets = {
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', ceiling: 8, continuesFinalMessage: false, templateArguments: false },
  vllm: {
    baseUrl: 'http://127.0.0.1:8000/v1',
    ceiling: defaultMaxConcurrency,
    continuesFinalMessage: true,
    templateArguments: true,
    servesAdapters: true,
  },
  lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1', ceiling: 8, continuesFinalMessage: false, templateArguments: false },
  llamacpp: { baseUrl: 'http://127.0.0.1:8080/v1', ceiling: 8, continuesFinalMessage: false, templateArguments: true },
} as const satisfies Readonly<Record<string, ServerPreset>>;

/** What may be sent to a server of which nothing is known. */
export const plainDialect: Dialect = { continuesFinalMessage: false, templateArguments: false };
