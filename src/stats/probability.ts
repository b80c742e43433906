import { ratio } from './moments.ts';

/** A predicted probability, and the share of executions in which the property held; both in [0, 1]. */
export interface ForecastPoint {
  readonly prediction: number;
  readonly outcome: number;
}

/** A group of similar predictions. */
export interface CalibrationBin {
  readonly n: number;
  readonly meanForecast: number;
  readonly meanOutcome: number;
}

/** Returns points in ascending order of prediction. RangeError unless both numbers of each are in [0, 1]. */
function checkedPoints(points: readonly ForecastPoint[]): ForecastPoint[] {
  for (const { prediction, outcome } of points) {
    if (!(prediction >= 0 && prediction <= 1 && outcome >= 0 && outcome <= 1)) {
      throw new RangeError(`forecast ${prediction} and outcome ${outcome} must lie in [0, 1]`);
    }
  }
  return [...points].sort((a, b) => a.prediction - b.prediction);
}

/** Splits points into at most `bins` groups of nearly equal size; equal predictions stay together. */
export function equalMassGroups(points: readonly ForecastPoint[], bins: number): readonly ForecastPoint[][] {
  if (!(Number.isInteger(bins) && bins > 0)) throw new RangeError(`${bins} bins`);
  const groups: ForecastPoint[][] = [];
  let current: ForecastPoint[] = [];
  let taken = 0;
  for (const point of checkedPoints(points)) {
    const full = taken * bins >= (groups.length + 1) * points.length;
    if (full && current.at(-1)?.prediction !== point.prediction) {
      groups.push(current);
      current = [];
    }
    current.push(point);
    taken += 1;
  }
  return current.length === 0 ? groups : [...groups, current];
}

/**
 * Returns the reliability curve over bins of equal mass (quantile bins; Nguyen and O'Connor 2015), by ascending
 * prediction.
 */
export function calibrationCurve(points: readonly ForecastPoint[], bins = 10): readonly CalibrationBin[] {
  return equalMassGroups(points, bins).map((group) => ({
    n: group.length,
    meanForecast: group.reduce((sum, point) => sum + point.prediction, 0) / group.length,
    meanOutcome: group.reduce((sum, point) => sum + point.outcome, 0) / group.length,
  }));
}

/** Murphy's parts: brier = reliability - resolution + uncertainty + withinBin. All are squared probabilities. */
export interface BrierParts {
  readonly brier: number;
  /** Squared distance of prediction and outcome frequency; 0 = calibrated. */
  readonly reliability: number;
  /** How far the bins' outcome frequencies lie from the base rate; larger is better. */
  readonly resolution: number;
  /** Base rate times (1 - base rate): the score of predicting the base rate. */
  readonly uncertainty: number;
  /** Remainder from binning (Stephenson, Coelho and Jolliffe 2008); 0 where each bin holds one predicted value. */
  readonly withinBin: number;
}

/** Returns one point's mean squared error over its executions, (q - m)² + m(1 - m), in [0, 1]. */
function squaredError({ prediction, outcome }: ForecastPoint): number {
  return (prediction - outcome) ** 2 + outcome * (1 - outcome);
}

/** Returns the Brier score (1950): mean squared error of the predictions over all executions, in [0, 1]; 0 is best. */
export function brier(points: readonly ForecastPoint[]): number | null {
  return ratio(
    points.reduce((sum, point) => sum + squaredError(point), 0),
    points.length,
  );
}

/** Number of distinct predictions up to which bins are exact: tenths from 0 to 1. */
export const exactUpTo = 11;

/** Outcomes at one predicted value; fractional where an outcome is a share. */
interface OutcomeCounts {
  readonly positive: number;
  readonly negative: number;
}

/**
 * Returns the area under the ROC curve: P(a positive has the higher prediction) + half P(equal), in [0, 1] (Hanley and
 * McNeil 1982). A share m counts as m of a positive and 1 - m of a negative. Null without positives or without
 * negatives.
 */
export function auroc(points: readonly ForecastPoint[]): number | null {
  const levels = [...Map.groupBy(checkedPoints(points), (point) => point.prediction).values()];
  return aurocOfCounts(
    levels.map((level) => {
      const positive = level.reduce((sum, point) => sum + point.outcome, 0);
      return { positive, negative: level.length - positive };
    }),
  );
}

/**
 * Returns the area under the ROC curve from counts at ascending predicted values; additive, so it can be jackknifed
 * as a histogram.
 */
