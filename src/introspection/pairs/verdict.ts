import { isAboveZero, isBelowZero, type StudyEstimate } from '../estimate.ts';
import type { PairAnalysis } from './analyze-pair.ts';

/**
 * `advantage`: I and E are both above zero. `family-knowledge`: the same, but a near copy predicts as well as the model
 * itself. `not-distinguishable`: I or E is not above zero. `nothing-learned`: the mean gain reaches zero, so E is not
 * defined. `not-measured`: a cell of the design or an interval is missing.
 */
export type VerdictKind = 'advantage' | 'family-knowledge' | 'not-distinguishable' | 'nothing-learned' | 'not-measured';

/** What the study says about a pair of models, with its reasons as sentences. */
export interface PairVerdict {
  readonly kind: VerdictKind;
  readonly sentence: string;
  readonly reasons: readonly string[];
}

/** What the verdict of a pair depends on besides its own analysis. */
export interface VerdictContext {
  /** The pair of one of the models and its near copy, if the study has one. */
  readonly nearCopy: PairAnalysis | null;
  /** Holm-adjusted p values over all pairs; null with one pair only. */
  readonly adjusted: { readonly doubleDifference: number | null; readonly excess: number | null } | null;
}

/** Level of the intervals and of the adjusted p values. */
const level = 0.05;

/**
 * Decides the verdict of a pair. The word "advantage" needs I and E both above zero: I alone is biased where skill
 * multiplies predictability, E alone where they add up. With several pairs both must also survive Holm's adjustment.
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
    return say('nothing-learned', `training taught nothing to compare: mean gain ${inWords(meanGain)}.`, [
      'The excess is undefined where the mean gain of the four trained predictors is not distinguishable from zero.',
    ]);
  }
  const values = `I = ${inWords(i)}, E = ${inWords(e)}`;
  const reasons = [about('The double difference I', i), about('The excess E', e)];
  const survives = context.adjusted === null || isSmall(context.adjusted);
  if (!isAboveZero(i) || !isAboveZero(e) || !isAboveZero(pair.determinant)) {
    return say('not-distinguishable', `no sign of privileged access: ${values}.`, reasons);
  }
  if (!survives) {
    const adjustment = 'At least one of them is not significant at 5 % after Holm’s adjustment over all pairs.';
    return say('not-distinguishable', `no sign of privileged access after adjustment: ${values}.`, [
      ...reasons,
      adjustment,
    ]);
  }
  if (context.nearCopy !== null && !isAboveZero(context.nearCopy.excess)) {
    const copy = `${context.nearCopy.a} and ${context.nearCopy.b}: E = ${inWords(context.nearCopy.excess)}.`;
    return say('family-knowledge', `family knowledge: ${values}, but not against a near copy.`, [...reasons, copy]);
  }
  return say('advantage', `an advantage in predicting themselves: ${values}.`, reasons);
}

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

/** Formats a value with its interval, as ".012 [-.020, .044]". */
function inWords({ value, interval }: StudyEstimate): string {
  if (value === null) return 'n/a';
  const ends = interval === null ? 'no interval' : `${short(interval.low)}, ${short(interval.high)}`;
  return `${short(value)} [${ends}]`;
}

function short(value: number): string {
  return value.toFixed(3).replace(/^(-?)0\./, '$1.');
}
