/** What a server tells about itself and one of its models, without generating a token. Null: it does not tell. */
export interface ServerFacts {
  /** Name and version of the program, such as `Ollama 0.17.4`. */
  readonly software: string | null;
  /** Tokens of prompt and answer together that one request may have, as the model is loaded now. */
  readonly contextLength: number | null;
  /** Whether a prompt beyond the context length is shortened without an error, with status 200. */
  readonly cutsLongPrompts: boolean;
  /** Requests that the server works on at once. */
  readonly slots: number | null;
  /** Digest of the model's weights, or the name of their file. */
  readonly weights: string | null;
}
