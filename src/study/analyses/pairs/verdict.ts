import type { Quantity } from '../../../results/quantity.ts';
import { noticedSentence } from '../../../results/noticed-text.ts';
import { isAboveZero, isBelowZero } from '../../../stats/jackknife/estimate-all.ts';
import { fraction, fractionRange } from '../../../util/numbers.ts';
import type { BaselineName } from '../baselines/baseline-rules.ts';
import { ruleName } from '../baselines/rule-names.ts';
import type { PairAnalysis } from './analyze-pair.ts';
import { fewestTrainings } from './over-trainings.ts';
import { oneSidedLevel } from './pair-estimates.ts';
import type { VerdictKind } from './verdict-kinds.ts';

/** The verdict on a pair of models, with its reasons as sentences. */
export interface PairVerdict {
  readonly kind: VerdictKind;
  readonly sentence: string;
  readonly reasons: readonly string[];
}

/** Inputs of a pair's verdict besides its own analysis. */
interface VerdictContext {
  /** The pairs of one of the models and a near copy of it. */
  readonly nearCopies: readonly PairAnalysis[];
  /** The pair's largest p after Holm's adjustment over all pairs; null with a single pair. */
  readonly adjustedP: number | null;
}

/** Level of the intervals and of the adjusted p values. */
const level = 0.05;

/**
 * Returns the p of a pair's verdict: the largest two-sided p of its tests (intersection-union, Berger 1982); that of a
 * one-sided test is twice its p. Null where one of them is undefined.
 */
export function verdictP(pair: PairAnalysis): number | null {
  const { p, plain, plainGains, plainRead, beyondRules, correctedDeterminant } = pair;
  const all = [
    p.doubleDifference,
    p.excess,
    ...(correctedDeterminant === null ? [] : [p.correctedExcess]),
    ...[...plain, ...plainGains, ...(plainRead ?? []), ...beyondRules].map(({ oneSidedP }) =>
      oneSidedP === null ? null : Math.min(1, 2 * oneSidedP),
    ),
  ];
  return all.some((each) => each === null) ? null : Math.max(...(all as readonly number[]));
}

/**
 * Decides the verdict on a pair. No single number suffices for "advantage": I is biased where skill multiplies
 * predictability, E where they add up, and both where a ceiling keeps skill from helping with an easy target; under any of
 * these, only one model can be better about itself than the other model is. Habit, failures of form and copied base rates
 * can make both better, but not in gains, on answered rows and against the most frequent value. A standard error of the jackknife protects I and E against studies where
 * three strings decide.
 */
export function verdictOf(pair: PairAnalysis, context: VerdictContext): PairVerdict {
  const { kind, text, reasons } =
    unmeasured(pair) ??
    indistinguishable(pair) ??
    explainedOtherwise(pair) ??
    unadjusted(pair, context) ??
    sharedWithCopy(pair, context) ??
    advantage(pair);
  const caveats = pair.gainBase === 'mode' ? [habitNotRemoved] : [];
  return { kind, sentence: `${pair.a} and ${pair.b}: ${text}`, reasons: [...reasons, ...caveats] };
}

/** A verdict without the names of the models. */
interface Finding {
  readonly kind: VerdictKind;
  readonly text: string;
  readonly reasons: readonly string[];
}

function unmeasured(pair: PairAnalysis): Finding | null {
  const { doubleDifference: i, determinant, gainBase, trainings, meanGain } = pair;
  if (gainBase !== null && trainings > 1 && trainings < fewestTrainings) {
    return { kind: 'not-measured', text: 'two training runs of each arm give no interval.', reasons: spreadOf(pair) };
  }
  if (gainBase === null || i.interval === null || determinant.interval === null) {
    const missing = [i, determinant].map((each) => each.missing).find((each) => each !== null);
    const reasons = [`Reason: ${missing ?? 'no interval'}.`];
    return { kind: 'not-measured', text: 'privileged access was not measured.', reasons };
  }
  if (isAboveZero(meanGain)) return null;
  return {
    kind: 'nothing-learned',
    text: `training had no measurable effect: mean gain ${inWords(meanGain)}.`,
    reasons: [
      'The excess is undefined where the mean gain of the four trained predictors is not distinguishable from zero.',
      ...gainPower(pair),
    ],
  };
}

