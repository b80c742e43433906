import type { FrontierRow } from './recordings.ts';

/**
 * Returns the share of the pairs of a right and a wrong answer of one kind in which the right one has the higher statement (ties: one
 * half), in [0, 1]; null without such a pair.
 */
export function aurocWithinKinds(rows: readonly FrontierRow[]): number | null {
  let [ordered, pairs] = [0, 0];
  for (const own of Map.groupBy(rows, ({ kind }) => kind).values()) {
    const right = own.filter((row) => row.right);
    const wrong = own.filter((row) => !row.right);
    pairs += right.length * wrong.length;
    for (const one of right)
      for (const other of wrong) ordered += (Math.sign(Number(one.stated) - Number(other.stated)) + 1) / 2;
  }
  return pairs === 0 ? null : ordered / pairs;
}
