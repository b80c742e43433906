/** Two-sided p values of McNemar's test, in [0, 1]. */
export interface McNemar {
  /** Conditional exact binomial test; conservative. */
  readonly exact: number;
  /** The exact p minus half of the observed table's probability, doubled (Fagerland, Lydersen and Laake 2013). */
  readonly midP: number;
}

/**
 * Returns McNemar's test (1947) of two paired yes/no results from the discordant counts (integers): only the first
 * right, only the second right. Given their sum n, each is binomial(n, 1/2) under the null. Assumes independent pairs.
 */
export function mcnemar(firstOnly: number, secondOnly: number): McNemar {
  for (const count of [firstOnly, secondOnly]) {
    if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`${count} discordant pairs`);
  }
  const n = firstOnly + secondOnly;
  const fewer = Math.min(firstOnly, secondOnly);
  let logPoint = -n * Math.LN2;
  for (let k = 1; k <= fewer; k += 1) logPoint += Math.log((n - k + 1) / k);
  const point = Math.exp(logPoint);
  let tail = 0;
  // Sums from the largest term down, so that a thin tail of many pairs neither underflows nor takes n steps.
  for (let k = fewer, term = point; k >= 0 && term > tail * 1e-17; k -= 1) {
    tail += term;
    term *= k / (n - k + 1);
  }
  // Equal counts lie in both tails: the doubled tail counts their probability twice.
  const midP = firstOnly === secondOnly ? 1 - point / 2 : 2 * tail - point;
  return { exact: Math.min(1, 2 * tail), midP };
}
