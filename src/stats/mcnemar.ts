import { binomialTail, normalCdf, twoSidedZ } from './distributions.ts';
import { type BoundsOrReason, type Known, known, withheld } from './jackknife.ts';

/** Single yes/no items of two sides: how many only one of them has right, and how many there are in all. */
export interface DiscordantPairs {
  /** Items that only the first side has right. */
  readonly onlyFirst: number;
  /** Items that only the second side has right. */
  readonly onlySecond: number;
  readonly items: number;
}

/** One-sided p of "the first is not higher" and "the first is not lower", and two-sided p of "both are equal". */
export interface TailPs {
  readonly higher: number;
  readonly lower: number;
  readonly twoSided: number;
}

/** Two-sided error of a difference, and the z of its interval. */
const error = 0.05;
const criticalZ = twoSidedZ(1 - error);

/**
 * Returns the mid-p of McNemar's test (Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91): with d items
 * that differ and X ~ Bin(d, 1/2), P(X > b) + P(X = b) / 2; two-sided min(1, 2 min). All are 1 without an item that differs.
 */
export function midPMcNemar({ onlyFirst, onlySecond }: Pick<DiscordantPairs, 'onlyFirst' | 'onlySecond'>): TailPs {
  const differing = onlyFirst + onlySecond;
  if (differing === 0) return { higher: 1, lower: 1, twoSided: 1 };
  const [higher, lower] = [midTail(onlyFirst, differing), midTail(onlySecond, differing)];
  return { higher, lower, twoSided: Math.min(1, 2 * Math.min(higher, lower)) };
}

/** Returns P(X > count) + P(X = count) / 2 for X ~ Bin(n, 1/2), by the lower tail of the other side. */
function midTail(count: number, n: number): number {
  return (binomialTail(n - count - 1, n, 0.5) + binomialTail(n - count, n, 0.5)) / 2;
}

/**
 * Returns Tango's score statistic of "the difference of the two shares is `difference`" (1998, Statistics in Medicine 17):
 * z = (b - c - n D) / sqrt(n (2 q + D (1 - D))), q the share of items that only the second side has right, estimated under D.
 * It falls with `difference`.
 */
export function tangoZ({ onlyFirst: b, onlySecond: c, items: n }: DiscordantPairs, difference: number): number {
  const excess = b - c - n * difference;
  if (excess === 0) return 0;
  const linear = -b - c + (2 * n - b + c) * difference;
  const constant = -c * difference * (1 - difference);
  const q = (Math.sqrt(Math.max(0, linear * linear - 8 * n * constant)) - linear) / (4 * n);
  return excess / Math.sqrt(n * Math.max(0, 2 * q + difference * (1 - difference)));
}

/** Returns both one-sided p of Tango's score test of "the difference is `difference`": of above, and of below it. */
export function tangoPs(pairs: DiscordantPairs, difference: number): Pick<TailPs, 'higher' | 'lower'> {
  const z = tangoZ(pairs, difference);
  return { higher: normalCdf(-z), lower: normalCdf(z) };
}

/**
 * Returns Tango's 95 % interval of the difference of two shares: all D with abs(z(D)) <= 1.96, by bisection. It never
 * contradicts the mid-p test: where the test finds nothing and 0 lies outside, the nearer end is 0. Withheld below six items.
 */
export function tangoBounds(pairs: DiscordantPairs, leastItems: number): BoundsOrReason {
  const { onlyFirst, onlySecond, items } = pairs;
  if (items < leastItems) return withheld(`fewer than ${leastItems} items`);
  const value = (onlyFirst - onlySecond) / items;
  const low = crossing(pairs, { from: -1, to: value, z: criticalZ });
  const high = crossing(pairs, { from: value, to: 1, z: -criticalZ });
  const isFound = midPMcNemar(pairs).twoSided <= error;
  return known([isFound ? low : Math.min(low, 0), isFound ? high : Math.max(high, 0)]);
}

