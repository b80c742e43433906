import type { WorthGain, WorthSignalResult, WorthVerdict } from '../../results/worth.ts';
import { holm } from '../../stats/holm.ts';
import { type ClusterEstimate, detectableEffect, pAbove, pBelow, tail, tBounds } from '../../stats/jackknife.ts';
import { counted } from '../../util/numbers.ts';
import {
  crossFit,
  divisions,
  type FittedPolicy,
  foldingsOf,
  folds,
  type WorthItems,
  type WorthSignal,
} from './cross-fit.ts';

/** Fewest groups that a policy and a constant must treat differently for a verdict. */
const minDifferingGroups = 15;

const perThousand = 1000;

/** A result without the words of its signal. */
export type JudgedSignal = Omit<WorthSignalResult, 'about'>;

interface Gains {
  readonly overKeep: ClusterEstimate;
  readonly overPass: ClusterEstimate;
  readonly overRandom: ClusterEstimate;
  readonly overFree: readonly { readonly signal: string; readonly gain: ClusterEstimate }[];
}

/** A policy with its gains, and the p values of the tests that a verdict is an intersection of. */
interface Tested {
  readonly policy: FittedPolicy;
  readonly gains: Gains;
  /** Largest p of the gains over both constants and over the same share at random. */
  readonly constantP: number;
  /** The same with the gains over every free signal. */
  readonly allP: number;
  /** One-sided p of "the gain over the better constant is 0 or more". */
  readonly notWorthP: number;
  /** As `allP`, if passing on saved A's call; null where the signal is there before the answer. */
  readonly savedP: number | null;
}

/**
 * Fits a policy for each signal and returns its gains and its verdict. Each verdict is an intersection of one-sided tests
 * at 2.5 %, adjusted over the signals that a model is asked for (Holm). Where items have a missing outcome, tests must also
 * hold with it at its worst.
 */
export function judgeSignals(items: WorthItems, signals: readonly WorthSignal[]): readonly JudgedSignal[] {
  const foldings = foldingsOf(items.groupNames);
  const policies = signals.map((signal) => crossFit(items, signal, foldings));
  const free = policies.filter(({ signal }) => !signal.asks);
  const tested = policies.map((policy) => testPolicy(items, policy, free));
  const asked = tested.filter(({ policy }) => policy.signal.asks);
  const adjustedAll = holm(asked.map(({ allP }) => allP));
  const adjustedConstant = holm(asked.map(({ constantP }) => constantP));
  const adjustedSaved = holm(asked.map(({ savedP, allP }) => savedP ?? allP));
  return tested.map((each) => {
    const at = asked.indexOf(each);
    const family = at < 0 ? null : asked.length;
    const result = { ...numbersOf(each), adjusted: at < 0 ? null : (adjustedAll[at] as number), family };
    if (at < 0) {
      const beatsConstants = each.constantP <= tail;
      const { passed, kept } = differingGroups(items, each.policy);
      const loses = Math.min(passed, kept) >= minDifferingGroups && each.notWorthP <= tail;
      return { ...result, verdict: null, beatsConstants, loses, freeSignal: null, reason: null, detectable: null };
    }
    const [all, constant, saved] = [adjustedAll, adjustedConstant, adjustedSaved].map((ps) => ps[at] as number) as [
      number,
      number,
      number,
    ]; // one p for each signal that is asked for
    const judged = verdictOf(items, each, { all, constant, saved });
    const found = detectableEffect(constantGain(each.gains), Number.POSITIVE_INFINITY, tail / asked.length);
    return {
      ...result,
      ...judged,
      ...{ beatsConstants: null, loses: null },
      detectable: found.kind === 'known' ? perThousand * found.value : null,
    };
  });
}

