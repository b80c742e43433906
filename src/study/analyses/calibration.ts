import { mean } from '../../stats/basic/moments.ts';
import { drawQuantile } from '../../stats/basic/quantiles.ts';
import type { Calibration, Deviation, Reliability } from '../study-result.ts';
import type { CalibrationSamples } from './rows.ts';
import {
  type CodedRow,
  codedRows,
  deviationsOf,
  halfOf,
  perfectDifferences,
  ranking,
  tallyHalves,
} from './share-deviation.ts';

/** Computes the reliability curve of each predictor on each target. */
export function reliabilities(rows: readonly CalibrationSamples[]): readonly Reliability[] {
  const key = ({ predictor, target }: CalibrationSamples) => JSON.stringify([predictor, target]);
  return [...Map.groupBy(rows, key).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [{ predictor: first.predictor, target: first.target, bins: reliabilityOf(codedRows(own)) }];
  });
}

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
  const fewest = coded.reduce((least, row) => Math.min(least, row.predictions.length), Number.POSITIVE_INFINITY);
  return {
    predictor,
    target,
    group,
    deviation: deviationOf(codedRows(rows, Number.isFinite(fewest) ? fewest : 1), fewest, { seed, draws }),
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

/** The share of one value in the executions and in the predictions of one row, both in [0, 1]. */
interface SharePoint {
  readonly executed: number;
  readonly predicted: number;
}

/**
 * Returns a row's points. Values are ranked on the first half of the executions and their shares are taken from the
 * second: a value that was chosen for its frequency has too high a share in the executions that chose it.
 */
export function sharePoints(row: CodedRow): readonly SharePoint[] {
  const halves = tallyHalves(row, halfOf(row.executions.length));
  return ranking(halves.first, row.ranks).map((value) => ({
    executed: (halves.second[value] as number) / halves.seconds,
    predicted: (halves.predicted[value] as number) / row.predictions.length,
  }));
}

const bins = 10;

/**
 * Returns the reliability curve of rows: points of each row's most frequent values in ten bins of equal width of the
 * predicted share; empty bins are left out.
 */
export function reliabilityOf(rows: readonly CodedRow[]): Reliability['bins'] {
  const sums = Array.from({ length: bins }, () => ({ n: 0, predicted: 0, observed: 0 }));
  for (const { executed, predicted } of rows.flatMap(sharePoints)) {
    const sum = sums[Math.min(bins - 1, Math.floor(predicted * bins))] as (typeof sums)[number]; // a share is at most 1
    sum.n += 1;
    sum.predicted += predicted;
    sum.observed += executed;
  }
  return sums.flatMap(({ n, predicted, observed }) =>
    n === 0 ? [] : [{ n, predicted: predicted / n, observed: observed / n }],
  );
}
