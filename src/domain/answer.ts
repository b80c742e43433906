import type { Json } from '../util/canonical-json.ts';

/** Token counts as reported; null where the server did not say. `input` includes `cachedInput`, `output` `reasoning`. */
export interface Usage {
  readonly input: number | null;
  readonly cachedInput: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  /** The server's own usage object, verbatim. */
  readonly raw: Json;
}

/** Of an answer whose server counted nothing. */
export const unknownUsage: Usage = { input: null, cachedInput: null, output: null, reasoning: null, raw: null };

/** What served the answer; null where the server did not say. */
export interface Served {
  readonly model: string | null;
  readonly fingerprint: string | null;
  readonly upstream: string | null;
}

interface Content {
  /** The answer's text as it came, without separately delivered reasoning. */
  readonly text: string;
  /** Reasoning that the server delivered apart from the answer; null where none. */
  readonly reasoning: string | null;
  readonly usage: Usage;
  readonly served: Served;
  /** The server's own word for why it stopped. */
  readonly finishReason: string | null;
  /** Log-probabilities of the output tokens, where asked for and delivered. */
  readonly logprobs: readonly TokenLogprob[] | null;
  /** Only for recordings of others: the value that their authors extracted; null when they extracted none. */
  readonly extracted?: string | null;
}

/** All that an answer may come without. */
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

/** What came back for a call and is kept for good. */
export type Answer =
  | ({ readonly kind: 'answered' } & Content)
  | ({ readonly kind: 'truncated' } & Content)
  | ({ readonly kind: 'filtered' } & Content);

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

/** An attempt that brought no answer. Never an answer: the call stays open and is asked again on resume. */
export interface Failure {
  readonly kind: 'failed';
  readonly code: FailureCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** HTTP status where there was one. */
  readonly status: number | null;
  /** Present when no server was reached (refused, unknown host, no secure connection): the request was never sent. */
  readonly unreached?: true;
}

export type Attempt = Answer | Failure;
