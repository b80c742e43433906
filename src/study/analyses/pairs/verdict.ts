import { fraction, fractionRange } from '../../../util/numbers.ts';
import { isAboveZero, isBelowZero, type StudyEstimate } from '../estimate.ts';
import type { PairAnalysis } from './analyze-pair.ts';

/**
 * Verdict on a pair. `advantage`: I and E are both above zero. `family-knowledge`: so are they, but a near copy
 * predicts as well as the model itself. `not-distinguishable`: I or E is not above zero. `nothing-learned`: the mean
 * gain is not distinguishable from zero, so E is not defined. `not-measured`: a cell of the design or an interval is
 * missing.
 */
type VerdictKind = 'advantage' | 'family-knowledge' | 'not-distinguishable' | 'nothing-learned' | 'not-measured';

/** The verdict on a pair of models, with its reasons as sentences. */
export interface PairVerdict {
  readonly kind: VerdictKind;
  readonly sentence: string;
  readonly reasons: readonly string[];
}

/** Inputs of a pair's verdict besides its own analysis. */
interface VerdictContext {
  /** The pair of one of the models and its near copy, if the study has one. */
  readonly nearCopy: PairAnalysis | null;
  /** Holm-adjusted p values over all pairs; null with a single pair. */
  readonly adjusted: { readonly doubleDifference: number | null; readonly excess: number | null } | null;
}

/** Level of the intervals and of the adjusted p values. */
const level = 0.05;

/**
 * Decides the verdict on a pair. "advantage" requires I and E both above zero: I alone is biased where skill multiplies
 * predictability, E alone where they add up. Both must also be significant by their jackknife standard errors, with
 * several pairs after Holm's adjustment: where three strings decide, all in one direction, a bootstrap interval
 * excludes zero too often.
 */
export function verdictOf(pair: PairAnalysis, context: VerdictContext): PairVerdict {
  const { a, b, doubleDifference: i, excess: e, meanGain } = pair;
  const caveats = pair.gainBase === 'mode' ? [habitNotRemoved] : [];
  const say = (kind: VerdictKind, text: string, reasons: readonly string[]): PairVerdict => ({
    kind,
    sentence: `${a} and ${b}: ${text}`,
    reasons: [...reasons, ...caveats],
  });
  if (pair.gainBase === null || i.interval === null || pair.determinant.interval === null) {
    const missing = [i, pair.determinant].map((each) => each.missing).find((each) => each !== null);
    return say('not-measured', 'privileged access was not measured.', [`Reason: ${missing ?? 'no interval'}.`]);
  }
  if (meanGain.interval === null || meanGain.interval.low <= 0) {
    return say('nothing-learned', `training had no measurable effect: mean gain ${inWords(meanGain)}.`, [
      'The excess is undefined where the mean gain of the four trained predictors is not distinguishable from zero.',
    ]);
  }
  const values = `I = ${inWords(i)}, E = ${inWords(e)}`;
  const reasons = [about('The double difference I', i), about('The excess E', e)];
  if (!isAboveZero(i) || !isAboveZero(e) || !isAboveZero(pair.determinant)) {
    return say('not-distinguishable', `no sign of privileged access: ${values}.`, reasons);
  }
  if (!isSmall(context.adjusted ?? pair.p)) {
    const [when, how] = context.adjusted === null ? ['', few] : [' after adjustment', afterHolm];
    return say('not-distinguishable', `no sign of privileged access${when}: ${values}.`, [
      ...reasons,
      `At least one of them is not significant at 5 % ${how}.`,
    ]);
  }
  if (context.nearCopy !== null && !isAboveZero(context.nearCopy.excess)) {
    const copy = `${context.nearCopy.a} and ${context.nearCopy.b}: E = ${inWords(context.nearCopy.excess)}.`;
    return say('family-knowledge', `family knowledge: ${values}, but not against a near copy.`, [...reasons, copy]);
  }
  return say('advantage', `an advantage in predicting themselves: ${values}.`, reasons);
}

const few = 'by its jackknife standard error: too few strings decide';
const afterHolm = 'after Holm’s adjustment over all pairs';
const habitNotRemoved =
  'Habit was not removed: without scramble arms, gains are measured from coverage times the cross-fitted most frequent value.';

function isSmall({ doubleDifference, excess }: NonNullable<VerdictContext['adjusted']>): boolean {
  return doubleDifference !== null && doubleDifference <= level && excess !== null && excess <= level;
}

function about(name: string, estimate: StudyEstimate): string {
  if (isAboveZero(estimate)) return `${name} is above zero.`;
  if (isBelowZero(estimate)) return `${name} is below zero.`;
  return estimate.interval === null
    ? `${name} has no interval: ${estimate.missing ?? 'not measured'}.`
    : `${name} is not distinguishable from zero.`;
}

/** Formats a value with its interval, such as "0.012 [−0.020, 0.044]". */
function inWords({ value, interval }: StudyEstimate): string {
  if (value === null) return 'n/a';
  return `${fraction(value)} ${interval === null ? '[no interval]' : fractionRange([interval.low, interval.high])}`;
}
