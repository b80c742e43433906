import { hallBounds, hallPs } from './hall.ts';
import {
  type Bounds,
  type BoundsOrReason,
  type ClusterEstimate,
  cutAt,
  detectableEffect,
  effectiveClusters,
  groupCounts,
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
import { type GroupCounts, leastNumbers, whyTooFew } from './least-numbers.ts';
import {
  type DiscordantPairs,
  detectableMcNemar,
  midPMcNemar,
  missesAll,
  type TailPs,
  tangoBounds,
} from './mcnemar.ts';

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
  /** Whether the other score is that of a constant or a label, so that graded own scores can make the differences skewed. */
  readonly isAgainstConstant?: boolean;
}

/** Whether the own score is claimed to be above or below the other. */
export type Claim = 'higher' | 'lower';

/** How missing values entered a test. */
export interface MissingRule {
  /** Share of the units whose first or second value is missing, each in [0, 1]. */
  readonly shares: readonly [first: number, second: number];
  /** Whether a value is missing, so that the claim must also hold with the missing values at their worst. */
  readonly atWorst: boolean;
}

/** `mcnemar`: mid-p McNemar with Tango's interval; `t`: jackknife t over clusters; `hall`: the larger p of t and Hall's t. */
type PairedTest = 'mcnemar' | 't' | 'hall';

/** The mean of own minus other. Interval and p never contradict each other. */
export interface PairedDifference {
  readonly test: PairedTest;
  /** Mean difference over the units with both scores; null without such a unit. */
  readonly value: number | null;
  readonly se: number | null;
  readonly interval: BoundsOrReason;
  /** p of "own is not above", "own is not below" (one-sided), and of "both are equal" (two-sided); 1 where it is untested. */
  readonly p: TailPs;
  /** The same of the units with both scores alone. */
  readonly readP: TailPs;
  /** Why so few groups have no test; null where they have one. */
  readonly untested: string | null;
  /** Units with both scores. */
  readonly n: number;
  /** Clusters of these units, and the number of clusters of equal size that they count as (Kish 1965). */
  readonly clusters: number;
  readonly effective: number;
  /** Units that only one side has right; null unless the test is `mcnemar`. */
  readonly counts: DiscordantPairs | null;
  readonly missing: MissingRule;
  /**
   * Smallest true difference of the units with both scores, in either direction, that 4 of 5 such runs would find at a one-sided
   * 2.5 % (two-sided 5 %), missing values at their worst; computed when it is read.
   */
  readonly detectable: Known<number>;
}

/**
 * Returns the paired difference of two scores. Single yes/no units, one execution on both sides: mid-p McNemar with Tango's
 * interval. Everything else: a ratio of sums over clusters with its jackknife error (CR3) and t with Kish - 1 degrees of
 * freedom; no p is below 2^-d, the smallest that an exact sign test can reach if d clusters differ from 0; graded scores beside
 * a constant also need Hall's transformation. Untested below 20 clusters or where they count as fewer than 15. Where a value is
 * missing, each p is the larger of that of the units with both scores and that with the missing values at their worst for its
 * claim, and the interval covers both.
 */
export function paired(scores: PairedScores): PairedDifference {
  const fills = fillsOf(scores);
  const { read, counts: about } = fills;
  const [higher, lower] = [fills.atWorst('higher'), fills.atWorst('lower')];
  const forHigher = [read, ...higher];
  const forLower = [read, ...lower];
  const largest = (of: readonly Sample[], p: (sample: Sample) => number) => Math.max(...of.map(p));
  const untested = whyTooFew(about, fills.asked);
  const isTested = untested === null && read.estimate !== null;
  const ps = isTested
    ? { higher: largest(forHigher, (each) => each.p.above), lower: largest(forLower, (each) => each.p.below) }
    : { higher: 1, lower: 1 };
  const range = widthOf(scores.scale);
  const effects: Effects = {
    ...{ read: effectOf(read), readShare: fills.readShare },
    filled: [...higher.map(effectOf), ...lower.map(turned)],
  };
  return {
    test: read.test,
    value: read.estimate?.value ?? null,
    se: read.estimate?.se ?? null,
    interval: untested !== null && read.test !== 'mcnemar' ? withheld(untested) : hull(forHigher, forLower, range),
    p: withTwoSided(ps),
    readP: withTwoSided(isTested ? { higher: read.p.above, lower: read.p.below } : ps),
    untested,
    ...about,
    counts: read.pairs,
    missing: fills.missing,
    get detectable() {
      return detectableOf(effects, range);
    },
  };
}

