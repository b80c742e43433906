/** Yes/no predictions (0 or 1) and outcomes (0, 1/2 or 1) of independent units, and the block that each is dealt in. */
export interface DealtUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly block: ArrayLike<number>;
}

/** Exact distribution of twice the number of "yes" outcomes that were predicted, if predictions are dealt within blocks. */
export interface ExactDealing {
  /** P(as many or more), the larger tail with the observed value. */
  readonly above: number;
  /** P(as many or fewer). */
  readonly below: number;
  /** P of the largest value that the counts allow: the smallest p that the test can reach. */
  readonly smallest: number;
  /** Observed value, its expectation and standard deviation, and the largest possible value, as sums of prediction x outcome. */
  readonly observed: number;
  readonly expected: number;
  readonly deviation: number;
  readonly largest: number;
  /** Smallest sum with P(as large or larger) <= the error; null where the counts allow none. */
  critical(error: number): number | null;
}

/** A distribution over first, first + 1, ...; what it leaves out has a probability below 1e-25. */
interface Masses {
  readonly first: number;
  readonly mass: Float64Array;
}

interface Counts {
  readonly said: number;
  /** Units with the outcome 0, 1/2 and 1. */
  readonly levels: readonly [number, number, number];
}

/**
 * Returns Fisher's exact test (1935) with outcomes of 0, 1/2 and 1 (one or two executions): the sum of prediction x outcome
 * given both margins is multivariate hypergeometric in each block, and the blocks are convolved. Each tail includes the
 * observed value.
 */
export function exactDealing(units: DealtUnits): ExactDealing {
  const { blocks, observed, perOne } = countBlocks(units);
  let all: Masses = { first: 0, mass: Float64Array.of(1) };
  let [largest, variance, expected, smallest] = [0, 0, 0, 1];
  for (const counts of blocks) {
    const own = blockMasses(counts, perOne);
    all = convolve(all, own);
    const top = largestSum(counts, perOne);
    largest += top;
    smallest *= own.mass[top - own.first] ?? 0;
    const moments = momentsOf(own);
    expected += moments.mean;
    variance += moments.variance;
  }
  const tail = (from: number) => tailFrom(all, from);
  return {
    above: tail(observed),
    below: headTo(all, observed),
    smallest,
    observed: observed / perOne,
    expected: expected / perOne,
    deviation: Math.sqrt(variance) / perOne,
    largest: largest / perOne,
    critical: (error) => {
      const sum = criticalSum(all, error);
      return sum === null ? null : sum / perOne;
    },
  };
}

function countBlocks({ predictions, outcomes, block }: DealtUnits) {
  const counts = new Map<number, { said: number; levels: [number, number, number] }>();
  let observed = 0;
  for (let unit = 0; unit < predictions.length; unit += 1) {
    const key = block[unit] as number;
    const own = counts.get(key) ?? { said: 0, levels: [0, 0, 0] };
    counts.set(key, own);
    const level = Math.round(2 * (outcomes[unit] as number)) as 0 | 1 | 2;
    own.levels[level] += 1;
    if (predictions[unit] !== 1) continue;
    own.said += 1;
    observed += level;
  }
  const blocks = [...counts.values()];
  const perOne = blocks.some(({ levels }) => levels[1] > 0) ? 2 : 1;
  return { blocks, observed: (observed / 2) * perOne, perOne };
}

/** Returns the largest sum of outcomes, in steps of 1 / `perOne`, that `said` predictions can have. */
function largestSum({ said, levels: [, halves, ones] }: Counts, perOne: number): number {
  const fullOnes = Math.min(said, ones);
  return perOne * fullOnes + Math.min(said - fullOnes, halves);
}

/** Standard deviations beyond which a hypergeometric count has a probability far below 1e-25. */
const support = 12;

function blockMasses(counts: Counts, perOne: number): Masses {
  const { said, levels } = counts;
  const [zeros, halves, ones] = levels;
  const size = zeros + halves + ones;
  const all = logChoose(size, said);
  const [fromHalf, toHalf] = range(said, halves, size);
  const rest = Math.max(0, said - zeros);
  const least = Math.min(rest, halves) + perOne * Math.max(0, rest - halves);
  const mass = new Float64Array(largestSum(counts, perOne) - least + 1);
  for (let half = fromHalf; half <= toHalf; half += 1) {
    const logHalf = logChoose(halves, half) - all;
    const [fromOne, toOne] = range(said - half, ones, size - halves);
    for (let one = fromOne; one <= toOne; one += 1) {
      const at = half + perOne * one - least;
      const log = logChoose(zeros, said - half - one) + logHalf + logChoose(ones, one);
      mass[at] = (mass[at] as number) + Math.exp(log);
    }
  }
  return trimmed({ first: least, mass });
}

/** Returns the smallest and largest count of `marked` units among `drawn` of `size`, without what is practically impossible. */
function range(drawn: number, marked: number, size: number): readonly [number, number] {
  const low = Math.max(0, drawn - (size - marked));
  const high = Math.min(drawn, marked);
  if (size < 2) return [low, high];
  const mean = (drawn * marked) / size;
  const deviation = Math.sqrt((mean * (1 - marked / size) * (size - drawn)) / (size - 1));
  const reach = support * deviation + 200;
  return [Math.max(low, Math.ceil(mean - reach)), Math.min(high, Math.floor(mean + reach))];
}

/** Drops zeros and probabilities below 1e-25 at both ends of a long distribution. */
function trimmed({ first, mass }: Masses): Masses {
  if (mass.length < 1_000) return { first, mass };
  let [from, to] = [0, mass.length];
  while (from < to && (mass[from] as number) < 1e-25) from += 1;
  while (to > from && (mass[to - 1] as number) < 1e-25) to -= 1;
  return { first: first + from, mass: mass.slice(from, to) };
}

function convolve(one: Masses, other: Masses): Masses {
  const mass = new Float64Array(one.mass.length + other.mass.length - 1);
  for (const [i, p] of one.mass.entries()) {
    if (p === 0) continue;
    for (let j = 0; j < other.mass.length; j += 1)
      mass[i + j] = (mass[i + j] as number) + p * (other.mass[j] as number);
  }
  return trimmed({ first: one.first + other.first, mass });
}

/** Returns P(value >= from), summed from the smallest probability up. */
function tailFrom({ first, mass }: Masses, from: number): number {
  let p = 0;
  for (let at = mass.length - 1; at >= Math.max(0, from - first); at -= 1) p += mass[at] as number;
  return Math.min(1, p);
}

function headTo({ first, mass }: Masses, to: number): number {
  let p = 0;
  for (let at = 0; at <= Math.min(mass.length - 1, to - first); at += 1) p += mass[at] as number;
  return Math.min(1, p);
}

function momentsOf({ first, mass }: Masses): { readonly mean: number; readonly variance: number } {
  let [sum, squares, weight] = [0, 0, 0];
  for (const [at, p] of mass.entries()) {
    weight += p;
    sum += p * at;
    squares += p * at * at;
  }
  const mean = sum / weight;
  return { mean: first + mean, variance: Math.max(0, squares / weight - mean * mean) };
}

function criticalSum({ first, mass }: Masses, error: number): number | null {
  let p = 0;
  for (let at = mass.length - 1; at >= 0; at -= 1) {
    p += mass[at] as number;
    if (p > error) return at === mass.length - 1 ? null : first + at + 1;
  }
  return null;
}

const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i += 1) {
    logFactorials.push((logFactorials[i - 1] as number) + Math.log(i));
  }
  return logFactorials[n] as number;
}

function logChoose(n: number, k: number): number {
  return k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
