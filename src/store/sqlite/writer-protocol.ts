/** A transaction for the writing thread. */
export interface WriteRequest {
  readonly id: number;
  readonly queries: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[];
}

export type WriteReply =
  | { readonly id: number; readonly kind: 'committed'; readonly rows: Record<string, unknown>[][] }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly errcode: number | null };