function indistinguishable(pair: PairAnalysis): Finding | null {
  const { doubleDifference: i, excess: e, determinant, correctedDeterminant: corrected } = pair;
  const areAbove = [i, e, determinant, ...(corrected === null ? [] : [corrected])].every(isAboveZero);
  if (areAbove && isSmall(pair)) return null;
  return {
    kind: 'not-distinguishable',
    text: `no sign of privileged access: ${valuesOf(pair)}.`,
    reasons: [...reasonsOf(pair), ...(areAbove ? [few] : []), ...powerOf(pair)],
  };
}

/** An explanation of I and E above zero without privileged access, and the numbers that do not exclude it. */
interface Explanation {
  readonly kind: VerdictKind;
  readonly clause: string;
  readonly failures: readonly string[];
}

/** Returns the verdict where something else can explain that I and E are above zero; it names all such explanations. */
function explainedOtherwise(pair: PairAnalysis): Finding | null {
  const directions = (all: PairAnalysis['plainGains'], where: string) =>
    all
      .filter(({ oneSidedP }) => !passes(oneSidedP))
      .map((each) => notAbove(`${each.target} minus ${each.other} about ${each.target}${where}`, each));
  const copied = pair.beyondRules.filter(({ oneSidedP }) => !passes(oneSidedP));
  const rules = copied.map(({ target, best }) => `${target} is not above ${inRuleWords(best)}`).join(', and ');
  const all: readonly Explanation[] = [
    {
      kind: 'stronger-model',
      clause: 'the stronger model’s skill is not excluded',
      failures: directions(pair.plain, ''),
    },
    {
      kind: 'habit',
      clause: 'habit of the trained models is not excluded',
      failures: directions(pair.plainGains, ', over the scramble arms'),
    },
    {
      kind: 'answer-form',
      clause: 'unreadable answers may explain it',
      failures: directions(pair.plainRead ?? [], ', on answered rows'),
    },
    {
      kind: 'base-rates',
      clause: rules,
      failures: copied.map((each) => notAbove(`${each.target}’s own model minus ${inRuleWords(each.best)}`, each)),
    },
  ];
  const found = all.filter(({ failures }) => failures.length > 0);
  const [first] = found;
  if (first === undefined) return null;
  const clauses = found.map(({ clause }) => clause).join('; ');
  return {
    kind: first.kind,
    text: `better predicted by themselves on average, but ${clauses}: ${valuesOf(pair)}.`,
    reasons: [...reasonsOf(pair), ...found.flatMap(({ failures }) => failures), ...powerOf(pair)],
  };
}

function unadjusted(pair: PairAnalysis, { adjustedP }: VerdictContext): Finding | null {
  if (adjustedP === null || adjustedP <= level) return null;
  return {
    kind: 'not-distinguishable',
    text: `no sign of privileged access after adjustment: ${valuesOf(pair)}.`,
    reasons: [...reasonsOf(pair), afterHolm, ...powerOf(pair)],
  };
}

function sharedWithCopy(pair: PairAnalysis, { nearCopies }: VerdictContext): Finding | null {
  const nearCopy = nearCopies.find(({ excess }) => !isAboveZero(excess));
  if (nearCopy === undefined) return null;
  return {
    kind: 'family-knowledge',
    text: `family knowledge: ${valuesOf(pair)}, but not against a near copy.`,
    reasons: [
      ...reasonsOf(pair),
      `${nearCopy.a} and ${nearCopy.b}: E = ${inWords(nearCopy.excess)}.`,
      ...powerOf(nearCopy),
    ],
  };
}

function advantage(pair: PairAnalysis): Finding {
  return {
    kind: 'advantage',
    text: `an advantage in predicting themselves${scopeOf(pair.trainings)}: ${valuesOf(pair)}.`,
    reasons: [...reasonsOf(pair), bothAbove, affinity],
  };
}

function valuesOf({ doubleDifference, excess }: PairAnalysis): string {
  return `I = ${inWords(doubleDifference)}, E = ${inWords(excess)}`;
}

