import { normalQuantile } from '../basic/quantiles.ts';
import type { Confusion } from './confusion.ts';

/** Signal detection: how well predictions separate yes from no, and their tendency toward yes. */
export interface Detection {
  /** z(H) - z(F), in standard deviations; 0 = does not discriminate. */
  readonly dPrime: number;
  /** -(z(H) + z(F)) / 2, in standard deviations; above 0 = predicts "no" too readily. */
  readonly criterion: number;
}

/**
 * Returns d' and criterion c (Green and Swets 1966) with the log-linear correction H = (hits + .5) / (n1 + 1) (Hautus
 * 1995). Assumes equal-variance normal evidence. Null without positives or without negatives.
 */
export function detection(counts: Confusion): Detection | null {
  const positives = counts.truePositive + counts.falseNegative;
  const negatives = counts.falsePositive + counts.trueNegative;
  if (positives === 0 || negatives === 0) return null;
  const hits = normalQuantile((counts.truePositive + 0.5) / (positives + 1));
  const alarms = normalQuantile((counts.falsePositive + 0.5) / (negatives + 1));
  return { dPrime: hits - alarms, criterion: -(hits + alarms) / 2 };
}
