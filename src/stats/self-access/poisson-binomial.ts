/**
 * Returns conditional probabilities of independent yes/no cells given their number of yes: result[c * (n + 1) + s] =
 * P(cell c | s yes), from log odds, for the wanted s of 1..n; 0 for others. Prefix and suffix Poisson-binomial sums,
 * without cancellation.
 */
export function chancesGivenSum(logOdds: ArrayLike<number>, wanted: ArrayLike<number>): Float64Array {
  return new ChancesGivenSums(logOdds.length, wanted).of(logOdds);
}

/**
 * Computes `chancesGivenSum` repeatedly for one number of cells, without allocating: a fit needs it hundreds of times,
 * and new arrays would take as long.
 */
export class ChancesGivenSums {
  readonly #cells: number;
  readonly #sums: Int32Array;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #result: Float64Array;

  constructor(cells: number, wanted: ArrayLike<number>) {
    this.#cells = cells;
    this.#sums = abreastOf(wanted);
    this.#before = new Float64Array((cells + 1) ** 2);
    this.#after = new Float64Array((cells + 1) ** 2);
    this.#result = new Float64Array((cells + 1) * cells);
  }

  /** Returns the probabilities for these log odds. The returned array is reused. */
  of(logOdds: ArrayLike<number>): Float64Array {
    const [n, before, after, sums, result] = [this.#cells, this.#before, this.#after, this.#sums, this.#result];
    const shift = Array.from(logOdds).reduce((sum, value) => sum + value, 0) / Math.max(1, n);
    // A shared factor of the odds cancels in the result; centering keeps every sum within range.
    const yes = Float64Array.from(logOdds, (value) => 1 / (1 + Math.exp(shift - value)));
    writeSumChances(yes, before);
    writeSumChances(Float64Array.from(yes).reverse(), after);
    const width = n + 1;
    const others = new Float64Array(abreast);
    for (let cell = 0; cell < n; cell += 1) {
      const chance = yes[cell] as number;
      const rest = n - 1 - cell; // cells after this one
      const rows = { before, after, cell, rest, width };
      for (let index = 0; index < sums.length; index += abreast) {
        addOthers(rows, { sums, index }, others);
        for (let place = 0; place < abreast; place += 1) {
          const sum = sums[index + place] as number;
          result[cell * width + sum] = (chance * (others[place] as number)) / (before[n * width + sum] as number);
        }
      }
    }
    return result;
  }
}

/**
 * Number of sums that are computed together: each addition waits for the one before it, so a single sum would leave the
 * processor idle.
 */
const abreast = 4;

/** Returns the wanted sums in ascending order, with the last one repeated up to a multiple of `abreast`. */
function abreastOf(wanted: ArrayLike<number>): Int32Array {
  const sums = Int32Array.from(wanted).sort();
  const padded = new Int32Array(Math.ceil(sums.length / abreast) * abreast).fill(sums.at(-1) ?? 0);
  padded.set(sums);
  return padded;
}

interface Rows {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly cell: number;
  readonly rest: number;
  readonly width: number;
}

interface Wanted {
  readonly sums: Int32Array;
  readonly index: number;
}

/**
 * Computes the probability that all cells except one have one yes less than each of four ascending sums. Beyond their
 * ends rows are 0.
 */
function addOthers({ before, after, cell, rest, width }: Rows, { sums, index }: Wanted, others: Float64Array): void {
  const least = sums[index] as number;
  const row = cell * width;
  const first = rest * width + least - 1;
  const second = rest * width + (sums[index + 1] as number) - 1;
  const third = rest * width + (sums[index + 2] as number) - 1;
  const fourth = rest * width + (sums[index + 3] as number) - 1;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const end = Math.min(cell + 1, least);
  for (let left = Math.max(0, least - 1 - rest); left < end; left += 1) {
    const chance = before[row + left] as number;
    a += chance * (after[first - left] as number);
    b += chance * (after[second - left] as number);
    c += chance * (after[third - left] as number);
    d += chance * (after[fourth - left] as number);
  }
  others[0] = a;
  others[1] = b;
  others[2] = c;
  others[3] = d;
  for (let place = 1; place < abreast; place += 1) {
    const sum = sums[index + place] as number;
    let whole = others[place] as number;
    for (let left = end; left < Math.min(cell + 1, sum); left += 1) {
      whole += (before[row + left] as number) * (after[rest * width + sum - 1 - left] as number);
    }
    others[place] = whole;
  }
}

/** Writes P(s of the first k cells are yes) to sums[k * (n + 1) + s]; 0 where s is above k. */
function writeSumChances(yes: Float64Array, sums: Float64Array): void {
  const width = yes.length + 1;
  sums[0] = 1;
  for (let k = 1; k < width; k += 1) {
    const chance = yes[k - 1] as number;
    const rest = 1 - chance;
    let fewer = 0; // P(one yes less among the cells before)
    for (let sum = 0; sum <= k; sum += 1) {
      const same = sums[(k - 1) * width + sum] as number;
      sums[k * width + sum] = same * rest + fewer * chance;
      fewer = same;
    }
  }
}
