/**
 * Number of divisions of the groups, and of folds in each. With 20, other ids of the same items gave another word in 2 % of data
 * sets, with 200 in 0.4 to 0.8 %.
 */
export const divisions = 200;
export const folds = 10;

/** Items by which the mean of a label is shrunk to the mean of all. */
const shrinkage = 5;

/** Items that model A keeps or passes on, in columns; all utilities are in one unit. */
export interface WorthItems {
  /** Number of the group of each item, from 0. */
  readonly group: Int32Array;
  /** Names of the groups, which decide their folds: the same whatever source the items come from. */
  readonly groupNames: readonly string[];
  /** Utility of passing an item on minus that of keeping it; NaN where an outcome is missing. */
  readonly difference: Float64Array;
  /** Lowest and highest value that the difference can have; both equal it where it is known. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
  /** Share of the answers of A to an item that are right, in [0, 1]; NaN where it is missing. */
  readonly right: Float64Array;
}

/** Where the values of a signal come from. High: keep the item. */
export type SignalValues =
  /** A value for each item; NaN where it is missing: the item is kept. */
  | { readonly kind: 'stated'; readonly values: Float64Array }
  /** Mean gain of keeping on the training groups by label, shrunk to the mean of all. */
  | { readonly kind: 'gain-by-label'; readonly labels: readonly string[] };

export interface WorthSignal {
  readonly name: string;
  /** Whether a model is called to get the signal. Signals that are not are free. */
  readonly asks: boolean;
  /** Utility that the signal costs on every item. */
  readonly price: number;
  /** Utility that passing an item on costs in addition: A's call, where the signal comes with or after the answer. */
  readonly passPrice: number;
  readonly values: SignalValues;
}

/** A threshold of a policy, with the share of the items that it was applied to, over all divisions. */
export interface UsedThreshold {
  readonly threshold: number;
  readonly weight: number;
}

/** Whether items are passed on, by division: each item with the threshold of the other folds. */
export interface FittedPolicy {
  readonly signal: WorthSignal;
  readonly passes: readonly Uint8Array[];
  /** Fold of each group, by division. */
  readonly foldOf: readonly Uint8Array[];
  readonly thresholds: readonly UsedThreshold[];
}

/**
 * Returns the fold of each group in one division: a hash of division and name, without a seed. FNV-1a with the last step of
 * MurmurHash3, which spreads similar names over all folds.
 */
export function foldsOf(groupNames: readonly string[], division: number): Uint8Array {
  return Uint8Array.from(groupNames, (name) => {
    let hash = 0x811c9dc5;
    const text = `${division} ${name}`;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) % folds;
  });
}

/** Returns the folds of every division. */
export function foldingsOf(groupNames: readonly string[]): readonly Uint8Array[] {
  return Array.from({ length: divisions }, (_, division) => foldsOf(groupNames, division));
}

/**
 * Fits a threshold on nine tenths of the groups and applies it to the other tenth, in every division. The threshold has the
 * highest utility on the training groups; equal values are passed on together; passing nothing on is a threshold, too. Items
 * with a missing outcome have no part in the choice.
 */
export function crossFit(
  items: WorthItems,
  signal: WorthSignal,
  foldings: readonly Uint8Array[] = foldingsOf(items.groupNames),
): FittedPolicy {
  const count = items.difference.length;
  const levels = levelsOf(signal.values);
  const gains = items.difference.map((difference) => difference - signal.passPrice);
  const known = Int32Array.from(gains.keys()).filter((item) => !Number.isNaN(gains[item]));
  const passes: Uint8Array[] = [];
  const thresholds: UsedThreshold[] = [];
  const foldOfItem = new Uint8Array(count);
  const sums = new Float64Array(levels.count);
  for (const foldOf of foldings) {
    for (let item = 0; item < count; item += 1) foldOfItem[item] = foldOf[items.group[item] as number] as number;
    const fits = Array.from({ length: folds }, (_, fold) => {
      const training: Training = { gains, levels, items: known, foldOfItem, sums, without: fold };
      const values = levels.values ?? keepingByLevel(training);
      return { values, threshold: bestThreshold(training, values), tested: 0 };
    });
    const passed = new Uint8Array(count);
    for (let item = 0; item < count; item += 1) {
      const fit = fits[foldOfItem[item] as number] as (typeof fits)[number];
      fit.tested += 1;
      const level = levels.ofItem[item] as number;
      passed[item] = Number(level >= 0 && (fit.values[level] as number) <= fit.threshold);
    }
    for (const { threshold, tested } of fits) thresholds.push({ threshold, weight: tested / count / divisions });
    passes.push(passed);
  }
  return { signal, passes, thresholds, foldOf: foldings };
}

