export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the arithmetic mean; null for no values. */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  return sum / values.length;
}

/** Returns the sample variance, sum of squared deviations / (n - 1), in two passes; null for fewer than 2 values. */
export function sampleVariance(values: ArrayLike<number>): number | null {
  const centre = mean(values);
  if (centre === null || values.length < 2) return null;
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += ((values[index] as number) - centre) ** 2;
  return sum / (values.length - 1);
}

/** Returns numerator / denominator; null where the denominator is 0. */
export function ratio(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}
