/** A number with its interval, or the reason why one of the two is missing. */
export interface Quantity {
  readonly value: number | null;
  /** Lower and upper end, at 95 % unless its place says otherwise. */
  readonly interval: readonly [number, number] | null;
  /** Rows or units that the value is computed from. */
  readonly n: number;
  readonly clusters: number;
  /** Why the value or the interval is missing, in words; null if neither is missing. */
  readonly missing: string | null;
}