function testPolicy(items: WorthItems, policy: FittedPolicy, free: readonly FittedPolicy[]): Tested {
  const gains = gainsOf(items, policy, free, 'left out');
  const isComplete = items.difference.every((value) => !Number.isNaN(value));
  const worst = isComplete ? gains : gainsOf(items, policy, free, 'worst');
  const best = isComplete ? gains : gainsOf(items, policy, free, 'best');
  const { signal } = policy;
  const savedP =
    signal.passPrice === 0
      ? null
      : allPOf(gainsOf(items, { ...policy, signal: { ...signal, passPrice: 0 } }, free, 'left out'));
  return {
    policy,
    gains,
    constantP: Math.max(constantPOf(gains), constantPOf(worst)),
    allP: Math.max(allPOf(gains), allPOf(worst)),
    notWorthP: Math.max(pBelow(constantGain(gains)), pBelow(constantGain(best))),
    savedP,
  };
}

function gainsOf(items: WorthItems, policy: FittedPolicy, free: readonly FittedPolicy[], missing: MissingAs): Gains {
  const overFree = policy.signal.asks
    ? free.map((other) => ({ signal: other.signal.name, gain: gainOver(items, policy, other, missing) }))
    : [];
  return { ...policyGains(items, policy, missing), overFree };
}

/** Returns the gain over the better constant. */
function constantGain({ overKeep, overPass }: Gains): ClusterEstimate {
  return overKeep.value < overPass.value ? overKeep : overPass;
}

function constantPOf({ overKeep, overPass, overRandom }: Gains): number {
  return Math.max(...[overKeep, overPass, overRandom].map(pAbove));
}

function allPOf(gains: Gains): number {
  return Math.max(constantPOf(gains), ...gains.overFree.map(({ gain }) => pAbove(gain)));
}

/** What a constant does, whether a request that is not kept goes to another model or has no answer. */
const wordsOf = { keep: 'always keeping', pass: 'never keeping' } as const;

interface Adjusted {
  readonly all: number;
  readonly constant: number;
  /** Of `savedP`; of `allP` for a signal that is there before the answer. */
  readonly saved: number;
}

type Judgement = Pick<JudgedSignal, 'freeSignal' | 'reason'> & { readonly verdict: WorthVerdict };

function verdictOf(items: WorthItems, tested: Tested, { all, constant, saved }: Adjusted): Judgement {
  const { policy, gains, savedP, notWorthP } = tested;
  const { passed, kept } = differingGroups(items, policy);
  const [few, other] = passed < kept ? ([passed, 'keep'] as const) : ([kept, 'pass'] as const);
  const words = { freeSignal: null, reason: null };
  // A policy that never differs from a constant is that constant with the price of the signal: nothing was tested.
  if (few === 0 && policy.signal.price > 0)
    return {
      ...words,
      verdict: 'not shown to pay',
      reason: `its best threshold is that of ${wordsOf[other]}`,
    };
  if (few < minDifferingGroups) {
    const reason = `it differs from ${wordsOf[other]} in ${counted(Math.round(few), 'group')} of items; ${minDifferingGroups} are needed`;
    return { ...words, verdict: 'not distinguishable', reason };
  }
  if (all <= tail) return { ...words, verdict: 'worth asking' };
  if (savedP !== null && saved <= tail) {
    const reason = 'it would pay if it saved A’s call, but it comes with or after the answer';
    return { ...words, verdict: 'not available before answering', reason };
  }
  if (constant <= tail) {
    const [closest] = gains.overFree.toSorted((one, second) => one.gain.value - second.gain.value);
    return { ...words, verdict: 'not shown to beat a free signal', freeSignal: closest?.signal ?? null };
  }
  return { ...words, verdict: notWorthP <= tail ? 'not worth it at these prices' : 'not distinguishable' };
}

function numbersOf({ policy, gains }: Tested) {
  const { signal } = policy;
  const values = signal.values.kind === 'stated' ? signal.values.values : signal.values.labels;
  const known = [...values].filter((value) => !Number.isNaN(value));
  return {
    ...{ name: signal.name, asks: signal.asks, price: signal.price },
    passedShare: passedShare(policy),
    values: new Set(known).size,
    missing: values.length - known.length,
    overKeep: gainPerThousand(gains.overKeep),
    overPass: gainPerThousand(gains.overPass),
    overConstant: gainPerThousand(constantGain(gains)),
    overRandom: gainPerThousand(gains.overRandom),
    overFree: gains.overFree.map(({ signal: other, gain }) => ({ signal: other, gain: gainPerThousand(gain) })),
  };
}

