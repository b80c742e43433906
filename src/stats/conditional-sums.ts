/**
 * Conditional chances of independent yes/no cells given how many are yes: result[s * n + c] = P(cell c | s yes) for
 * s = 0..n, from log odds. Prefix and suffix Poisson-binomial sums: only positive terms, so nothing cancels.
 */
export function chancesGivenSum(logOdds: ArrayLike<number>): Float64Array {
  const n = logOdds.length;
  const shift = Array.from(logOdds).reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  // A shared factor of the odds cancels in the result; centring keeps every sum within range.
  const yes = Float64Array.from(logOdds, (value) => 1 / (1 + Math.exp(shift - value)));
  const before = sumChances(yes);
  const after = sumChances(Float64Array.from(yes).reverse());
  const width = n + 1;
  const result = new Float64Array(width * n);
  for (let cell = 0; cell < n; cell += 1) {
    const chance = yes[cell] as number;
    const rest = n - 1 - cell; // cells after this one
    for (let sum = 1; sum <= n; sum += 1) {
      let others = 0;
      const most = Math.min(cell, sum - 1);
      for (let left = Math.max(0, sum - 1 - rest); left <= most; left += 1) {
        others += (before[cell * width + left] as number) * (after[rest * width + sum - 1 - left] as number);
      }
      result[sum * n + cell] = (chance * others) / (before[n * width + sum] as number);
    }
  }
  return result;
}

/** sums[k * (n + 1) + s] = P(s of the first k cells are yes). */
function sumChances(yes: Float64Array): Float64Array {
  const width = yes.length + 1;
  const sums = new Float64Array(width * width);
  sums[0] = 1;
  for (let k = 1; k < width; k += 1) {
    const chance = yes[k - 1] as number;
    for (let sum = 0; sum <= k; sum += 1) {
      const stay = (sums[(k - 1) * width + sum] as number) * (1 - chance);
      sums[k * width + sum] = sum === 0 ? stay : stay + (sums[(k - 1) * width + sum - 1] as number) * chance;
    }
  }
  return sums;
}
