import type { CodedRow } from './coded-rows.ts';

function shares(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1 / values.length);
  return counts;
}

/**
 * Returns the Brier score of predicted shares (Brier 1950, all values): mean over executions of the sum over values of
 * (predicted share - 1 if the execution has the value)², in [0, 2]; 0 is best. Null without rows.
 */
export function shareBrier(rows: readonly CodedRow[]): number | null {
  let [sum, n] = [0, 0];
  for (const { predictions, executions } of rows) {
    const predicted = shares(predictions);
    let squares = 0;
    for (const share of predicted.values()) squares += share ** 2;
    for (const value of executions) sum += squares - 2 * (predicted.get(value) ?? 0) + 1;
    n += executions.length;
  }
  return n > 0 ? sum / n : null;
}

/**
 * Returns the mean Jensen-Shannon divergence (Lin 1991) of predicted and executed shares in bits, in [0, 1]: H((p + q)
 * / 2) - (H(p) + H(q)) / 2. Sampling makes it positive even for equal shares. Null without rows.
 */
export function jensenShannon(rows: readonly Pick<CodedRow, 'predictions' | 'executions'>[]): number | null {
  if (rows.length === 0) return null;
  let sum = 0;
  for (const { predictions, executions } of rows) {
    const [p, q] = [shares(predictions), shares(executions)];
    const middle = new Map<number, number>();
    for (const side of [p, q]) for (const [v, share] of side) middle.set(v, (middle.get(v) ?? 0) + share / 2);
    sum += entropy(middle.values()) - (entropy(p.values()) + entropy(q.values())) / 2;
  }
  return sum / rows.length;
}

function entropy(values: Iterable<number>): number {
  let bits = 0;
  for (const share of values) bits -= share * Math.log2(share);
  return bits;
}