export function aurocOfCounts(ascending: readonly OutcomeCounts[]): number | null {
  let negativesBelow = 0;
  let positives = 0;
  let wins = 0;
  for (const { positive, negative } of ascending) {
    wins += positive * (negativesBelow + negative / 2);
    negativesBelow += negative;
    positives += positive;
  }
  return ratio(wins, positives * negativesBelow);
}

/** One item: its predicted probability, and the results of K executions. */
export interface RepeatedItem {
  /** In [0, 1]. */
  readonly prediction: number;
  /** Share of executions in which the property held, in [0, 1]. */
  readonly share: number;
  /** K, the number of executions. */
  readonly runs: number;
}

/** Columns of a noise tally: items, NF, NF/K, Brier, m, m². */
const noiseColumns = 6;

/**
 * Returns additive sums over the items with at least 2 executions, for the jackknife. Items with one execution carry no
 * information about noise.
 */
export function noiseTally(items: Iterable<RepeatedItem>): Float64Array {
  const tally = new Float64Array(noiseColumns);
  for (const { prediction, share, runs } of items) {
    if (runs < 2) continue;
    const floor = (runs / (runs - 1)) * share * (1 - share);
    const columns = [1, floor, floor / runs, squaredError({ prediction, outcome: share }), share, share * share];
    for (const [column, value] of columns.entries()) tally[column] = (tally[column] as number) + value;
  }
  return tally;
}

/**
 * Returns the noise floor, the mean of K / (K - 1) m (1 - m): the Brier score of a prediction that knows each item's
 * probability.
 */
export function noiseFloor(tally: ArrayLike<number>): number | null {
  return ratio(tally[1] as number, tally[0] as number);
}

/**
 * Returns the noise-corrected skill 1 - (Brier - NF) / (Var(m) - NF/K): 1 = knows each item's probability, 0 = only the
 * base rate. Numerator and denominator are unbiased; null for fewer than 2 items or where items do not differ beyond
 * noise.
 */
export function noiseCorrectedSkill(tally: ArrayLike<number>): number | null {
  const column = (index: number) => tally[index] as number; // a tally has noiseColumns columns
  const n = column(0);
  if (n < 2) return null;
  const variance = (column(5) - column(4) ** 2 / n) / (n - 1);
  const signal = variance - column(2) / n;
  return signal <= 1e-12 ? null : 1 - (column(3) - column(1)) / n / signal;
}

/** A predicted probability, the share of executions in which the property held, and the number of executions. */
export interface RepeatedPoint extends ForecastPoint {
  readonly runs: number;
}

export type ProbabilityScore =
  | keyof BrierParts
  | 'auroc'
  | 'calibrationError'
  | 'signedBias'
  | 'noiseFloor'
  | 'noiseCorrectedSkill';

type OfTotals<Value> = (totals: ArrayLike<number>) => Value;

/** Scores of probabilities as functions of sums, for the jackknife. Bins are those of all points and stay fixed. */
export interface ProbabilitySums {
  readonly sumsOf: (points: readonly RepeatedPoint[]) => Float64Array;
  /** Scores; each is null where it does not exist. */
  readonly scores: Readonly<Record<ProbabilityScore, OfTotals<number | null>>>;
  /** Number of points, and of points with two executions or more. */
  readonly count: OfTotals<number>;
  readonly repeatedCount: OfTotals<number>;
}

const bins = 10;
/** Number of integer percentages; with more distinct predictions, AUROC merges them, which changes it by less than 0.001. */
const levels = 101;
/**
 * Columns: squared errors, then points, predictions and outcomes of each bin and of each group of equal mass; levels;
 * noise.
 */
const ofBin = 3;

