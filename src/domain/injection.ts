/** Output tokens of an answer, and the seed of the sampler that drew them: enough to generate them again. */
export interface OutputTokens {
  readonly seed: number;
  readonly ids: readonly number[];
}

/**
 * What happens to an answer while a model generates it. `none`: nothing, but the answer comes with its tokens. All others
 * generate the tokens `after` again and go on with the same sampler: `interrupt` without a change, `own` after the given
 * tokens (those that the model generated next), `random` after random tokens, `least` after the least probable tokens,
 * `text` after the tokens of a text. Inserted tokens stand in the answer as if the model had written them.
 */
export type Injection =
  | { readonly kind: 'none' }
  | { readonly kind: 'interrupt'; readonly after: OutputTokens }
  | { readonly kind: 'own'; readonly after: OutputTokens; readonly ids: readonly number[] }
  | { readonly kind: 'random' | 'least'; readonly after: OutputTokens; readonly count: number }
  | { readonly kind: 'text'; readonly after: OutputTokens; readonly text: string };

/** Tokens that were inserted into an answer. */
export interface Insertion {
  /** Position of the first of them among the output tokens. */
  readonly at: number;
  readonly ids: readonly number[];
  readonly text: string;
  /** Probability of each at its position, from the model's own distribution (temperature 1, nothing cut off). */
  readonly probabilities: readonly number[];
  /** Position of the text in that of the answer, in UTF-16 code units; null where it lies in separate reasoning. */
  readonly start: number | null;
}
