import { tCritical } from '../basic/student.ts';
import type { Estimate } from './jackknife.ts';
import { type Bounds, type BoundsOrReason, known, reasons, withheld } from './known.ts';

/** One-sided error of the rungs, and of each end of a 95 % interval. */
export const tail = 0.025;

/** Lowest and highest value that a statistic can have. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the interval value ± t(df) se, cut at the scale. */
export function tBounds({ value, se, df }: Estimate, scale?: Scale): BoundsOrReason {
  if (se === null) return withheld(df < 1 ? reasons.clusters : reasons.undefinedStatistic);
  if (se === 0) return withheld(reasons.variation);
  const half = tCritical(tail, df) * se;
  return known(cut([value - half, value + half], scale));
}

function cut([low, high]: Bounds, scale: Scale | undefined): Bounds {
  return scale === undefined ? [low, high] : [Math.max(scale.lowest, low), Math.min(scale.highest, high)];
}

/**
 * Returns the Wilson interval (1927) of a share in [0, 1] at its effective number of trials, with the quantile of t for
 * that of the normal: m = min(trials, v (1 - v) / se²), and m = clusters where se = 0 or v is 0 or 1. It is for shares
 * of yes/no trials and for AUROC, whose jackknife is too narrow near 0 and 1.
 */
export function shareBounds({ value, se, df }: Estimate, trials: number): BoundsOrReason {
  if (df < 1) return withheld(reasons.clusters);
  const inside = value > 0 && value < 1;
  if (se === null && inside) return withheld(reasons.undefinedStatistic);
  const isKnown = se !== null && se > 0 && inside;
  const m = isKnown ? Math.min(trials, (value * (1 - value)) / se ** 2) : df + 1;
  const t = tCritical(tail, df);
  const scale = 1 + (t * t) / m;
  const center = (value + (t * t) / (2 * m)) / scale;
  const half = (t / scale) * Math.sqrt((value * (1 - value)) / m + (t * t) / (4 * m * m));
  return known([value <= 0 ? 0 : Math.max(0, center - half), value >= 1 ? 1 : Math.min(1, center + half)]);
}

/** Clusters that decide whether a correlation of two yes/no variables has an interval. */
export interface VaryingClusters {
  /** Clusters that have the rarer outcome. */
  readonly rarerOutcome: number;
  /** Clusters with a wrong prediction. */
  readonly withError: number;
}

/**
 * Returns the interval of kappa or of the Matthews correlation by Fisher's z (1921): tanh(atanh v ± t se / (1 - v²)).
 * Withheld below 10 clusters of the rarer outcome and below 5 clusters with an error, where it would be too narrow.
 */
export function correlationBounds(estimate: Estimate, { rarerOutcome, withError }: VaryingClusters): BoundsOrReason {
  const { value, se, df } = estimate;
  if (rarerOutcome < 10) return withheld(reasons.rareOutcome);
  if (withError < 5) return withheld(reasons.fewErrors);
  if (se === null || se === 0 || Math.abs(value) >= 1) return tBounds(estimate, { lowest: -1, highest: 1 });
  const z = Math.atanh(value);
  const half = (tCritical(tail, df) * se) / (1 - value * value);
  return known([Math.tanh(z - half), Math.tanh(z + half)]);
}
