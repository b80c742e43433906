import { LruCache } from '../../util/lru-cache.ts';
import { seededRandom } from '../../util/random.ts';

interface SignFlips {
  readonly resamples: number;
  readonly seed: number;
  readonly atLeast: number;
}

/** Nothing is drawn where fewer arrangements than this are expected to count. */
const negligible = 1e-9;

/**
 * Returns the number of random sign arrangements in which the absolute sum of the values is at least as large. Returns 0
 * without drawing where fewer than 1e-9 arrangements are expected: P(|sum| >= t) <= 2 exp(-t^2 / (2 sum of squares))
 * (Hoeffding 1963).
 */
export function countSignFlips(values: readonly number[], { resamples, seed, atLeast }: SignFlips): number {
  const squares = values.reduce((sum, value) => sum + value * value, 0);
  const isFar = atLeast > 0 && 2 * resamples * Math.exp(-(atLeast * atLeast) / (2 * squares)) < negligible;
  return isFar ? 0 : drawSignFlips(values, { resamples, seed, atLeast });
}

/** Draws all arrangements: the result of `countSignFlips`, which avoids drawing where it can. */
function drawSignFlips(values: readonly number[], { resamples, seed, atLeast }: SignFlips): number {
  const words = Math.ceil(values.length / 32);
  const signs = signsOf({ words, resamples, seed });
  const sums = signedSums(values, 4 * words);
  const found = new Float64Array(resamples);
  // Word by word, so that the sums that are looked up stay in the processor's cache.
  for (let word = 0; word < words; word += 1) {
    addSigned(sums.subarray(word * 1024, (word + 1) * 1024), signs.subarray(word * resamples), found);
  }
  let hits = 0;
  for (let draw = 0; draw < resamples; draw += 1) if (Math.abs(found[draw] as number) >= atLeast) hits += 1;
  return hits;
}

/** Adds the next 32 values of each arrangement to its sum. */
function addSigned(sums: Float64Array, signs: Uint32Array, found: Float64Array): void {
  for (let draw = 0; draw < found.length; draw += 1) {
    const bits = signs[draw] as number;
    let sum = found[draw] as number;
    sum += sums[bits & 255] as number;
    sum += sums[256 + ((bits >>> 8) & 255)] as number;
    sum += sums[512 + ((bits >>> 16) & 255)] as number;
    sum += sums[768 + (bits >>> 24)] as number;
    found[draw] = sum;
  }
}

const recent = new LruCache<Uint32Array>(4); // at most 13 MB each, with 99,999 arrangements of 1,024 values

/**
 * Returns random signs, 32 per word: shared by all pairs with the same number of values. The first words of all
 * arrangements come first.
 */
function signsOf({ words, resamples, seed }: Omit<SignFlips, 'atLeast'> & { readonly words: number }): Uint32Array {
  return recent.get(JSON.stringify([words, resamples, seed]), () => {
    const random = seededRandom('sign-flip', seed);
    const signs = new Uint32Array(words * resamples);
    for (let draw = 0; draw < resamples; draw += 1) {
      for (let word = 0; word < words; word += 1) signs[word * resamples + draw] = random() * 2 ** 32;
    }
    return signs;
  });
}

/**
 * Returns sums[256 k + bits]: the k-th eight values, with those whose bit is set added and the others subtracted; each
 * is summed once.
 */
function signedSums(values: readonly number[], eights: number): Float64Array {
  const sums = new Float64Array(256 * eights);
  for (let eight = 0; eight < eights; eight += 1) {
    const own = values.slice(8 * eight, 8 * eight + 8);
    const first = 256 * eight;
    sums[first] = own.reduce((sum, value) => sum - value, 0);
    for (let bits = 1; bits < 256; bits += 1) {
      const lowest = bits & -bits;
      const value = own[31 - Math.clz32(lowest)] ?? 0;
      sums[first + bits] = (sums[first + (bits ^ lowest)] as number) + 2 * value;
    }
  }
  return sums;
}
