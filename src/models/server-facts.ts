/** Kinds of servers that tell more than OpenAI's API does. */
export type ServerKind = 'llamacpp' | 'ollama' | 'lmstudio' | 'vllm';

/** What a server tells about one of its models; null where it does not tell. */
export interface ServerFacts {
  /** Kind of the server, by the owner that its list of models states or by the user's word. */
  readonly kind: ServerKind | null;
  /** Tokens that the prompt and the answer of one request may have together. */
  readonly contextLength: number | null;
  /** Requests that the server works on at once. */
  readonly slots: number | null;
  /** What identifies the weights behind the name, such as Ollama's digest: one line without folders of the server. */
  readonly weights: string | null;
}

/** Facts about a model whose server tells nothing. */
export const noServerFacts: ServerFacts = { kind: null, contextLength: null, slots: null, weights: null };