/**
 * Returns what 4 of 5 such runs would find. With missing values at their worst, a difference D of the units with both scores
 * becomes r D + c: r the share of these units, c what the missing ones take, (t + z(.8)) se = r D + c.
 */
function detectableOf({ read, readShare, filled }: Effects, range: number): Known<number> {
  const { estimate, pairs } = read;
  if (estimate === null) return withheld(reasons.clusters);
  if (pairs !== null) {
    const own = [read, turned(read)];
    const against = filled.map((each, k) => countOf(each.pairs) - countOf((own[k] as Effect).pairs));
    return detectableMcNemar(pairs, { against: Math.max(0, ...against) });
  }
  let largest = detectableEffect(estimate, range);
  for (const [k, { estimate: worst }] of filled.entries()) {
    if (worst === null || largest.kind === 'withheld') return largest;
    const found = detectableEffect(worst, Number.POSITIVE_INFINITY);
    if (found.kind === 'withheld') return found;
    const taken = worst.value - readShare * (k === 0 ? estimate.value : -estimate.value);
    const effect = (found.value - taken) / readShare;
    if (!(effect <= range)) return withheld(missesAll);
    if (effect > largest.value) largest = known(effect);
  }
  return largest;
}

/** Returns how many items only the second side has right. */
function countOf(pairs: Effect['pairs']): number {
  return pairs?.onlySecond ?? 0;
}

/** Returns the effect of a sample with its sides exchanged. */
function turned({ estimate, pairs }: Effect): Effect {
  return {
    estimate: estimate === null ? null : { ...estimate, value: -estimate.value },
    pairs: pairs === null ? null : { ...pairs, onlyFirst: pairs.onlySecond, onlySecond: pairs.onlyFirst },
  };
}

function withTwoSided({ higher, lower }: Omit<TailPs, 'twoSided'>): TailPs {
  return { higher, lower, twoSided: Math.min(1, 2 * Math.min(higher, lower)) };
}

/** Differences of units, summed by cluster, and their test against 0. */
export interface Sample {
  readonly test: PairedTest;
  readonly estimate: ClusterEstimate | null;
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  /** Clusters whose difference is not 0. */
  readonly differing: number;
  readonly pairs: DiscordantPairs | null;
  readonly p: { readonly above: number; readonly below: number };
}

/** What is kept of a sample when it has been tested: a few numbers, without those of each cluster. */
type Effect = Pick<Sample, 'estimate' | 'pairs'>;

function effectOf({ estimate, pairs }: Effect): Effect {
  return { estimate, pairs };
}

/** What the detectable difference is computed from. */
interface Effects extends Pick<Fills, 'readShare'> {
  readonly read: Effect;
  /** With the missing values at their worst for `higher`, then for `lower` with the sides exchanged; none where nothing is missing. */
  readonly filled: readonly Effect[];
}

/** The units with both scores, and all units with the missing values at their worst for a claim. */
interface Fills {
  readonly read: Sample;
  readonly counts: Pick<PairedDifference, 'n' | 'clusters' | 'effective'>;
  /** The same with the units of which a score is missing. */
  readonly asked: GroupCounts;
  readonly missing: MissingRule;
  /** Share of the units with both scores, less the shares of their executions that are missing. */
  readonly readShare: number;
  /** Returns no or one sample: none where nothing is missing. */
  atWorst(claim: Claim): readonly Sample[];
}

/** Returns the samples that a test of paired scores looks at. */
export function fillsOf(scores: PairedScores): Fills {
  const { own, other, scale } = scores;
  const difference = (unit: number) => (own[unit] as number) - (other[unit] as number);
  const all = Array.from({ length: own.length }, (_, unit) => unit);
  const both = all.filter((unit) => own[unit] !== null && other[unit] !== null);
  const missing = scores.missing ?? missingRule(missingShare(own), missingShare(other));
  const atWorst =
    scores.worst ?? ((unit, claim) => worstDifference([own[unit] ?? null, other[unit] ?? null], scale, claim));
  const isRead = (unit: number) => own[unit] !== null && other[unit] !== null && scores.isPartial?.(unit) !== true;
  const filled = (claim: Claim) => (unit: number) => (isRead(unit) ? difference(unit) : atWorst(unit, claim));
  const isYesNo = (side: ArrayLike<number | null>) =>
    widthOf(scale) === 1 && both.every((unit) => isEnd(side[unit] as number, scale));
  const isFilledWhole =
    !missing.atWorst ||
    all.every((unit) => isRead(unit) || [filled('higher'), filled('lower')].every((of) => isWhole(of(unit))));
  const isBinary = isOnePerCluster(scores) && [own, other].every(isYesNo) && isFilledWhole;
  const isSkewed = scores.isAgainstConstant === true && !(isYesNo(own) && isFilledWhole);
  const sample = (units: readonly number[], value: (unit: number) => number): Sample => {
    const { sums, weights } = sumByCluster(units, { ...scores, value });
    const test = isBinary ? 'mcnemar' : isSkewed ? 'hall' : 't';
    return sampleOf({ sums, weights }, test);
  };
  const read = sample(both, difference);
  const weights = read.weights.filter((weight) => weight > 0);
  return {
    read,
    counts: { n: both.length, clusters: weights.length, effective: effectiveClusters(weights) },
    asked: groupCounts(scores.cluster),
    missing,
    readShare: readShareOf({ own, other, both: both.length }, missing),
    atWorst: (claim) => (missing.atWorst ? [sample(all, filled(claim))] : []),
  };
}

