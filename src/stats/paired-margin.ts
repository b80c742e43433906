import { counted } from '../util/numbers.ts';
import { binomialTail, normalQuantile, tQuantile, tTail } from './distributions.ts';
import { type ClusterEstimate, effectiveClusters, type Known, pAbove, pBelow, tail } from './jackknife.ts';
import { enoughText, leastNumbers, whyTooFew } from './least-numbers.ts';
import { type DiscordantPairs, detectableMcNemar, itemsForMargin, passingShare, tangoPs } from './mcnemar.ts';
import { fillsOf, type PairedScores, type Sample } from './paired.ts';

/**
 * `mcnemar`: mid-p, for a margin of 0; `tango-t`: the larger p of Tango's score test and t; `t-binomial`: the larger p of t and,
 * for shares, of the binomial; `t`: jackknife t.
 */
type MarginTest = 'mcnemar' | 'tango-t' | 't-binomial' | 't';

/** Whether a drop exceeds a margin, or is excluded. Every p is one-sided and not adjusted. */
export interface AtMargin {
  readonly test: MarginTest;
  /** p of "the drop does not exceed the margin", with missing values against the claim. */
  readonly lower: number;
  /** The same with the missing values of the own side at their worst and of the other side at their best. */
  readonly lowerAtWorst: number;
  /** p of "the drop is the margin or more", with that same filling. */
  readonly within: number;
  /** Why nothing is tested; null where something is. */
  readonly untested: string | null;
  /** Items (or groups) that could exclude the margin without a loss. */
  readonly needed: number;
  /** What `needed` counts: single items, or groups of items. */
  readonly counts: 'items' | 'groups';
  /** Number that `needed` is compared with: items, or the groups of equal size that these count as. */
  readonly available: number;
}

/** A tolerated drop. */
interface Margin {
  /** In units of the score, 0 or more. */
  readonly margin: number;
  /** Whether the difference is one of shares, so that few losses have a probability. */
  readonly isShare: boolean;
}

/**
 * Returns the tests of a drop at a margin M. Single yes/no items: Tango's score test (1998) of "the difference is -M" and the t
 * of the same, the larger p of both; at M = 0 a drop has the mid-p of McNemar's test. Everything else: the jackknife t over
 * clusters, and for shares, that as few net losses as these have a small probability in the binomial distribution with the rate
 * M and as many trials as the clusters count for (Kish, rounded down): t alone passes a drop of M too often where the only
 * changes are losses, because few losses also have a small standard error.
 */
export function pairedAtMargin(scores: PairedScores, { margin, isShare }: Margin): AtMargin {
  const { read, atWorst, counts, asked } = fillsOf(scores);
  const [worst, best] = [atWorst('higher'), atWorst('lower')];
  const at = (sample: Sample) => atMargin(sample, { margin, isShare });
  const isSingle = read.pairs !== null;
  const available = isSingle ? counts.n : Math.floor(counts.effective + 1e-9);
  const hasFew = whyTooFew(counts, asked);
  const few =
    isSingle && hasFew !== null && asked.n < leastNumbers.groups
      ? `${counted(counts.n, 'item')}, fewer than the ${leastNumbers.groups} that a gate needs; ${enoughText(leastNumbers.groups - counts.n, 'item')}`
      : hasFew;
  return {
    test: isSingle ? (margin === 0 ? 'mcnemar' : 'tango-t') : isShare && margin > 0 ? 't-binomial' : 't',
    lower: Math.max(...[read, ...best].map((sample) => at(sample).lower)),
    lowerAtWorst: Math.min(...(worst.length === 0 ? [read] : worst).map((sample) => at(sample).lower)),
    within: Math.max(...[read, ...worst].map((sample) => at(sample).within)),
    untested: few ?? (read.estimate === null ? 'no unit with both scores' : null),
    needed: neededFor({ margin, isShare }, isSingle),
    counts: isSingle ? 'items' : 'groups',
    available,
  };
}

/**
 * Returns the smallest margin, a multiple of 0.01, that so many groups of a share could exclude without a loss; 1 where none
 * could. Single items need no smaller one.
 */
