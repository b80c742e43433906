import { pearson } from '../../../stats/correlation.ts';
import { drawQuantile } from '../../../stats/distributions.ts';
import { mean } from '../../../stats/moments.ts';
import type { CalibrationSamples } from '../rows.ts';
import { type CodedRow, codedRows } from './coded-rows.ts';
import { deviationsOf } from './deviations.ts';
import { perfectDifferences } from './perfect-predictor.ts';
import { sharePoints } from './points.ts';
import { type ReliabilityBin, reliabilityOf } from './reliability.ts';
import { jensenShannon, shareBrier } from './share-scores.ts';

/** Deviation at one number of sampled predictions, next to that of a perfect predictor with the same samples. */
export interface Deviation {
  readonly predictions: number;
  /** Rows with at least this many predictions. */
  readonly n: number;
  /** In percentage points; null with fewer than two bins. */
  readonly mad: number | null;
  /**
   * What a perfect predictor would have on average: the deviation of the target's own executions, and what a perfect
   * predictor has beyond it at these numbers of samples.
   */
  readonly perfect: number | null;
  /** MAD minus that of a perfect predictor. */
  readonly excess: number | null;
  /**
   * 95 % interval of the excess, by permutation of executions and predictions within rows; for a perfect predictor it
   * holds 0 in 95 % of samples.
   */
  readonly interval: readonly [number, number] | null;
}

/** Predicted and observed shares of one predictor's values of one target, over all groups. */
interface Reliability {
  readonly predictor: string;
  readonly target: string;
  readonly bins: readonly ReliabilityBin[];
}

/** Computes the reliability curve of each predictor on each target. */
export function reliabilities(rows: readonly CalibrationSamples[]): readonly Reliability[] {
  const key = ({ predictor, target }: CalibrationSamples) => JSON.stringify([predictor, target]);
  return [...Map.groupBy(rows, key).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [{ predictor: first.predictor, target: first.target, bins: reliabilityOf(codedRows(own)) }];
  });
}

/** How closely the shares of one predictor's sampled predictions match those of the target's sampled executions. */
interface Calibration {
  readonly predictor: string;
  readonly target: string;
  readonly group: string;
  /** Deviation at the number of predictions that every row has. */
  readonly deviation: Deviation;
  /** Deviations at 1, 2, 5, 10 and 20 predictions, up to the available number. */
  readonly curve: readonly Deviation[];
  /** Pearson correlation of the points; null where it is undefined. */
  readonly correlation: number | null;
  readonly brier: number | null;
  /** In bits. */
  readonly jensenShannon: number | null;
}

const curveSizes = [1, 2, 5, 10, 20];
/** Draws of a perfect predictor's samples. */
const draws = 400;

/** Computes calibration of each predictor on each target in each group. */
export function calibrations(rows: readonly CalibrationSamples[], seed: number): readonly Calibration[] {
  const key = ({ predictor, target, group }: CalibrationSamples) => JSON.stringify([predictor, target, group]);
  return [...Map.groupBy(rows, key).values()].map((own) => calibrate(own, seed));
}

function calibrate(rows: readonly CalibrationSamples[], seed: number): Calibration {
  const [{ predictor, target, group }] = rows as readonly [CalibrationSamples, ...CalibrationSamples[]]; // a group has rows
  const coded = codedRows(rows);
  const points = coded.flatMap(sharePoints);
  const fewest = coded.reduce((least, row) => Math.min(least, row.predictions.length), Number.POSITIVE_INFINITY);
  const sizes = curveSizes.filter((size) => rows.some(({ predictions }) => predictions.length >= size));
  const x = points.map(({ executed }) => executed);
  const y = points.map(({ predicted }) => predicted);
  return {
    predictor,
    target,
    group,
    deviation: deviationOf(codedRows(rows, Number.isFinite(fewest) ? fewest : 1), fewest, { seed, draws }),
    curve: sizes.map((size) => deviationOf(codedRows(rows, size), size, { seed, draws })),
    correlation: pearson(x, y)?.value ?? null,
    brier: shareBrier(coded),
    jensenShannon: jensenShannon(coded),
  };
}

/** Computes the deviation of rows that all have the given number of predictions. */
export function deviationOf(
  rows: readonly CodedRow[],
  predictions: number,
  { seed, draws }: { readonly seed: number; readonly draws: number },
): Deviation {
  const n = rows.length;
  const found = deviationsOf(rows);
  const mad = found?.predicted ?? null;
  const reference = found === null ? new Float64Array(0) : perfectDifferences(rows, { draws, seed });
  const expected = mean(reference);
  if (found === null || mad === null || expected === null) {
    return { predictions, n, mad, perfect: null, excess: null, interval: null };
  }
  // Both sides of the difference have the same executions, whose chance deviations cancel.
  const difference = mad - found.own;
  const interval = [difference - drawQuantile(reference, 0.975), difference - drawQuantile(reference, 0.025)] as const;
  return { predictions, n, mad, perfect: found.own + expected, excess: difference - expected, interval };
}