function gainPerThousand(estimate: ClusterEstimate): WorthGain {
  const bounds = tBounds(estimate);
  const interval = bounds.kind === 'known' ? bounds.value : null;
  return {
    value: perThousand * estimate.value,
    interval: interval === null ? null : [perThousand * interval[0], perThousand * interval[1]],
    p: pAbove(estimate),
  };
}

/** Which value items with a missing outcome have: none, or the worst or the best for the policy. */
type MissingAs = 'left out' | 'worst' | 'best';

/** Gains of a policy as means per item, the price of its signal deducted. */
interface PolicyGains {
  /** Over keeping every item, and over passing every item on. */
  readonly overKeep: ClusterEstimate;
  readonly overPass: ClusterEstimate;
  /** Over passing on the same share of the items at random, without the price of the signal. */
  readonly overRandom: ClusterEstimate;
}

/** Returns the gains of a policy over both constants, and over the same share at random. */
export function policyGains(items: WorthItems, policy: FittedPolicy, missing: MissingAs): PolicyGains {
  const { price, passPrice } = policy.signal;
  const known = knownItems(items, missing);
  const over = (term: (passed: number, difference: number) => number) =>
    meanOf(items, known, (division, terms) => {
      const passes = policy.passes[division] as Uint8Array; // one for each division
      for (const item of known) {
        const passed = passes[item] as number;
        terms[item] = term(passed, differenceOf(items, item, { passed, missing })) - price - passed * passPrice;
      }
    });
  return {
    overKeep: over((passed, difference) => passed * difference),
    overPass: over((passed, difference) => (passed - 1) * difference),
    overRandom: meanOf(items, known, (division, terms) =>
      randomTerms({ items, policy, known, missing }, division, terms),
    ),
  };
}

/** Returns the gain of a policy over that of a second signal, the prices of both deducted. */
function gainOver(items: WorthItems, policy: FittedPolicy, second: FittedPolicy, missing: MissingAs): ClusterEstimate {
  const known = knownItems(items, missing);
  return meanOf(items, known, (division, terms) => {
    const [own, other] = [policy, second].map(({ passes }) => passes[division]) as [Uint8Array, Uint8Array]; // one for each division
    for (const item of known) {
      const [passed, passedByOther] = [own[item] as number, other[item] as number];
      terms[item] =
        (passed - passedByOther) * differenceOf(items, item, { passed, missing }) -
        (policy.signal.price + passed * policy.signal.passPrice) +
        (second.signal.price + passedByOther * second.signal.passPrice);
    }
  });
}

/** Returns the share of the items that a policy passes on. */
function passedShare({ passes }: FittedPolicy): number {
  return passes.reduce((sum, each) => sum + each.reduce((all, passed) => all + passed, 0) / each.length, 0) / divisions;
}

/** Returns how many groups have an item that is passed on, and how many one that is kept: means over the divisions. */
function differingGroups(
  { group, groupNames }: WorthItems,
  { passes }: FittedPolicy,
): { readonly passed: number; readonly kept: number } {
  const counts = [0, 0];
  for (const each of passes) {
    const isFound = [new Uint8Array(groupNames.length), new Uint8Array(groupNames.length)];
    for (const [item, number] of group.entries()) (isFound[each[item] as number] as Uint8Array)[number] = 1;
    for (const [value, found] of isFound.entries())
      counts[value] = (counts[value] as number) + found.reduce((sum, one) => sum + one, 0) / divisions;
  }
  const [kept = 0, passed = 0] = counts;
  return { passed, kept };
}

function knownItems({ difference }: WorthItems, missing: MissingAs): readonly number[] {
  const all = [...difference.keys()];
  return missing === 'left out' ? all.filter((item) => !Number.isNaN(difference[item])) : all;
}

