import { type Interval, wilson } from '../basic/intervals.ts';
import { twoSidedZ } from '../basic/quantiles.ts';

/** A judge's sensitivity or specificity: known, or measured as a share of items with known truth. */
export type JudgeRate =
  | { readonly kind: 'known'; readonly value: number }
  | { readonly kind: 'measured'; readonly right: number; readonly n: number };

export interface JudgedRate {
  /** Number of items that the judge labeled positive. */
  readonly positive: number;
  readonly n: number;
  readonly sensitivity: JudgeRate;
  readonly specificity: JudgeRate;
  readonly level?: number;
}

export interface CorrectedRate {
  /** Prevalence, clipped to [0, 1]. */
  readonly value: number;
  /** Prevalence before clipping: outside [0, 1], the judge's rates do not fit the observed rate. */
  readonly uncut: number;
  readonly interval: Interval;
}

/**
 * Returns the prevalence by Rogan and Gladen (1978): (observed + Sp - 1) / (Se + Sp - 1). Interval: Wilson's ends
 * transformed where both rates are known, else Lang and Reiczigel (2014). Null for n = 0 or a judge no better than
 * chance (Se + Sp <= 1).
 */
export function roganGladen(judged: JudgedRate): CorrectedRate | null {
  const { positive, n, sensitivity, specificity, level = 0.95 } = judged;
  const [se, sp] = [rateOf(sensitivity), rateOf(specificity)];
  if (n === 0 || se === null || sp === null || se + sp <= 1) return null;
  const correct = (share: number) => (share + sp - 1) / (se + sp - 1);
  const uncut = correct(positive / n);
  const value = cut(uncut);
  if (sensitivity.kind === 'measured' || specificity.kind === 'measured') {
    return { value, uncut, interval: langReiczigel(judged, level) };
  }
  const observed = wilson(positive, n, level);
  if (observed === null) return null;
  const [low, high] = [cut(correct(observed.low)), cut(correct(observed.high))];
  return { value, uncut, interval: { low, high, level, method: 'Rogan-Gladen on Wilson', seed: null } };
}

/** Adds one success and one failure to each measured rate and z²/2 of each to the sample, then corrects the center. */
function langReiczigel(judged: JudgedRate, level: number): Interval {
  const z = twoSidedZ(level);
  const size = judged.n + z * z;
  const observed = (judged.positive + (z * z) / 2) / size;
  const [se, seVariance] = smoothed(judged.sensitivity);
  const [sp, spVariance] = smoothed(judged.specificity);
  const method = 'Lang-Reiczigel';
  // Smoothed rates from so few items that they are no better than chance carry no information about the prevalence.
  if (se + sp <= 1) return { low: 0, high: 1, level, method, seed: null };
  const prevalence = (observed + sp - 1) / (se + sp - 1);
  const shift = 2 * z * z * (prevalence * seVariance - (1 - prevalence) * spVariance);
  const variance =
    (observed * (1 - observed)) / size + prevalence ** 2 * seVariance + (1 - prevalence) ** 2 * spVariance;
  const half = (z * Math.sqrt(variance)) / (se + sp - 1);
  const centre = prevalence + shift;
  return { low: cut(centre - half), high: cut(centre + half), level, method, seed: null };
}

/** Returns the rate and the variance of its estimate. */
function smoothed(rate: JudgeRate): readonly [value: number, variance: number] {
  if (rate.kind === 'known') return [rate.value, 0];
  const value = (rate.right + 1) / (rate.n + 2);
  return [value, (value * (1 - value)) / (rate.n + 2)];
}

function rateOf(rate: JudgeRate): number | null {
  if (rate.kind === 'known') return rate.value;
  return rate.n === 0 ? null : rate.right / rate.n;
}

function cut(share: number): number {
  return Math.min(1, Math.max(0, share));
}
