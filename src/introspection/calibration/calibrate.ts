import type { Interval } from '../../stats/basic/intervals.ts';
import { mean } from '../../stats/basic/moments.ts';
import { drawQuantile } from '../../stats/basic/quantiles.ts';
import { pearson } from '../../stats/order/correlation.ts';
import type { CalibrationSamples } from '../rows.ts';
import { meanAbsoluteDeviation } from './mad.ts';
import { perfectDeviations } from './perfect-predictor.ts';
import { type CodedRow, codedRows, sharePoints } from './points.ts';
import { jensenShannon, shareBrier } from './share-scores.ts';

/** Deviation at one number of sampled predictions, beside that of a perfect predictor with the same samples. */
export interface Deviation {
  readonly predictions: number;
  /** Rows that have at least so many predictions. */
  readonly n: number;
  /** In percentage points; null with fewer than two bins. */
  readonly mad: number | null;
  /** What a perfect predictor would have on average. */
  readonly perfect: number | null;
  /** MAD less that of a perfect predictor. */
  readonly excess: number | null;
  /** MAD less the perfect predictor's 97.5 % and 2.5 % quantiles: it holds 0 where a perfect predictor could have this MAD. */
  readonly interval: Interval | null;
}

/** How far one predictor's sampled predictions have the shares of the target's sampled executions. */
export interface Calibration {
  readonly predictor: string;
  readonly target: string;
  readonly group: string;
  /** At all predictions that every row has. */
  readonly deviation: Deviation;
  /** At 1, 2, 5, 10 and 20 predictions, as far as there are so many. */
  readonly curve: readonly Deviation[];
  /** Pearson's correlation of the points; null where it is undefined. */
  readonly correlation: number | null;
  readonly brier: number | null;
  /** In bits. */
  readonly jensenShannon: number | null;
}

/** How many perfect predictors are drawn. */
export interface CalibrationOptions {
  readonly seed: number;
  /** 400 unless set. */
  readonly draws?: number;
}

const curveSizes = [1, 2, 5, 10, 20];

/** Computes calibration of each predictor on each target in each group. */
export function calibrations(rows: readonly CalibrationSamples[], options: CalibrationOptions): readonly Calibration[] {
  const key = ({ predictor, target, group }: CalibrationSamples) => JSON.stringify([predictor, target, group]);
  return [...Map.groupBy(rows, key).values()].map((own) => calibrate(own, options));
}

function calibrate(rows: readonly CalibrationSamples[], options: CalibrationOptions): Calibration {
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
    deviation: deviationOf(codedRows(rows, Number.isFinite(fewest) ? fewest : 1), fewest, options),
    curve: sizes.map((size) => deviationOf(codedRows(rows, size), size, options)),
    correlation: pearson(x, y)?.value ?? null,
    brier: shareBrier(coded),
    jensenShannon: jensenShannon(coded),
  };
}

/** Computes the deviation of rows that all have the given number of predictions. */
export function deviationOf(
  rows: readonly CodedRow[],
  predictions: number,
  { seed, draws = 400 }: CalibrationOptions,
): Deviation {
  const mad = rows.length === 0 ? null : meanAbsoluteDeviation(rows.flatMap(sharePoints));
  const reference = mad === null ? new Float64Array(0) : perfectDeviations(rows, { draws, seed });
  const perfect = mean(reference);
  const n = rows.length;
  if (mad === null || perfect === null) return { predictions, n, mad, perfect: null, excess: null, interval: null };
  const interval = {
    low: mad - drawQuantile(reference, 0.975),
    high: mad - drawQuantile(reference, 0.025),
    level: 0.95,
    method: 'parametric bootstrap of a perfect predictor',
    seed,
  };
  return { predictions, n, mad, perfect, excess: mad - perfect, interval };
}