export function leastMargin(groups: number): number {
  for (let hundredths = 1; hundredths < 100; hundredths += 1)
    if (neededFor({ margin: hundredths / 100, isShare: true }, false) <= groups) return hundredths / 100;
  return 1;
}

/** Returns how many items or groups could exclude a margin without a loss; 0 where any number could. */
function neededFor({ margin, isShare }: Margin, isSingle: boolean): number {
  if (margin <= 0 || margin >= 1) return leastNumbers.groups;
  if (isSingle) return Math.max(leastNumbers.groups, itemsForMargin(margin));
  return isShare
    ? Math.max(leastNumbers.groups, Math.ceil(Math.log(tail) / Math.log(1 - margin)))
    : leastNumbers.groups;
}

function atMargin(sample: Sample, { margin, isShare }: Margin): Pick<AtMargin, 'lower' | 'within'> {
  const { estimate, pairs, differing, weights } = sample;
  if (estimate === null) return { lower: 1, within: 1 };
  const moved = { ...estimate, value: estimate.value + margin };
  if (pairs !== null && margin > 0) return pairsAtMargin(pairs, estimate, margin);
  if (pairs !== null) return { lower: sample.p.below, within: Math.max(sample.p.above, tPs(moved).above) };
  const floor = margin === 0 ? 2 ** -differing : 0;
  const lower = Math.max(pBelow(moved), floor);
  const above = Math.max(pAbove(moved), floor);
  if (!isShare || margin === 0) return { lower, within: above };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const squares = weights.reduce((sum, weight) => sum + weight * weight, 0);
  const trials = Math.floor((total * total) / squares + 1e-9);
  return { lower, within: Math.max(above, binomialTail(-estimate.value * trials, trials, margin)) };
}

/** Returns the larger p of Tango's score test and of t, of single items at a margin above 0. */
function pairsAtMargin(
  pairs: DiscordantPairs,
  { value, se, df }: ClusterEstimate,
  margin: number,
): Pick<AtMargin, 'lower' | 'within'> {
  const [t, score] = [tPs({ value: value + margin, se, df }), tangoPs(pairs, -margin)];
  return { lower: Math.max(score.lower, t.below), within: Math.max(score.higher, t.above) };
}

/** Returns both tails of t; without an error, the sign of the value decides. */
function tPs({ value, se, df }: { readonly value: number; readonly se: number | null; readonly df: number }) {
  if (se === null) return { above: 1, below: 1 };
  if (se === 0) return { above: value > 0 ? 0 : 1, below: value < 0 ? 0 : 1 };
  return { above: tTail(value / se, df), below: tTail(-value / se, df) };
}

/** What a gate could find. */
interface GatePower extends Margin {
  readonly rule: 'lower' | 'within';
  /** One-sided error of one check. */
  readonly error: number;
}

/**
 * Returns what a gate could find, missing values at their worst. Rule `lower`: the true drop that 4 of 5 such comparisons would
 * find; rule `within`: the margin that 4 of 5 of them pass if nothing changed. Single items: the exact power of the tests.
 * Everything else: (t + z(.8)) se, for a drop in shares with the standard error that a drop itself has, sqrt(D (1 - D) / trials), if that is
 * larger. Null where it is unknown.
 */
export function detectableAtMargin(scores: PairedScores, power: GatePower): number | null {
  const { rule, margin, error } = power;
  const { read, readShare, atWorst } = fillsOf(scores);
  const [filled = read] = atWorst(rule === 'lower' ? 'lower' : 'higher');
  if (read.estimate === null || filled.estimate === null) return null;
  if (read.pairs !== null && filled.pairs !== null) {
    if (rule !== 'lower' || margin > 0) return detectableOfItems(read.pairs, filled.pairs, power);
    const against = filled.pairs.onlyFirst - read.pairs.onlyFirst; // the side that is claimed to be lower
    return numberOf(detectableMcNemar(read.pairs, { oneSidedError: error, against }));
  }
  const taken = filled.estimate.value - readShare * read.estimate.value;
  return detectableOfGroups(filled, power, { taken, readShare, trials: scores.own.length * executionsOf(scores) });
}

