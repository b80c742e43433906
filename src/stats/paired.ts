import {
  type BoundsOrReason,
  type ClusterEstimate,
  detectableEffect,
  type Known,
  known,
  minIntervalClusters,
  pAbove,
  pBelow,
  ratioOfSums,
  reasons,
  type Scale,
  sumByCluster,
  tBounds,
  widthOf,
  withheld,
} from './jackknife.ts';

/** Largest share of missing values of a side that a claim may ignore. */
export const toleratedMissing = 0.02;

/** Two scores of the same units; null where one is missing (asked, and unusable). What was not asked is not in the arrays. */
export interface PairedScores {
  readonly own: ArrayLike<number | null>;
  readonly other: ArrayLike<number | null>;
  /** Number of each unit's cluster, 0 to clusters - 1. */
  readonly cluster: ArrayLike<number>;
  readonly clusters: number;
  readonly scale: Scale;
  /**
   * Returns the difference of a unit with a missing value at its worst for a claim; absent: the missing score is the lowest
   * for the side that is claimed to be better, the highest for the other side, and both missing are a difference of 0.
   */
  readonly worst?: (unit: number, claim: Claim) => number;
  /** Returns whether executions behind a unit's scores are missing, so that `worst` also has its difference; absent: none. */
  readonly isPartial?: (unit: number) => boolean;
  /** Shares of missing values of the two sides; absent: of `own` and `other`. */
  readonly missing?: MissingRule;
}

/** Whether the own score is claimed to be above or below the other. */
export type Claim = 'higher' | 'lower';

/** How missing values entered a test. */
export interface MissingRule {
  /** Share of the units whose first or second value is missing, each in [0, 1]. */
  readonly shares: readonly [first: number, second: number];
  /** Whether a side is missing in over 2 %, so that the claim must also hold with the missing values at their worst. */
  readonly atWorst: boolean;
}

/** The mean of own minus other. Interval and p come from the same standard error, so that they agree. */
export interface PairedDifference {
  /** Mean difference over the units with both scores; null without such a unit. */
  readonly value: number | null;
  readonly se: number | null;
  readonly interval: BoundsOrReason;
  /** p of "own is not above", "own is not below" (one-sided), and of "both are equal" (two-sided). */
  readonly p: { readonly higher: number; readonly lower: number; readonly twoSided: number };
  /** Units with both scores. */
  readonly n: number;
  /** Clusters of these units. */
  readonly clusters: number;
  readonly missing: MissingRule;
  /** Smallest true difference that 4 of 5 such runs would find at a one-sided 2.5 % (two-sided 5 %). */
  readonly detectable: Known<number>;
}

/**
 * Returns the paired difference of two scores by cluster: a ratio of sums with its jackknife standard error and t. No p is
 * below 2^-d, the smallest that an exact sign test can reach if d clusters differ from 0: t alone finds too much where few
 * do. Where
 * over 2 % of a side is missing, each p is the larger of that of the units with both scores and that with the missing
 * values at their worst for its claim, and the interval covers both.
 */
export function paired(scores: PairedScores): PairedDifference {
  const { own, other, scale } = scores;
  const difference = (unit: number) => (own[unit] as number) - (other[unit] as number);
  const all = Array.from({ length: own.length }, (_, unit) => unit);
  const both = all.filter((unit) => own[unit] !== null && other[unit] !== null);
  const missing = scores.missing ?? missingRule(missingShare(own), missingShare(other));
  const estimate = meanDifference(both, scores, difference);
  const worst = (claim: Claim) => {
    if (!missing.atWorst) return null;
    const atWorst =
      scores.worst ?? ((unit, side) => worstDifference([own[unit] ?? null, other[unit] ?? null], scale, side));
    const counted = (unit: number) =>
      own[unit] === null || other[unit] === null || scores.isPartial?.(unit) === true
        ? atWorst(unit, claim)
        : difference(unit);
    return meanDifference(all, scores, counted);
  };
  const [forHigher, forLower] = [worst('higher'), worst('lower')];
  const largest = (of: readonly (MeanDifference | null)[], p: (estimate: ClusterEstimate) => number) =>
    Math.max(...of.flatMap((each) => (each === null ? [] : [p(each), 2 ** -each.differing])));
  const higher = estimate === null ? 1 : largest([estimate, forHigher], pAbove);
  const lower = estimate === null ? 1 : largest([estimate, forLower], pBelow);
  const range = widthOf(scale);
  return {
    value: estimate?.value ?? null,
    se: estimate?.se ?? null,
    interval: hull([estimate, forHigher, forLower], { lowest: -range, highest: range }),
    p: { higher, lower, twoSided: Math.min(1, 2 * Math.min(higher, lower)) },
    n: both.length,
    clusters: estimate === null ? 0 : estimate.df + 1,
    missing,
    detectable: estimate === null ? withheld(reasons.clusters) : detectableEffect(estimate, range),
  };
}

/** A mean difference, and the number of clusters whose difference is not 0. */
interface MeanDifference extends ClusterEstimate {
  readonly differing: number;
}

function meanDifference(
  units: readonly number[],
  scores: PairedScores,
  value: (unit: number) => number,
): MeanDifference | null {
  const { sums, weights } = sumByCluster(units, { ...scores, value });
  const estimate = ratioOfSums(sums, weights);
  const differing = sums.reduce((count, sum) => count + Number(Math.abs(sum) > 1e-12), 0);
  return estimate === null ? null : { ...estimate, differing };
}

/** Returns how missing values of two sides enter a test, from their shares. */
export function missingRule(...shares: MissingRule['shares']): MissingRule {
  return { shares, atWorst: shares.some((share) => share > toleratedMissing) };
}

function missingShare(values: ArrayLike<unknown>): number {
  let missing = 0;
  for (let unit = 0; unit < values.length; unit += 1) if (values[unit] === null) missing += 1;
  return values.length === 0 ? 0 : missing / values.length;
}

function worstDifference([own, other]: readonly [number | null, number | null], scale: Scale, claim: Claim): number {
  if (own === null && other === null) return 0;
  const { lowest, highest } = scale;
  const [ownWorst, otherWorst] = claim === 'higher' ? [lowest, highest] : [highest, lowest];
  return (own ?? ownWorst) - (other ?? otherWorst);
}

/** Returns the smallest interval that covers that of each estimate; withheld where one of them is. */
function hull(estimates: readonly (MeanDifference | null)[], scale: Scale): BoundsOrReason {
  if (estimates[0] === null) return withheld('no unit with both scores');
  const boundsOf = (estimate: MeanDifference) => {
    const { se, differing } = estimate;
    return se !== null && se > 0 && differing < minIntervalClusters
      ? withheld(reasons.fewDiffer)
      : tBounds(estimate, scale);
  };
  const each = estimates.flatMap((estimate) => (estimate === null ? [] : [boundsOf(estimate)]));
  const missing = each.find(({ kind }) => kind === 'withheld');
  if (missing !== undefined) return missing;
  const bounds = each.flatMap((one) => (one.kind === 'known' ? [one.value] : []));
  return known([Math.min(...bounds.map(([low]) => low)), Math.max(...bounds.map(([, high]) => high))]);
}
