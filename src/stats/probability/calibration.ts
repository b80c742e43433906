import { ratio } from '../basic/moments.ts';

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
export function checkedPoints(points: readonly ForecastPoint[]): ForecastPoint[] {
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

/** Returns mean(prediction) - mean(outcome), in [-1, 1]: above 0 = predictions too high. */
export function signedBias(points: readonly ForecastPoint[]): number | null {
  return ratio(
    points.reduce((sum, point) => sum + point.prediction - point.outcome, 0),
    points.length,
  );
}

/**
 * Returns the expected calibration error: sum over bins of n_k / n |mean prediction - mean outcome|, in [0, 1] (Naeini
 * et al. 2015). Biased upwards in small samples and dependent on the bins: secondary to Brier and its parts.
 */
export function expectedCalibrationError(points: readonly ForecastPoint[], bins = 10): number | null {
  const curve = calibrationCurve(points, bins);
  return ratio(
    curve.reduce((sum, bin) => sum + bin.n * Math.abs(bin.meanForecast - bin.meanOutcome), 0),
    points.length,
  );
}