/** Returns the difference of an item; where it is missing, the end of its range that is worst or best for the policy. */
function differenceOf(
  { difference, lowest, highest }: WorthItems,
  item: number,
  { passed, missing }: { readonly passed: number; readonly missing: MissingAs },
): number {
  const value = difference[item] as number;
  if (!Number.isNaN(value)) return value;
  return ((passed === 1) === (missing === 'worst') ? lowest[item] : highest[item]) as number;
}

interface RandomTerms {
  readonly items: WorthItems;
  readonly policy: FittedPolicy;
  readonly known: readonly number[];
  readonly missing: MissingAs;
}

/**
 * Writes the terms (pass - share)(d - mean d) m / (m - 1), with share and means over the m items of the tested fold: over
 * all items, the fold that is left out of a threshold would bias them.
 */
function randomTerms({ items, policy, known, missing }: RandomTerms, division: number, terms: Float64Array): void {
  const passes = policy.passes[division] as Uint8Array; // one for each division
  const foldOf = policy.foldOf[division] as Uint8Array;
  const [sizes, passed, sums] = [0, 1, 2].map(() => new Float64Array(folds)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]; // three sums
  const foldOfItem = (item: number) => foldOf[items.group[item] as number] as number;
  for (const item of known) {
    const fold = foldOfItem(item);
    const pass = passes[item] as number;
    terms[item] = differenceOf(items, item, { passed: pass, missing });
    sizes[fold] = (sizes[fold] as number) + 1;
    passed[fold] = (passed[fold] as number) + pass;
    sums[fold] = (sums[fold] as number) + (terms[item] as number);
  }
  for (const item of known) {
    const fold = foldOfItem(item);
    const size = sizes[fold] as number;
    const correction = size > 1 ? size / (size - 1) : 0;
    const share = (passed[fold] as number) / size;
    const mean = (sums[fold] as number) / size;
    terms[item] = ((passes[item] as number) - share) * ((terms[item] as number) - mean) * correction;
  }
}

/**
 * Error of a mean over all divisions by that of one: training sets overlap, so a division adds little. (1 / J + n2 / n1)
 * times the variance of J tested folds, n2 / n1 of their size to that of the training set (Nadeau and Bengio 2003; Bouckaert
 * and Frank 2004 for repeated folds); the variance of a fold is `folds` times that of a division.
 */
const overlap = folds * (1 / (divisions * folds) + 1 / (folds - 1));

/**
 * Returns the mean of terms over items and divisions. The squared standard error is that of one division, by group,
 * averaged over the divisions (the error of terms that were averaged first would be too small, as if every division were a
 * sample), times `overlap`, plus the variance between divisions, which is large where the thresholds depend on the division.
 */
function meanOf(
  { group, groupNames }: WorthItems,
  known: readonly number[],
  write: (division: number, terms: Float64Array) => void,
): ClusterEstimate {
  const terms = new Float64Array(group.length);
  const sums = new Float64Array(groupNames.length);
  const groups = new Set(known.map((item) => group[item])).size;
  const means: number[] = [];
  let square = 0;
  for (let division = 0; division < divisions; division += 1) {
    write(division, terms);
    let mean = 0;
    for (const item of known) mean += (terms[item] as number) / known.length;
    sums.fill(0);
    for (const item of known)
      sums[group[item] as number] = (sums[group[item] as number] as number) + (terms[item] as number) - mean;
    means.push(mean);
    square += sums.reduce((sum, each) => sum + each * each, 0) / divisions;
  }
  const value = means.reduce((sum, each) => sum + each / divisions, 0);
  const between = means.reduce((sum, each) => sum + (each - value) ** 2, 0) / (divisions - 1);
  const within = (square * groups) / (groups - 1) / known.length ** 2;
  const se = groups < 2 ? null : Math.sqrt(overlap * within + between);
  const isConstant = se !== null && se < 1e-12 * Math.max(1, Math.abs(value)); // rounding of equal terms
  return { value, se: isConstant ? 0 : se, df: groups - 1 };
}
