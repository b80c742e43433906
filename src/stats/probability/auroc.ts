import { ratio } from '../basic/moments.ts';
import { checkedPoints, type ForecastPoint } from './calibration.ts';

/** Outcomes at one predicted value; fractional where an outcome is a share. */
export interface OutcomeCounts {
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