/** Returns the layout of sums for these points. */
export function probabilitySums(points: readonly RepeatedPoint[]): ProbabilitySums {
  const murphy = endsOf(points, exactUpTo, bins);
  const mass = equalMassGroups(points, bins).map(highest);
  const ranks = endsOf(points, levels);
  const massAt = 1 + ofBin * murphy.length;
  const ranksAt = massAt + ofBin * mass.length;
  const noiseAt = ranksAt + 2 * ranks.length;
  const sumsOf = (some: readonly RepeatedPoint[]) => {
    const tally = new Float64Array(noiseAt + noiseColumns);
    for (const point of some) {
      const { prediction, outcome } = point;
      addAt(tally, 0, [squaredError(point)]);
      addAt(tally, 1 + ofBin * placeOf(prediction, murphy), [1, prediction, outcome]);
      addAt(tally, massAt + ofBin * placeOf(prediction, mass), [1, prediction, outcome]);
      addAt(tally, ranksAt + 2 * placeOf(prediction, ranks), [outcome, 1 - outcome]);
    }
    addAt(
      tally,
      noiseAt,
      noiseTally(some.map(({ prediction, outcome, runs }) => ({ prediction, share: outcome, runs }))),
    );
    return tally;
  };
  const count = (totals: ArrayLike<number>) => sumsAt(totals, 1, murphy.length).reduce((sum, { n }) => sum + n, 0);
  const parts = (totals: ArrayLike<number>) => partsOf(sumsAt(totals, 1, murphy.length), totals[0] as number);
  const curve = (totals: ArrayLike<number>) => sumsAt(totals, massAt, mass.length);
  const noise = (totals: ArrayLike<number>) =>
    Array.from({ length: noiseColumns }, (_, column) => totals[noiseAt + column] as number);
  const scores: ProbabilitySums['scores'] = {
    brier: (totals) => ratio(totals[0] as number, count(totals)),
    reliability: (totals) => parts(totals)?.reliability ?? null,
    resolution: (totals) => parts(totals)?.resolution ?? null,
    uncertainty: (totals) => parts(totals)?.uncertainty ?? null,
    // where each bin holds one prediction, only rounding errors remain
    withinBin: (totals) => (ranks.length > exactUpTo ? (parts(totals)?.withinBin ?? null) : ratio(0, count(totals))),
    auroc: (totals) => aurocOfCounts(ranks.map((_, index) => countsAt(totals, ranksAt + 2 * index))),
    calibrationError: (totals) =>
      ratio(
        curve(totals).reduce((sum, { prediction, outcome }) => sum + Math.abs(prediction - outcome), 0),
        count(totals),
      ),
    signedBias: (totals) =>
      ratio(
        curve(totals).reduce((sum, { prediction, outcome }) => sum + prediction - outcome, 0),
        count(totals),
      ),
    noiseFloor: (totals) => noiseFloor(noise(totals)),
    noiseCorrectedSkill: (totals) => noiseCorrectedSkill(noise(totals)),
  };
  return { sumsOf, scores, count, repeatedCount: (totals) => totals[noiseAt] as number };
}

function countsAt(totals: ArrayLike<number>, at: number): OutcomeCounts {
  return { positive: totals[at] as number, negative: totals[at + 1] as number };
}

interface BinSums {
  readonly n: number;
  readonly prediction: number;
  readonly outcome: number;
}

function sumsAt(totals: ArrayLike<number>, from: number, length: number): readonly BinSums[] {
  return Array.from({ length }, (_, bin) => {
    const at = from + ofBin * bin;
    return { n: totals[at] as number, prediction: totals[at + 1] as number, outcome: totals[at + 2] as number };
  });
}

/** Returns Murphy's parts from sums, as `brierParts` does from points. */
function partsOf(sums: readonly BinSums[], squaredErrors: number): BrierParts | null {
  const n = sums.reduce((sum, each) => sum + each.n, 0);
  if (n === 0) return null;
  const brier = squaredErrors / n;
  const base = sums.reduce((sum, { outcome }) => sum + outcome, 0) / n;
  let reliability = 0;
  let resolution = 0;
  for (const { n: points, prediction, outcome } of sums) {
    if (points === 0) continue; // without a cluster, a bin may be empty
    reliability += (prediction - outcome) ** 2 / points / n;
    resolution += (points / n) * (outcome / points - base) ** 2;
  }
  const uncertainty = base * (1 - base);
  return { brier, reliability, resolution, uncertainty, withinBin: brier - (reliability - resolution + uncertainty) };
}

/**
 * Returns the highest prediction of each bin: one bin per prediction where there are at most `most`, else groups of
 * equal mass.
 */
function endsOf(points: readonly ForecastPoint[], most: number, groups = most): readonly number[] {
  const distinct = [...new Set(checkedPoints(points).map(({ prediction }) => prediction))];
  return distinct.length <= most ? distinct : equalMassGroups(points, groups).map(highest);
}

function highest(group: readonly ForecastPoint[]): number {
  return group.at(-1)?.prediction ?? 1;
}

/** Returns the bin of a prediction that is among those that the bins were built from. */
function placeOf(prediction: number, ends: readonly number[]): number {
  return ends.findIndex((end) => prediction <= end);
}

function addAt(tally: Float64Array, from: number, amounts: ArrayLike<number>): void {
  for (let column = 0; column < amounts.length; column += 1) {
    tally[from + column] = (tally[from + column] as number) + (amounts[column] as number);
  }
}
