import { normalQuantile } from '../basic/quantiles.ts';
import { tTail } from '../basic/student.ts';
import { correlationBounds, tail, tBounds } from '../jackknife/bounds.ts';
import { type ClusterEstimate, ratioOfSums, sumByCluster } from '../jackknife/jackknife.ts';
import { type BoundsOrReason, type Known, known, withheld } from '../jackknife/known.ts';
import { detectableEffect, pAbove, pBelow } from '../jackknife/t-test.ts';
import type { AnswerKind } from './answer-kind.ts';
import { type ExactDealing, exactDealing } from './exact-dealing.ts';

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
        ? tailsOf(
            mean,
            byCluster((k) => excess[k] as number),
          )
        : { above: exact.above, below: exact.below },
  };
}

/**
 * Returns both p of a mean over clusters: each is the larger of that of t and that of Hall's transformation of t (1992, JRSS B
 * 54), which removes the effect of skewness. Agreements on rare values make the excess skewed, and t then finds too many
 * scores below chance.
 */
function tailsOf(mean: ClusterEstimate, { sums, weights }: ReturnType<typeof sumByCluster>): Dealing['p'] {
  const [above, below] = [pAbove(mean), pBelow(mean)];
  const { value, se, df } = mean;
  if (se === null || se === 0) return { above, below };
  let [squares, cubes] = [0, 0];
  for (let c = 0; c < sums.length; c += 1) {
    const rest = (sums[c] as number) - value * (weights[c] as number);
    squares += rest ** 2;
    cubes += rest ** 3;
  }
  const n = df + 1;
  const skewness = cubes / n / (squares / n) ** 1.5;
  const t = value / se;
  const root = Math.sqrt(n);
  const adjusted = t + (skewness * t * t) / (3 * root) + (skewness ** 2 * t ** 3) / (27 * n) + skewness / (6 * root);
  return { above: Math.max(above, tTail(adjusted, df)), below: Math.max(below, tTail(-adjusted, df)) };
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
