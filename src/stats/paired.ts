import {
  type BoundsOrReason,
  type ClusterEstimate,
  detectableEffect,
  type Known,
  known,
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
 * Returns the paired difference of two scores by cluster: a ratio of sums with its jackknife standard error and t. Where
 * over 2 % of a side is missing, each p is the larger of that of the units with both scores and that with the missing
 * values at their worst for its claim, and the interval covers both.
 */
export function paired(scores: PairedScores): PairedDifference {
  const { own, other, scale } = scores;
  const difference = (unit: number) => (own[unit] as number) - (other[unit] as number);
  const all = Array.from({ length: own.length }, (_, unit) => unit);
  const both = all.filter((unit) => own[unit] !== null && other[unit] !== null);
  const missing = scores.missing ?? missingRule(own, other);
  const estimate = meanDifference(both, scores, difference);
  const worst = (claim: Claim) => {
    if (!missing.atWorst) return null;
    const atWorst =
      scores.worst ?? ((unit, side) => worstDifference([own[unit] ?? null, other[unit] ?? null], scale, side));
    const counted = (unit: number) =>
      own[unit] === null || other[unit] === null ? atWorst(unit, claim) : difference(unit);
    return meanDifference(all, scores, counted);
  };
  const [forHigher, forLower] = [worst('higher'), worst('lower')];
  const higher = estimate === null ? 1 : Math.max(pAbove(estimate), forHigher === null ? 0 : pAbove(forHigher));
  const lower = estimate === null ? 1 : Math.max(pBelow(estimate), forLower === null ? 0 : pBelow(forLower));
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

function meanDifference(
  units: readonly number[],
  scores: PairedScores,
  value: (unit: number) => number,
): ClusterEstimate | null {
  const { sums, weights } = sumByCluster(units, { ...scores, value });
  return ratioOfSums(sums, weights);
}

/** Returns how missing values of two sides enter a test. */
export function missingRule(first: ArrayLike<unknown>, second: ArrayLike<unknown>): MissingRule {
  const shares = [missingShare(first), missingShare(second)] as const;
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
function hull(estimates: readonly (ClusterEstimate | null)[], scale: Scale): BoundsOrReason {
  if (estimates[0] === null) return withheld('no unit with both scores');
  const each = estimates.flatMap((estimate) => (estimate === null ? [] : [tBounds(estimate, scale)]));
  const missing = each.find(({ kind }) => kind === 'withheld');
  if (missing !== undefined) return missing;
  const bounds = each.flatMap((one) => (one.kind === 'known' ? [one.value] : []));
  return known([Math.min(...bounds.map(([low]) => low)), Math.max(...bounds.map(([, high]) => high))]);
}
