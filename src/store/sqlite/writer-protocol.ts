/** A query by the number of its SQL text, which is sent only the first time: texts are as long as what they insert. */
export interface WriteQuery {
  readonly text: number;
  readonly sql: string | null;
  readonly parameters: readonly unknown[];
}

/** A transaction for the writer thread. */
export interface WriteRequest {
  readonly id: number;
  readonly queries: readonly WriteQuery[];
}

export type WriteReply =
  | { readonly id: number; readonly kind: 'committed'; readonly rows: Record<string, unknown>[][] }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly errcode: number | null };
