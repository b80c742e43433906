import { normalQuantile } from '../distributions.ts';
import { hallPs } from '../hall.ts';
import {
  type BoundsOrReason,
  type ClusterEstimate,
  correlationBounds,
  detectableEffect,
  type Known,
  known,
  ratioOfSums,
  sumByCluster,
  tail,
  tBounds,
  withheld,
} from '../jackknife.ts';
import type { AnswerKind } from './answer-kind.ts';

/** Read (or filled) units, and the group (block and offer) that each prediction is dealt in. */
export interface DealtScores<P, Y> {
  readonly kind: AnswerKind<P, Y>;
  readonly units: readonly number[];
  readonly predictions: readonly (P | null)[];
  readonly outcomes: readonly (Y | null)[];
  readonly cluster: ArrayLike<number>;
  readonly clusters: number;
  readonly group: Int32Array;
  /** Whether each cluster is one yes/no unit with one or two executions, so that Fisher's exact test applies. */
  readonly isExact: boolean;
}

/** What dealing the predictions to other units gives. */
export interface Dealing {
  readonly test: 'exact' | 't';
  /** Mean score of a prediction that is dealt to another unit of its group. */
  readonly chance: number;
  /** Score minus chance: the mean of the double-centered diagonal, with its error over clusters. */
  readonly excess: ClusterEstimate;
  readonly skill: ClusterEstimate | null;
  /** p of "fits no better than dealt" and of "fits no worse than dealt", one-sided. */
  readonly p: { readonly above: number; readonly below: number };
  /** Distribution of the exact test; null for t. */
  readonly exact: ExactDealing | null;
}

/**
 * Returns the test of rung A. With S[i][j] the score of prediction i against outcome j of the same group, u_i = S[i][i] - row
 * mean - column mean + mean, summed by cluster: t with clusters - 1 degrees of freedom. Single yes/no units have the
 * exact test. Skill is (score - chance) / (highest - chance), Cohen's kappa for yes/no and categories.
 */
export function deal<P, Y>(scores: DealtScores<P, Y>): Dealing {
  const { units, kind } = scores;
  const { own, chance, excess, chanceInfluence } = centeredScores(scores);
  const byCluster = (value: (at: number) => number) => sumByCluster(units, { ...scores, value: (_, k) => value(k) });
  const meanOf = (value: (at: number) => number) => {
    const { sums, weights } = byCluster(value);
    return ratioOfSums(sums, weights) as ClusterEstimate; // there are units
  };
  const mean = meanOf((k) => excess[k] as number);
  const best = kind.scale.highest;
  const score = mean.value + chance;
  const influence = (k: number) => {
    const [dScore, dChance] = [(own[k] as number) - score, chanceInfluence[k] as number];
    return (dScore * (best - chance) + dChance * (score - best)) / (best - chance) ** 2;
  };
  const hasSkill = best - chance > 1e-12;
  const skill = hasSkill ? { ...meanOf(influence), value: mean.value / (best - chance) } : null;
  const exact = scores.isExact ? exactOf(scores) : null;
  return {
    ...{ test: exact === null ? 't' : 'exact', chance, excess: mean, skill, exact },
    p:
      exact === null
        ? hallPs(
            mean,
            byCluster((k) => excess[k] as number),
          )
        : { above: exact.above, below: exact.below },
  };
}

function exactOf<P, Y>({ units, predictions, outcomes, group }: DealtScores<P, Y>): ExactDealing {
  return exactDealing({
    predictions: units.map((unit) => predictions[unit] as number), // yes/no
    outcomes: units.map((unit) => outcomes[unit] as number),
    block: units.map((unit) => group[unit] as number),
  });
}

interface CenteredScores {
  readonly own: Float64Array;
  readonly chance: number;
  readonly excess: Float64Array;
  /** By how much each unit moves the chance score, times the number of units. */
  readonly chanceInfluence: Float64Array;
}

/** Returns the double-centered diagonal, in the order of `units`. */
function centeredScores<P, Y>({ kind, units, predictions, outcomes, group }: DealtScores<P, Y>): CenteredScores {
  const own = new Float64Array(units.length);
  const excess = new Float64Array(units.length);
  const chanceInfluence = new Float64Array(units.length);
  let chance = 0;
  for (const places of Map.groupBy(units.keys(), (k) => group[units[k] as number] as number).values()) {
    const said = places.map((k) => predictions[units[k] as number] as P);
    const did = places.map((k) => outcomes[units[k] as number] as Y);
    const { ofPredictions, ofOutcomes } = kind.deal(said, did);
    let mean = 0;
    for (const value of ofPredictions) mean += value / places.length;
    chance += mean * (places.length / units.length);
    for (const [at, k] of places.entries()) {
      const margins = (ofPredictions[at] as number) + (ofOutcomes[at] as number) - mean;
      own[k] = kind.score(said[at] as P, did[at] as Y);
      excess[k] = (own[k] as number) - margins;
      chanceInfluence[k] = margins;
    }
  }
  return { own, chance, excess, chanceInfluence: chanceInfluence.map((margins) => margins - chance) };
}

/** Returns the interval of skill: Fisher's z for the kappa of a yes/no, t for the others. */
export function skillBounds<P, Y>(
  { kind, units, predictions, outcomes, cluster, clusters }: DealtScores<P, Y>,
  skill: ClusterEstimate,
): BoundsOrReason {
  if (kind.name !== 'yes-no') return tBounds(skill);
  const clustersWhere = (holds: (unit: number) => boolean) => {
    const isMarked = new Uint8Array(clusters);
    for (const unit of units) if (holds(unit)) isMarked[cluster[unit] as number] = 1;
    return isMarked.reduce((sum, mark) => sum + mark, 0);
  };
  const outcome = (unit: number) => outcomes[unit] as number; // yes/no
  return correlationBounds(skill, {
    rarerOutcome: Math.min(
      clustersWhere((unit) => outcome(unit) > 0),
      clustersWhere((unit) => outcome(unit) < 1),
    ),
    withError: clustersWhere((unit) => outcome(unit) !== (predictions[unit] as number)),
  });
}

/**
 * Returns the smallest true excess over chance that 4 of 5 such runs would find: for the exact test, the critical sum plus
 * z(0.8) standard deviations of dealing; for t, (t + z(0.8)) se. Withheld where these counts allow no such effect.
 */
export function detectableExcess({ exact, excess, chance }: Dealing, units: number, highest: number): Known<number> {
  if (exact === null) return detectableEffect(excess, highest - chance);
  const critical = exact.critical(tail);
  const needed = critical === null ? null : critical + normalQuantile(0.8) * exact.deviation;
  return needed === null || needed > exact.largest
    ? withheld('such a run would usually miss every effect that its counts allow')
    : known((2 * (needed - exact.expected)) / units);
}

/** Yes/no predictions (0 or 1) and outcomes (0, 1/2 or 1) of independent units, and the block that each is dealt in. */
interface DealtUnits {
  readonly predictions: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly block: ArrayLike<number>;
}

/** Exact distribution of twice the number of "yes" outcomes that were predicted, if predictions are dealt within blocks. */
interface ExactDealing {
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
