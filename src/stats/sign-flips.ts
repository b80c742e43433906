import { seededRandom } from '../util/random.ts';
import { Recent } from '../util/recent.ts';

interface SignFlips {
  readonly resamples: number;
  readonly seed: number;
  readonly atLeast: number;
}

/** In how many random sign arrangements the sum of the values is, in size, at least so large. */
export function countSignFlips(values: readonly number[], { resamples, seed, atLeast }: SignFlips): number {
  const words = Math.ceil(values.length / 32);
  const signs = signsOf({ words, resamples, seed });
  const sums = signedSums(values, 4 * words);
  const found = new Float64Array(abreast);
  let hits = 0;
  for (let draw = 0; draw < resamples; draw += abreast) {
    addSigned(sums, signs.subarray(draw * words, (draw + abreast) * words), found);
    const here = Math.min(abreast, resamples - draw);
    for (let place = 0; place < here; place += 1) if (Math.abs(found[place] as number) >= atLeast) hits += 1;
  }
  return hits;
}

/** Arrangements that are summed side by side: each addition waits for the one before it, so one alone would leave a processor idle. */
const abreast = 4;

/** The sums of so many arrangements, whose signs follow each other. */
function addSigned(sums: Float64Array, signs: Uint32Array, found: Float64Array): void {
  const words = signs.length / abreast;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let word = 0; word < words; word += 1) {
    const first = signs[word] as number;
    const second = signs[words + word] as number;
    const third = signs[2 * words + word] as number;
    const fourth = signs[3 * words + word] as number;
    for (let eight = 0; eight < 4; eight += 1) {
      const place = (4 * word + eight) * 256;
      const shift = 8 * eight;
      a += sums[place + ((first >>> shift) & 255)] as number;
      b += sums[place + ((second >>> shift) & 255)] as number;
      c += sums[place + ((third >>> shift) & 255)] as number;
      d += sums[place + ((fourth >>> shift) & 255)] as number;
    }
  }
  found[0] = a;
  found[1] = b;
  found[2] = c;
  found[3] = d;
}

const recent = new Recent<Uint32Array>(4); // at most 13 MB each, with 99,999 arrangements of 1,024 values

/** Random signs, 32 a word, so many words an arrangement: the same for all pairs of as many values. */
function signsOf({ words, resamples, seed }: Omit<SignFlips, 'atLeast'> & { readonly words: number }): Uint32Array {
  return recent.get(JSON.stringify([words, resamples, seed]), () => {
    const random = seededRandom('sign-flip', seed);
    const signs = new Uint32Array(words * Math.ceil(resamples / abreast) * abreast);
    for (let word = 0; word < signs.length; word += 1) signs[word] = random() * 2 ** 32;
    return signs;
  });
}

/** sums[256 k + bits]: the k-th eight values, those whose bit is set added, the others subtracted; each is summed once. */
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
