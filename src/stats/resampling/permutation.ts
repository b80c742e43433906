import { type Random, randomInteger, seededRandom } from '../../util/random.ts';
import { mean } from '../moments.ts';
import { countSignFlips } from './sign-flips.ts';

/** Result of a permutation test: two-sided p in (0, 1]. */
export interface PermutationTest {
  /** Mean difference, in the units of the values. */
  readonly difference: number;
  readonly p: number;
  readonly n: number;
  readonly method: string;
  /** Seed of the draws; null where every arrangement was enumerated. */
  readonly seed: number | null;
}

interface Drawing {
  readonly resamples?: number;
  readonly seed: number;
}

const exactSignFlips = 20; // 2^19 distinct arrangements: a few milliseconds
const exactSplits = 20_000;

/**
 * Returns the paired sign-flip test of mean difference 0 (Fisher 1935): p = share of sign arrangements with |sum| at
 * least as large. Assumes differences (one per cluster) that are symmetric about 0 under the null. Exact up to 20, else
 * (hits + 1) / (draws + 1).
 */
export function signFlipTest(differences: readonly number[], drawing: Drawing): PermutationTest | null {
  const difference = mean(differences);
  if (difference === null) return null;
  const n = differences.length;
  const observed = Math.abs(difference * n);
  const atLeast = observed - tolerance(differences);
  if (n <= exactSignFlips) {
    return {
      difference,
      p: exactSignFlip(differences, atLeast),
      n,
      method: 'sign-flip permutation, exact',
      seed: null,
    };
  }
  const { resamples = 9_999, seed } = drawing;
  const moving = differences.filter((value) => value !== 0);
  const hits = countSignFlips(moving, { resamples, seed, atLeast });
  return { difference, p: (hits + 1) / (resamples + 1), n, method: `sign-flip permutation, ${resamples} draws`, seed };
}

/** Enumerates the sign arrangements in Gray-code order with the first sign fixed (the mirror image has the same |sum|). */
function exactSignFlip(differences: readonly number[], atLeast: number): number {
  const signs = differences.map(() => 1);
  const arrangements = 2 ** (differences.length - 1);
  let sum = differences.reduce((total, value) => total + value, 0);
  let hits = 0;
  for (let step = 1; ; step += 1) {
    if (Math.abs(sum) >= atLeast) hits += 1;
    if (step === arrangements) return hits / arrangements;
    const flipped = Math.log2(step & -step) + 1; // lowest set bit: the sign that changes at this step
    sum -= 2 * (signs[flipped] as number) * (differences[flipped] as number);
    signs[flipped] = -(signs[flipped] as number);
  }
}

/**
 * Returns the two-sample test of equal means: groups are drawn at their true sizes from the pooled values (Pitman
 * 1937). Assumes exchangeable values under the null. Exact up to 20,000 splits. Null where a group is empty.
 */
export function twoSampleTest(
  first: readonly number[],
  second: readonly number[],
  drawing: Drawing,
): PermutationTest | null {
  const [meanFirst, meanSecond] = [mean(first), mean(second)];
  if (meanFirst === null || meanSecond === null) return null;
  const difference = meanFirst - meanSecond;
  const small = Math.min(first.length, second.length);
  const pooled = [...first, ...second];
  const n = pooled.length;
  const expected = (pooled.reduce((sum, value) => sum + value, 0) * small) / n;
  const observed = (first.length <= second.length ? first : second).reduce((sum, value) => sum + value, 0);
  const extreme = (sum: number) => Math.abs(sum - expected) >= Math.abs(observed - expected) - tolerance(pooled);
  if (binomial(n, small) <= exactSplits) {
    const { hits, splits } = everySplit(pooled, small, extreme);
    return { difference, p: hits / splits, n, method: 'two-sample permutation, exact', seed: null };
  }
  const { resamples = 9_999, seed } = drawing;
  const random = seededRandom('two-sample', seed);
  let hits = 0;
  for (let draw = 0; draw < resamples; draw += 1) if (extreme(sumOfDrawn(pooled, small, random))) hits += 1;
  return { difference, p: (hits + 1) / (resamples + 1), n, method: `two-sample permutation, ${resamples} draws`, seed };
}

/** Draws `size` values to the front of `pooled` (a partial in-place Fisher-Yates shuffle) and returns their sum. */
function sumOfDrawn(pooled: number[], size: number, random: Random): number {
  let sum = 0;
  for (let index = 0; index < size; index += 1) {
    const chosen = index + randomInteger(random, pooled.length - index);
    const value = pooled[chosen] as number;
    pooled[chosen] = pooled[index] as number;
    pooled[index] = value;
    sum += value;
  }
  return sum;
}

function everySplit(pooled: readonly number[], size: number, extreme: (sum: number) => boolean) {
  let hits = 0;
  let splits = 0;
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      splits += 1;
      if (extreme(sum)) hits += 1;
      return;
    }
    for (let next = from; next <= pooled.length - left; next += 1) {
      choose(next + 1, left - 1, sum + (pooled[next] as number));
    }
  };
  choose(0, size, 0);
  return { hits, splits };
}

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let step = 1; step <= k; step += 1) ways = (ways * (n - k + step)) / step;
  return ways;
}

/** Returns the tolerance within which sums count as ties because they differ only by rounding. */
function tolerance(values: readonly number[]): number {
  return 1e-12 * values.reduce((sum, value) => sum + Math.abs(value), 0);
}
