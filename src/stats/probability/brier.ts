import { ratio } from '../basic/moments.ts';
import { equalMassGroups, type ForecastPoint } from './calibration.ts';

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
export function squaredError({ prediction, outcome }: ForecastPoint): number {
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

/**
 * Returns Murphy's decomposition (1973): exact up to 11 distinct predictions (tenths from 0 to 1), over equal-mass bins
 * beyond.
 */
export function brierParts(points: readonly ForecastPoint[], bins = 10): BrierParts | null {
  const score = brier(points);
  if (score === null) return null;
  const distinct = new Set(points.map((point) => point.prediction)).size;
  const isExact = distinct <= Math.max(exactUpTo, bins);
  const groups = isExact ? byForecast(points) : equalMassGroups(points, bins);
  const n = points.length;
  const base = points.reduce((sum, point) => sum + point.outcome, 0) / n;
  let reliability = 0;
  let resolution = 0;
  for (const group of groups) {
    const prediction = group.reduce((sum, point) => sum + point.prediction, 0) / group.length;
    const outcome = group.reduce((sum, point) => sum + point.outcome, 0) / group.length;
    reliability += (group.length / n) * (prediction - outcome) ** 2;
    resolution += (group.length / n) * (outcome - base) ** 2;
  }
  const uncertainty = base * (1 - base);
  const withinBin = isExact ? 0 : score - (reliability - resolution + uncertainty);
  return { brier: score, reliability, resolution, uncertainty, withinBin };
}

function byForecast(points: readonly ForecastPoint[]): readonly ForecastPoint[][] {
  return [...Map.groupBy(points, (point) => point.prediction).values()];
}
