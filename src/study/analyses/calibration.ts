import type { Quantity } from '../../results/quantity.ts';
import type { Calibration, Deviation, Reliability } from '../../results/study-result.ts';
import { estimateAll } from '../../stats/jackknife.ts';
import type { CalibrationSamples } from './rows.ts';

/** Computes calibration of each predictor on each target in each group. */
export function calibrations(rows: readonly CalibrationSamples[]): readonly Calibration[] {
  const key = ({ predictor, target, group }: CalibrationSamples) => JSON.stringify([predictor, target, group]);
  return [...Map.groupBy(rows, key).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { predictor, target, group } = first;
    return [{ predictor, target, group, deviation: deviationOf(own) }];
  });
}

/** The share of one value in samples of one row, each in [0, 1]. */
interface SharePoint {
  readonly cluster: string;
  /** In executions that did not choose the value. */
  readonly observed: number;
  /** In all predictions. */
  readonly predicted: number;
  /** In equally many predictions and further executions. */
  readonly matched: { readonly predicted: number; readonly repeated: number };
}

/** Parts of the executions of a row, of which one chooses the values, one is observed, and one stands for predictions. */
const parts = 3;
const rotations = [0, 1, 2] as const;

/**
 * Returns the points of a row: its most frequent values in one part of the executions, two of a binary property and three of
 * others, with their shares elsewhere. A value that was chosen for its frequency has too high a share in the part that
 * chose it. Empty without a prediction or with fewer than three executions.
 */
export function sharePoints(row: CalibrationSamples, rotation: (typeof rotations)[number]): readonly SharePoint[] {
  const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase());
  const [predictions, executions] = [lower(row.predictions), lower(row.executions)];
  if (predictions.length === 0 || executions.length < parts) return [];
  const part = (place: number) => executions.filter((_, index) => index % parts === (rotation + place) % parts);
  const [choosing, observed, others] = [part(0), part(1), part(2)];
  const n = Math.min(predictions.length, others.length);
  const said = Array.from(
    { length: n },
    (_, index) => predictions[(rotation * n + index) % predictions.length] as string,
  );
  const repeated = others.slice(0, n);
  return commonest(choosing, row.binary ? 2 : 3).map((value) => ({
    cluster: row.cluster,
    observed: shareOf(value, observed),
    predicted: shareOf(value, predictions),
    matched: { predicted: shareOf(value, said), repeated: shareOf(value, repeated) },
  }));
}

/** Returns the most frequent values, equal ones in alphabetical order. */
function commonest(values: readonly string[], count: number): readonly string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([value]) => value);
}

function shareOf(value: string, samples: readonly string[]): number {
  return samples.filter((each) => each === value).length / samples.length;
}

/** Maximum number of bins of a deviation. */
const maxBins = 10;

/**
 * Returns the mean absolute deviation of predicted from observed shares in percentage points: the unweighted mean over at
 * most ten equal-count bins of the observed share of 100 |mean observed - mean predicted| (Binder et al., arXiv 2410.13787,
 * section 4). It is above 0 even for a perfect predictor, whose deviation is that of further executions in place of as
 * many predictions; the excess over it has expectation 0 for a perfect predictor. Means over the three ways to assign the
 * parts of the executions; jackknife over strings, with the bins fixed.
 */
export function deviationOf(rows: readonly CalibrationSamples[]): Deviation {
  const points = rotations.map((rotation) => rows.flatMap((row) => sharePoints(row, rotation)));
  const bins = points.map((own) => binsOf(own.map(({ observed }) => observed)));
  const width = 3 * maxBins;
  const tallies = new Map<string, Float64Array>();
  for (const rotation of rotations) {
    for (const { cluster, observed, matched } of points[rotation] ?? []) {
      const tally = tallies.get(cluster) ?? new Float64Array(width * rotations.length);
      tallies.set(cluster, tally);
      const place = width * rotation + 3 * (bins[rotation]?.get(observed) ?? 0);
      const added = [1, observed - matched.predicted, observed - matched.repeated];
      for (const [column, value] of added.entries()) tally[place + column] = (tally[place + column] ?? 0) + value;
    }
  }
  const mad = (totals: Float64Array, column: 1 | 2) => {
    let sum = 0;
    for (const rotation of rotations) {
      const found: number[] = [];
      for (let place = width * rotation; place < width * (rotation + 1); place += 3) {
        const n = totals[place] ?? 0;
        if (n > 0) found.push((100 * Math.abs(totals[place + column] ?? 0)) / n);
      }
      if (found.length < 2) return null;
      sum += found.reduce((all, each) => all + each, 0) / found.length;
    }
    return sum / rotations.length;
  };
  const clusters = [...tallies.values()];
  const [predicted, repeated, excess] = estimateAll({ clusters, n: clusters.length }, (totals) => {
    const [one, other] = [mad(totals, 1), mad(totals, 2)];
    return [one, other, one === null || other === null ? null : one - other];
  }) as readonly [Quantity, Quantity, Quantity];
  const samples = rows.map(({ predictions, executions }) =>
    Math.min(predictions.length, Math.floor(executions.length / parts)),
  );
  return {
    ...{ predictions: Math.min(...samples), n: clusters.length, mad: predicted.value, perfect: repeated.value },
    ...{ excess: excess.value, interval: excess.interval },
  };
}

/** Returns the bin of each share: at most ten bins of about equally many points; equal shares are in one bin. */
export function binsOf(shares: readonly number[]): ReadonlyMap<number, number> {
  const bins = new Map<number, number>();
  let [bin, taken] = [0, 0];
  for (const [share, own] of [...Map.groupBy(shares, (each) => each)].toSorted(([a], [b]) => a - b)) {
    if (taken > 0 && taken * maxBins >= (bin + 1) * shares.length) bin += 1;
    bins.set(share, bin);
    taken += own.length;
  }
  return bins;
}

/** Bins of equal width of the predicted share. */
const reliabilityBins = 10;

/** Computes the reliability curve of each predictor on each target: observed shares by predicted share; no empty bins. */
export function reliabilities(rows: readonly CalibrationSamples[]): readonly Reliability[] {
  const key = ({ predictor, target }: CalibrationSamples) => JSON.stringify([predictor, target]);
  return [...Map.groupBy(rows, key).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const points = own.flatMap((row) => sharePoints(row, 0));
    const byBin = Map.groupBy(points, ({ predicted }) =>
      Math.min(reliabilityBins - 1, Math.floor(predicted * reliabilityBins)),
    );
    const bins = [...byBin]
      .toSorted(([a], [b]) => a - b)
      .map(([, inBin]) => {
        const meanOf = (share: 'predicted' | 'observed') =>
          inBin.reduce((sum, point) => sum + point[share], 0) / inBin.length;
        return { n: inBin.length, predicted: meanOf('predicted'), observed: meanOf('observed') };
      });
    return [{ predictor: first.predictor, target: first.target, bins }];
  });
}
