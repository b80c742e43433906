import { ratio } from '../basic/moments.ts';
import { noiseColumns, noiseCorrectedSkill, noiseFloor, noiseTally } from '../basic/noise-ceiling.ts';
import { aurocOfCounts, type OutcomeCounts } from './auroc.ts';
import { type BrierParts, exactUpTo, squaredError } from './brier.ts';
import { checkedPoints, equalMassGroups, type ForecastPoint } from './calibration.ts';

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
export interface ProbabilityTallies {
  readonly tallyOf: (points: readonly RepeatedPoint[]) => Float64Array;
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
export function probabilityTallies(points: readonly RepeatedPoint[]): ProbabilityTallies {
  const murphy = endsOf(points, exactUpTo, bins);
  const mass = equalMassGroups(points, bins).map(highest);
  const ranks = endsOf(points, levels);
  const massAt = 1 + ofBin * murphy.length;
  const ranksAt = massAt + ofBin * mass.length;
  const noiseAt = ranksAt + 2 * ranks.length;
  const tallyOf = (some: readonly RepeatedPoint[]) => {
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
  const scores: ProbabilityTallies['scores'] = {
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
  return { tallyOf, scores, count, repeatedCount: (totals) => totals[noiseAt] as number };
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