function reasonsOf(pair: PairAnalysis): readonly string[] {
  const { doubleDifference, excess, correctedDeterminant: corrected } = pair;
  const lag = 'A scramble arm is below the base rate.';
  return [
    about('The double difference I', doubleDifference),
    about('The excess E', excess),
    ...(corrected === null ? [] : [`${lag} ${about('E over the higher of the two', corrected)}`]),
    ...spreadOf(pair),
  ];
}

/** Returns what a study without an advantage could have found, as one sentence. */
function powerOf({ detectable }: PairAnalysis): readonly string[] {
  if (detectable === null) return ['The smallest advantage that such studies find is not known: too few strings vary.'];
  return [noticedSentence(`advantage of ${fraction(detectable)}, equal in both directions,`, 'studies')];
}

/** Standard errors between zero and an effect that 80 % of two-sided tests at 5 % find, over those in half an interval. */
const detectableHalves = (1.96 + 0.842) / 1.96;

/** Returns the mean gain that 80 % of such studies find, from the width of its interval. */
function gainPower({ meanGain: { interval } }: PairAnalysis): readonly string[] {
  if (interval === null) return ['The smallest mean gain that such studies find is not known: it has no interval.'];
  const detectable = ((interval[1] - interval[0]) / 2) * detectableHalves;
  return [noticedSentence(`mean gain of about ${fraction(detectable)}`, 'studies')];
}

const few = 'At least one of them is not significant at 5 % by its jackknife standard error: too few strings decide.';
const afterHolm = 'At least one of the tests is not significant at 5 % after Holm’s adjustment over all pairs.';
const bothAbove =
  'Each model predicts itself better than the other model does, and better than every rule without a model.';
const affinity =
  'Not excluded: affinity. Two models that are each skilled at the strings on which they are predictable look the same; a near copy could tell.';
const habitNotRemoved =
  'Habit was not removed: without scramble arms, gains are measured from coverage times the base rate.';

/** Returns what the verdict is about: one training run of each arm says nothing about a second one. */
function scopeOf(trainings: number): string {
  if (trainings === 0) return ' before training';
  return trainings === 1 ? ', for these trained copies' : `, over ${trainings} training runs of each arm`;
}

/** Returns I and E of each training run as a sentence; none with a single run. */
function spreadOf({ trainings, byTraining }: PairAnalysis): readonly string[] {
  if (trainings < 2) return [];
  const list = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? 'n/a' : fraction(value))).join(', ');
  const i = list(byTraining.map(({ doubleDifference }) => doubleDifference));
  return [`Each training run: I = ${i}; E = ${list(byTraining.map(({ excess }) => excess))}.`];
}

function isSmall({ p, correctedDeterminant }: PairAnalysis): boolean {
  const all = [p.doubleDifference, p.excess, ...(correctedDeterminant === null ? [] : [p.correctedExcess])];
  return all.every((each) => each !== null && each <= level);
}

function passes(p: number | null): boolean {
  return p !== null && p <= oneSidedLevel;
}

function inRuleWords(best: BaselineName | null): string {
  if (best === null) return 'the best rule';
  return best === 'mode' ? 'its base rate' : `the rule “${ruleName(best)}”`;
}

function notAbove(name: string, { oneSidedP, ...value }: Quantity & { readonly oneSidedP: number | null }): string {
  if (oneSidedP === null) return `${name}: ${inWords(value)}, not tested.`;
  return `${name}: ${inWords(value)}, one-sided p ${oneSidedP < 0.001 ? '< 0.001' : `= ${fraction(oneSidedP)}`}.`;
}

function about(name: string, estimate: Quantity): string {
  if (isAboveZero(estimate)) return `${name} is above zero.`;
  if (isBelowZero(estimate)) return `${name} is below zero.`;
  return estimate.interval === null
    ? `${name} has no interval: ${estimate.missing ?? 'not measured'}.`
    : `${name} is not distinguishable from zero.`;
}

/** Formats a value with its interval, such as "0.012 [−0.020, 0.044]". */
function inWords({ value, interval }: Quantity): string {
  if (value === null) return 'n/a';
  return `${fraction(value)} ${interval === null ? '[no interval]' : fractionRange(interval)}`;
}