/** Returns the difference at which z, which falls, crosses a value. */
function crossing(pairs: DiscordantPairs, { from, to, z }: { from: number; to: number; z: number }): number {
  let [low, high] = [from, to];
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (tangoZ(pairs, middle) > z) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability with which a difference of the printed size is found. */
const power = 0.8;

/** Largest error of a detectable difference, relative to it. */
const precision = 1e-5;

/** What else a run has besides the items that were read. */
interface PairPower {
  readonly oneSidedError?: number;
  /** Items with a missing score that count for the other side in a test at their worst. */
  readonly against?: number;
}

/**
 * Returns the smallest true difference that the mid-p test finds with a probability of .8, by its exact power: the number of
 * items that differ is Bin(n, s), s = the larger of the share that differ and the difference D, and the first side has b ~
 * Bin(differing, 1/2 + D / (2 s)) of them; items with a missing score count against it. Withheld where even a difference of 1 is
 * usually missed.
 */
export function detectableMcNemar(
  { onlyFirst, onlySecond, items }: DiscordantPairs,
  { oneSidedError = error / 2, against = 0 }: PairPower = {},
): Known<number> {
  const share = items === 0 ? 0 : (onlyFirst + onlySecond) / items;
  const criticalCount = criticalCounts(oneSidedError);
  const least = (differing: number) => criticalCount(differing + against);
  const shortBy = (difference: number) =>
    foundShare({ items, difference, share: Math.max(share, difference) }, least) - power;
  if (items === 0 || shortBy(1) < 0) return withheld(missesAll);
  return known(rootOf(shortBy, { low: 0, high: 1, lowValue: -power, highValue: shortBy(1) }));
}

/** Why no difference is detectable. */
export const missesAll = 'such a run would usually miss every effect that the scale allows';

/** A test of single yes/no items at a margin. */
interface ItemPower {
  /** Items that only the first side has right, and only the second, of those that were read. */
  readonly read: DiscordantPairs;
  /** Items that only the second side has right if the missing scores are at their worst, and all items: added to those read. */
  readonly missing: DiscordantPairs;
  /** Whether a test of these counts is passed; where it is, it is also passed with more items that only the first side has. */
  readonly isPassed: (pairs: DiscordantPairs) => boolean;
}

/**
 * Returns the share of runs that pass a test of single items, where the first side is higher by `difference`: of Bin(n, s) items
 * that differ it has Bin(differing, 1/2 + difference / (2 s)). s is the larger of the share that differ (at least one item) and the
 * difference, and half of the smaller: a change may replace what differs anyway, or come on top of it.
 */
export function passingShare({ read, missing, isPassed }: ItemPower, difference: number): number {
  const { items } = read;
  const differing = (read.onlyFirst + read.onlySecond) / items;
  const [large, small] = [Math.max(differing, Math.abs(difference)), Math.min(differing, Math.abs(difference))];
  const share = Math.max(1 / items, Math.min(1, large + small / 2));
  const least = (differing: number) => {
    const passes = (first: number) =>
      isPassed({
        onlyFirst: first + missing.onlyFirst,
        onlySecond: differing - first + missing.onlySecond,
        items: items + missing.items,
      });
    if (!passes(differing)) return null;
    let [low, high] = [-1, differing];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (passes(middle)) high = middle;
      else low = middle;
    }
    return high;
  };
  return foundShare({ items, difference, share }, least);
}

interface Bracket {
  readonly low: number;
  readonly high: number;
  readonly lowValue: number;
  readonly highValue: number;
}

/** Returns the root of a rising function by false position (the Illinois method), to `precision`. */
function rootOf(valueAt: (at: number) => number, { low, high, lowValue, highValue }: Bracket): number {
  let [from, to, fromValue, toValue] = [low, high, lowValue, highValue];
  let last = 0;
  while (to - from > precision * to) {
    const guess = (from * toValue - to * fromValue) / (toValue - fromValue);
    const step = precision * to * 0.4; // so that both ends come close to the root
    const at = Math.min(to - step, Math.max(from + step, guess));
    const value = valueAt(at);
    if (value >= 0) {
      [to, toValue] = [at, value];
      if (last > 0) fromValue /= 2;
    } else {
      [from, fromValue] = [at, value];
      if (last < 0) toValue /= 2;
    }
    last = value >= 0 ? 1 : -1;
  }
  return to;
}

interface TrueDifference {
  readonly items: number;
  readonly difference: number;
  /** Expected share of items that differ. */
  readonly share: number;
}

/** Standard deviations of the number of differing items beyond which its probability (below 1e-6) does not count. */
const reach = 5;

/** Largest number of counts of differing items that are looked at: beyond, every second or third count stands for its neighbors. */
const maxCounts = 400;

/** Returns the probability that the first side has the least number of differing items that a test needs, or more. */
function foundShare({ items, difference, share }: TrueDifference, leastCount: LeastCount): number {
  if (share === 0) return 0;
  const [mean, deviation] = [items * share, Math.sqrt(items * share * (1 - share))];
  const first = Math.max(0, Math.floor(mean - reach * deviation) - 1);
  const last = Math.min(items, Math.ceil(mean + reach * deviation) + 1);
  const step = Math.ceil((last - first + 1) / maxCounts);
  const firstShare = 1 / 2 + difference / (2 * share);
  let [found, before] = [0, binomialTail(first - 1, items, share)];
  for (let from = first; from <= last; from += step) {
    const upTo = binomialTail(from + step - 1, items, share);
    const differing = from + Math.floor(step / 2);
    const least = leastCount(differing);
    if (least !== null && upTo > before)
      found += (upTo - before) * (1 - (least <= 0 ? 0 : binomialTail(least - 1, differing, firstShare)));
    before = upTo;
  }
  return found;
}

/** Smallest number of differing items on one side that a test needs; null where even all of them are too few. */
type LeastCount = (differing: number) => number | null;

const criticalByError = new Map<number, Map<number, number | null>>();

function criticalCounts(oneSidedError: number): LeastCount {
  const counts = criticalByError.get(oneSidedError) ?? new Map<number, number | null>();
  criticalByError.set(oneSidedError, counts);
  return (differing) => {
    const found = counts.get(differing);
    if (found !== undefined) return found;
    const least = criticalCount(differing, oneSidedError);
    counts.set(differing, least);
    return least;
  };
}

function criticalCount(differing: number, oneSidedError: number): number | null {
  const isFound = (count: number) => midTail(count, differing) <= oneSidedError;
  if (differing === 0 || !isFound(differing)) return null;
  let [low, high] = [Math.floor(differing / 2), differing];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Returns the smallest number of single yes/no items that can exclude a drop of the margin by Tango's test, without any loss:
 * the smallest n above 3.84 (1 - M) / M.
 */
export function itemsForMargin(margin: number): number {
  return Math.floor((criticalZ ** 2 * (1 - margin)) / margin) + 1;
}
