import type { WorthGain, WorthSignalResult, WorthVerdict } from '../../results/worth.ts';
import { holm } from '../../stats/holm.ts';
import { type ClusterEstimate, detectableEffect, pAbove, pBelow, tail, tBounds } from '../../stats/jackknife.ts';
import { crossFit, type FittedPolicy, type WorthItems, type WorthSignal } from './cross-fit.ts';
import { differingGroups, gainOver, type MissingAs, passedShare, policyGains } from './policy-gains.ts';

/** Fewest groups that a policy and a constant must treat differently for a verdict. */
const minDifferingGroups = 15;

/** Share of missing outcomes above which a verdict must hold with them at their worst. */
export const maxFreelyMissing = 0.02;

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
 * at 2.5 %, adjusted over the signals that a model is asked for (Holm). Where over 2 % of the items have a missing outcome,
 * tests must also hold with it at its worst.
 */
export function judgeSignals(items: WorthItems, signals: readonly WorthSignal[]): readonly JudgedSignal[] {
  const policies = signals.map((signal) => crossFit(items, signal));
  const free = policies.filter(({ signal }) => !signal.asks);
  const tested = policies.map((policy) => testPolicy(items, policy, free));
  const asked = tested.filter(({ policy }) => policy.signal.asks);
  const adjustedAll = holm(asked.map(({ allP }) => allP));
  const adjustedConstant = holm(asked.map(({ constantP }) => constantP));
  return tested.map((each) => {
    const at = asked.indexOf(each);
    const result = { ...numbersOf(each), adjustedP: at < 0 ? null : (adjustedAll[at] as number) };
    if (at < 0) return { ...result, verdict: null, freeSignal: null, reason: null, detectable: null };
    const [all, constant] = [adjustedAll[at] as number, adjustedConstant[at] as number];
    const judged = verdictOf(items, each, { all, constant });
    const found = detectableEffect(constantGain(each.gains), Number.POSITIVE_INFINITY, tail / asked.length);
    return { ...result, ...judged, detectable: found.kind === 'known' ? perThousand * found.value : null };
  });
}

/** Returns the share of the items with a missing outcome, in [0, 1]. */
export function missingShare({ difference }: WorthItems): number {
  return difference.filter((value) => Number.isNaN(value)).length / difference.length;
}

function testPolicy(items: WorthItems, policy: FittedPolicy, free: readonly FittedPolicy[]): Tested {
  const gains = gainsOf(items, policy, free, 'left out');
  const isComplete = missingShare(items) <= maxFreelyMissing;
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

const wordsOf = { keep: 'keeping', pass: 'passing on' } as const;

interface Adjusted {
  readonly all: number;
  readonly constant: number;
}

type Judgement = Pick<JudgedSignal, 'freeSignal' | 'reason'> & { readonly verdict: WorthVerdict };

function verdictOf(items: WorthItems, tested: Tested, { all, constant }: Adjusted): Judgement {
  const { policy, gains, savedP, notWorthP } = tested;
  const { passed, kept } = differingGroups(items, policy);
  const [few, other] = passed < kept ? ([passed, 'keep'] as const) : ([kept, 'pass'] as const);
  const words = { freeSignal: null, reason: null };
  // A policy that never differs from a constant is that constant with the price of the signal.
  if (few === 0 && policy.signal.price > 0)
    return {
      ...words,
      verdict: 'not worth it at these prices',
      reason: `its best threshold is that of always ${wordsOf[other]}`,
    };
  if (few < minDifferingGroups) {
    const reason = `it differs from always ${wordsOf[other]} in ${Math.round(few)} groups of items; ${minDifferingGroups} are needed`;
    return { ...words, verdict: 'not distinguishable', reason };
  }
  if (all <= tail) return { ...words, verdict: 'worth asking' };
  if (savedP !== null && savedP <= tail) {
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
