import type { Json } from '../util/canonical-json.ts';
import type { Insertion, OutputTokens } from './injection.ts';
import type { ToolCall } from './tool.ts';

/**
 * Token counts as reported; null where the server reported none. `input` includes `cachedInput`, `output` includes
 * `reasoning`.
 */
export interface Usage {
  readonly input: number | null;
  readonly cachedInput: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  /** The server's own usage object, verbatim. */
  readonly raw: Json;
}

/** Usage of an answer without any token counts from the server. */
export const unknownUsage: Usage = { input: null, cachedInput: null, output: null, reasoning: null, raw: null };

/** Model and backend that served the answer; null where the server did not report them. */
export interface Served {
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly upstream: string | null;
}

interface Content {
  /** Text of the answer as received, without reasoning that was delivered separately. */
  readonly text: string;
  /** Reasoning that the server delivered separately from the answer; null if none. */
  readonly reasoning: string | null;
  readonly usage: Usage;
  readonly served: Served;
  /** The server's stop reason, verbatim. */
  readonly finishReason: string | null;
  /**
   * Set where the server gave no finish reason, or one that is not known: the text counts as complete, but nothing says that
   * it is.
   */
  readonly endIsUnknown?: true;
  /** Log-probabilities of the output tokens, if requested and delivered. */
  readonly logprobs: readonly TokenLogprob[] | null;
  /** Only in imported recordings: the value that their authors extracted; null if they extracted none. */
  readonly extracted?: string | null;
  /** Output tokens, where the call has an injection; absent in other answers. */
  readonly tokens?: OutputTokens;
  /** Tokens that were inserted into the answer; absent where none were. */
  readonly inserted?: Insertion;
}

/** Metadata of an answer that came with none. */
export const noMetadata = {
  reasoning: null,
  usage: unknownUsage,
  served: { model: null, fingerprint: null, upstream: null },
  finishReason: null,
  logprobs: null,
} as const satisfies Omit<Content, 'text'>;

export interface TokenLogprob {
  readonly token: string;
  /** Natural logarithm. */
  readonly logprob: number;
}

/** Response to a call; stored permanently. */
export type Answer =
  | ({ readonly kind: 'answered' } & Content)
  | ({ readonly kind: 'truncated' } & Content)
  | ({ readonly kind: 'filtered' } & Content)
  /** The model calls tools instead of answering; only an answer to a request with tools. */
  | ({ readonly kind: 'tool-call'; readonly toolCalls: readonly ToolCall[] } & Content);

export const failureCodes = [
  'rate-limited',
  'overloaded',
  'timeout',
  'network',
  'server-error',
  'bad-response',
  'unauthorized',
  'not-found',
  'invalid-request',
  'context-overflow',
  'model-error',
  'not-recorded',
  'recorded-failure',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** A failed attempt. It is never stored as an answer: the call stays open and is sent again on resume. */
export interface Failure {
  readonly kind: 'failed';
  readonly code: FailureCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** HTTP status, if there was a response. */
  readonly status: number | null;
  /** Set when no server was reached (connection refused, unknown host, TLS failure), so that the request was never sent. */
  readonly unreached?: true;
  /** Upper bound on retries of this failure, below the run's; absent: the run's. */
  readonly maxRetries?: number;
}

export type Attempt = Answer | Failure;
