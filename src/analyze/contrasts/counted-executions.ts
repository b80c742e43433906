/** Executions of one unit by how right they are, for runs and for logs. */
interface CountedExecutions {
  /** Mean over the executions that count, in [0, 1]; null where none does. */
  readonly score: number | null;
  /** Share of the executions that do not count. */
  readonly lost: number;
}

/** Returns the mean of the executions that count; null stands for an execution that does not. */
export function countExecutions(shares: readonly (number | null)[]): CountedExecutions {
  let [right, counted] = [0, 0];
  for (const share of shares)
    if (share !== null) {
      right += share;
      counted += 1;
    }
  return { score: counted === 0 ? null : right / counted, lost: 1 - counted / shares.length };
}
