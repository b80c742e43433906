import { twoSidedZ } from './distributions.ts';
import { type Interval, wilson } from './intervals.ts';
import { ratio } from './moments.ts';

export type KappaWeights = 'none' | 'linear' | 'quadratic';

/** Returns the share of ratings in which both raters agree, in [0, 1]. */
export function observedAgreement(table: readonly (readonly number[])[]): number | null {
  const all = table.flat().reduce((sum, count) => sum + count, 0);
  return ratio(
    table.reduce((sum, row, index) => sum + (row[index] ?? 0), 0),
    all,
  );
}

/**
 * Returns Cohen's kappa (1960, weighted 1968), in [-1, 1]: 1 - observed / expected disagreement, weighted by 0/1, |i -
 * j| or (i - j)² of ordered categories. Null where both raters use only the same single category.
 */
export function cohenKappa(table: readonly (readonly number[])[], weights: KappaWeights = 'none'): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  const all = rows.reduce((sum, count) => sum + count, 0);
  let observed = 0;
  let expected = 0;
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) {
      const cost = weights === 'none' ? Number(i !== j) : Math.abs(i - j) ** (weights === 'linear' ? 1 : 2);
      observed += cost * count;
      expected += all === 0 ? 0 : (cost * (rows[i] as number) * (columns[j] as number)) / all;
    }
  }
  const share = ratio(observed, expected);
  return share === null ? null : 1 - share;
}

/** Two-sided p values of McNemar's test, in [0, 1]. */
export interface McNemar {
  /** Conditional exact binomial test; conservative. */
  readonly exact: number;
  /** The exact p minus half of the observed table's probability, doubled (Fagerland, Lydersen and Laake 2013). */
  readonly midP: number;
}

/**
 * Returns McNemar's test (1947) of two paired yes/no results from the discordant counts (integers): only the first
 * right, only the second right. Given their sum n, each is binomial(n, 1/2) under the null. Assumes independent pairs.
 */
export function mcnemar(firstOnly: number, secondOnly: number): McNemar {
  for (const count of [firstOnly, secondOnly]) {
    if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`${count} discordant pairs`);
  }
  const n = firstOnly + secondOnly;
  const fewer = Math.min(firstOnly, secondOnly);
  let logPoint = -n * Math.LN2;
  for (let k = 1; k <= fewer; k += 1) logPoint += Math.log((n - k + 1) / k);
  const point = Math.exp(logPoint);
  let tail = 0;
  // Sums from the largest term down, so that a thin tail of many pairs neither underflows nor takes n steps.
  for (let k = fewer, term = point; k >= 0 && term > tail * 1e-17; k -= 1) {
    tail += term;
    term *= k / (n - k + 1);
  }
  // Equal counts lie in both tails: the doubled tail counts their probability twice.
  const midP = firstOnly === secondOnly ? 1 - point / 2 : 2 * tail - point;
  return { exact: Math.min(1, 2 * tail), midP };
}

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