/** Returns what a gate of single items could find, by bisection over the exact power. */
function detectableOfItems(
  read: DiscordantPairs,
  filled: DiscordantPairs,
  { rule, margin, error }: GatePower,
): number | null {
  const missing = {
    onlyFirst: filled.onlyFirst - read.onlyFirst,
    onlySecond: filled.onlySecond - read.onlySecond,
    items: filled.items - read.items,
  };
  const turned = ({ onlyFirst, onlySecond, items }: DiscordantPairs): DiscordantPairs => {
    return { onlyFirst: onlySecond, onlySecond: onlyFirst, items };
  };
  const psOf = (pairs: DiscordantPairs, at: number) => {
    const value = (pairs.onlyFirst - pairs.onlySecond) / pairs.items;
    return pairsAtMargin(pairs, { value, se: seOfPairs(pairs), df: pairs.items - 1 }, at);
  };
  const found = (size: number) =>
    rule === 'within'
      ? passingShare({ read, missing, isPassed: (pairs) => psOf(pairs, size).within <= error }, 0)
      : passingShare(
          {
            read: turned(read),
            missing: turned(missing),
            isPassed: (pairs) => psOf(turned(pairs), margin).lower <= error,
          },
          size,
        );
  return smallestAt((size) => found(size) >= gatePower);
}

/** Returns the standard error of the difference of single items: that of ratioOfSums. */
function seOfPairs({ onlyFirst, onlySecond, items }: DiscordantPairs): number {
  const value = (onlyFirst - onlySecond) / items;
  return Math.sqrt(Math.max(0, (onlyFirst + onlySecond) / items - value * value) / (items - 1));
}

/** What missing values do to a difference, and how many yes/no trials the units stand for. */
interface GroupFacts {
  readonly taken: number;
  readonly readShare: number;
  readonly trials: number;
}

function detectableOfGroups(
  { estimate, weights }: Sample,
  { rule, margin, isShare, error }: GatePower,
  { taken, readShare, trials }: GroupFacts,
): number | null {
  const { se, df } = estimate ?? { se: null, df: 0 };
  if (se === null || readShare <= 0 || (!isShare && se === 0)) return null;
  const z = normalQuantile(gatePower);
  const factor = tQuantile(1 - error, df) + z;
  if (rule === 'within') {
    const byT = factor * se - taken;
    if (!isShare) return byT;
    const groups = Math.floor(effectiveClusters(weights) + 1e-9);
    const losses = Math.max(0, (z * se - taken) * groups); // of 4 of 5 such comparisons
    const byBinomial = smallestAt((at) => binomialTail(losses, groups, at) <= error);
    return byBinomial === null ? null : Math.min(1, Math.max(byT, byBinomial));
  }
  if (!isShare) return (margin + factor * se + taken) / readShare;
  const errorAt = (drop: number) => Math.max(se, Math.sqrt((drop * (1 - drop)) / trials));
  return smallestAt((drop) => readShare * drop - taken - margin >= factor * errorAt(drop), margin);
}

/** Returns how many yes/no executions each unit's scores are the mean of: 1 for single ones and for grades. */
function executionsOf({ own, other }: PairedScores): number {
  const known = [...Array.from(own), ...Array.from(other)].filter((score) => score !== null);
  for (let executions = 1; executions <= maxExecutions; executions += 1)
    if (known.every((score) => Math.abs(score * executions - Math.round(score * executions)) < 1e-9)) return executions;
  return 1;
}

/** Largest number of executions that scores are recognized as means of. */
const maxExecutions = 20;

/** Share of comparisons that find a drop of the printed size, or pass the printed margin. */
const gatePower = 0.8;

/** Returns the smallest size up to 1 from which on a condition holds; null where it does not at 1. */
function smallestAt(holds: (size: number) => boolean, least = 0): number | null {
  if (!holds(1)) return null;
  let [low, high] = [least, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function numberOf(found: Known<number>): number | null {
  return found.kind === 'known' ? found.value : null;
}
