/**
 * Conditional chances of independent yes/no cells given how many are yes: result[c * (n + 1) + s] = P(cell c | s yes), from
 * log odds, for the wanted s of 1..n; 0 for others. Prefix and suffix Poisson-binomial sums: nothing cancels.
 */
export function chancesGivenSum(logOdds: ArrayLike<number>, wanted: ArrayLike<number>): Float64Array {
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
    for (let index = 0; index < wanted.length; index += 1) {
      const sum = wanted[index] as number;
      let others = 0;
      const last = cell * width + Math.min(cell, sum - 1);
      let right = rest * width + Math.min(rest, sum - 1);
      for (let left = cell * width + Math.max(0, sum - 1 - rest); left <= last; left += 1, right -= 1) {
        others += (before[left] as number) * (after[right] as number);
      }
      result[cell * width + sum] = (chance * others) / (before[n * width + sum] as number);
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