/** The different values or labels of a signal. */
interface Levels {
  /** Number of each item's level; -1 where the value is missing. */
  readonly ofItem: Int32Array;
  readonly count: number;
  /** Value of each level, from the lowest; null where it is learned. */
  readonly values: Float64Array | null;
}

function levelsOf(signal: SignalValues): Levels {
  if (signal.kind === 'gain-by-label') {
    const numbers = new Map([...new Set(signal.labels)].map((label, number) => [label, number]));
    return {
      ofItem: Int32Array.from(signal.labels, (label) => numbers.get(label) ?? -1),
      count: numbers.size,
      values: null,
    };
  }
  const known = signal.values.filter((value) => !Number.isNaN(value));
  const values = Float64Array.from(new Set(known)).sort();
  const numbers = new Map(Array.from(values, (value, number) => [value, number]));
  return {
    ofItem: Int32Array.from(signal.values, (value) => numbers.get(value) ?? -1),
    count: values.length,
    values,
  };
}

/** The items that a threshold is fitted on: those with known outcomes outside of one fold. */
interface Training {
  /** Gain of passing an item on, by item. */
  readonly gains: Float64Array;
  readonly levels: Levels;
  /** Items with known outcomes, and the fold of every item. */
  readonly items: Int32Array;
  readonly foldOfItem: Uint8Array;
  readonly without: number;
  /** A number for each level, to be overwritten. */
  readonly sums: Float64Array;
}

/**
 * Returns the mean gain of keeping the training items of each level, shrunk to its mean over all: where A is weak and B is
 * weak too, nothing is won by passing on.
 */
function keepingByLevel({ gains, levels, items, foldOfItem, without }: Training): Float64Array {
  const sums = new Float64Array(levels.count);
  const counts = new Float64Array(levels.count);
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as number;
    if (foldOfItem[item] === without) continue;
    const level = levels.ofItem[item] as number;
    sums[level] = (sums[level] as number) - (gains[item] as number);
    counts[level] = (counts[level] as number) + 1;
  }
  const all = counts.reduce((sum, each) => sum + each, 0);
  const mean = all === 0 ? 0 : sums.reduce((sum, each) => sum + each, 0) / all;
  return sums.map((sum, level) => (sum + shrinkage * mean) / ((counts[level] as number) + shrinkage));
}

/** Returns the value up to which items are passed on, by the value of each level; -Infinity: none are. */
function bestThreshold({ gains, levels, items, foldOfItem, without, sums }: Training, values: Float64Array): number {
  sums.fill(0);
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as number;
    const level = levels.ofItem[item] as number;
    if (level >= 0 && foldOfItem[item] !== without) sums[level] = (sums[level] as number) + (gains[item] as number);
  }
  const order = levels.values === null ? sortedLevels(values) : null; // given values are sorted
  let best = 0;
  let threshold = Number.NEGATIVE_INFINITY;
  let gain = 0;
  for (let at = 0; at < levels.count; at += 1) {
    const level = order === null ? at : (order[at] as number);
    gain += sums[level] as number;
    const next = order === null ? at + 1 : order[at + 1];
    if (next !== undefined && values[next] === values[level]) continue;
    if (gain > best) {
      best = gain;
      threshold = values[level] as number;
    }
  }
  return threshold;
}

/** Returns the numbers of the levels from the lowest value to the highest. */
function sortedLevels(values: Float64Array): Int32Array {
  const order = new Int32Array(values.length);
  for (let level = 0; level < order.length; level += 1) order[level] = level;
  return order.sort((one, other) => (values[one] as number) - (values[other] as number));
}