interface SharedUnits extends Pick<PairedScores, 'own' | 'other'> {
  /** Units with both scores. */
  readonly both: number;
}

function readShareOf({ own, other, both }: SharedUnits, { shares: [first, second] }: MissingRule): number {
  const partial = Math.max(0, first - missingShare(own)) + Math.max(0, second - missingShare(other));
  return own.length === 0 ? 0 : Math.max(0, both / own.length - partial);
}

function isOnePerCluster({ cluster, own }: PairedScores): boolean {
  const seen = new Set<number>();
  for (let unit = 0; unit < own.length; unit += 1) seen.add(cluster[unit] as number);
  return seen.size === own.length;
}

function isEnd(score: number, { lowest, highest }: Scale): boolean {
  return score === lowest || score === highest;
}

function isWhole(difference: number): boolean {
  return difference === 0 || Math.abs(difference) === 1;
}

function sampleOf({ sums, weights }: Pick<Sample, 'sums' | 'weights'>, test: PairedTest): Sample {
  const estimate = ratioOfSums(sums, weights);
  const differing = sums.reduce((count, sum) => count + Number(Math.abs(sum) > 1e-12), 0);
  const base = { test, estimate, sums, weights, differing };
  if (estimate === null) return { ...base, pairs: null, p: { above: 1, below: 1 } };
  if (test === 'mcnemar') {
    const count = (value: number) => sums.reduce((total, sum) => total + Number(sum === value), 0);
    const items = weights.reduce((total, weight) => total + weight, 0);
    const pairs = { onlyFirst: count(1), onlySecond: count(-1), items };
    const { higher, lower } = midPMcNemar(pairs);
    return { ...base, pairs, p: { above: higher, below: lower } };
  }
  const floor = 2 ** -differing;
  const { above, below } =
    test === 'hall' ? hallPs(estimate, base) : { above: pAbove(estimate), below: pBelow(estimate) };
  return { ...base, pairs: null, p: { above: Math.max(above, floor), below: Math.max(below, floor) } };
}

/** Returns how missing values of two sides enter a test, from their shares. */
export function missingRule(...shares: MissingRule['shares']): MissingRule {
  return { shares, atWorst: shares.some((share) => share > 0) };
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

/**
 * Returns an interval whose lower end is the lowest of the samples for the claim "higher", and whose upper end is the highest of
 * those for "lower", so that it excludes 0 exactly where the p of that claim is at most 2.5 %; withheld where one of them is.
 */
function hull(forHigher: readonly Sample[], forLower: readonly Sample[], range: number): BoundsOrReason {
  const [lows, highs] = [forHigher.map((each) => boundsOf(each, range)), forLower.map((each) => boundsOf(each, range))];
  const missing = [...lows, ...highs].find(({ kind }) => kind === 'withheld');
  if (missing !== undefined) return missing;
  const valuesOf = (of: readonly BoundsOrReason[]): readonly Bounds[] =>
    of.flatMap((one) => (one.kind === 'known' ? [one.value] : []));
  return known([Math.min(...valuesOf(lows).map(([low]) => low)), Math.max(...valuesOf(highs).map(([, high]) => high))]);
}

function boundsOf(sample: Sample, range: number): BoundsOrReason {
  const { estimate, pairs, differing, test } = sample;
  if (estimate === null) return withheld('no unit with both scores');
  if (pairs !== null) return tangoBounds(pairs, leastNumbers.interval);
  const { se } = estimate;
  const scale = { lowest: -range, highest: range };
  if (se === null || se === 0) return tBounds(estimate, scale);
  if (differing < leastNumbers.interval) return withheld(reasons.fewDiffer);
  return test === 'hall' ? known(cutAt(hallBounds({ ...estimate, se }, sample), scale)) : tBounds(estimate, scale);
}
