import { equalMassGroups } from '../../stats/probability/calibration.ts';
import type { SharePoint } from './points.ts';

/** Largest number of bins. */
export const maxBins = 10;

/**
 * Mean absolute deviation in percentage points: the unweighted mean over at most ten equal-count bins of the executed
 * share of 100 |mean executed - mean predicted| (Binder et al., arXiv 2410.13787, section 4). Equal executed shares stay
 * in one bin. Null with fewer than two bins. It is above 0 even for a perfect predictor: read it with its excess.
 */
export function meanAbsoluteDeviation(points: readonly SharePoint[]): number | null {
  const bins = equalMassGroups(
    points.map(({ executed, predicted }) => ({ forecast: executed, outcome: predicted })),
    maxBins,
  );
  if (bins.length < 2) return null;
  let sum = 0;
  for (const bin of bins) {
    let distance = 0;
    for (const { forecast, outcome } of bin) distance += forecast - outcome;
    sum += Math.abs(distance) / bin.length;
  }
  return (100 * sum) / bins.length;
}
