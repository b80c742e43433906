import { seededRandom, shuffled } from '../../util/random.ts';
import { totalsOf } from '../resampling/resample.ts';
import type { FormEstimates, MatrixClusters } from './advantage-forms.ts';

/** Blocks of clusters in each half for the jackknife: with more, the error hardly changes. */
const blocks = 10;

/**
 * Returns how much better each model's prediction fits itself than that of its closest other predictor does, then the
 * mean over models. The closest is the other model whose predictions fit the target best on one random half of the
 * clusters; both are scored on the other half, in both directions. Standard errors: jackknife over blocks of clusters
 * with the choice fixed (Tukey 1958). Null where a cell is undefined, and with fewer than two clusters per block.
 */
export function closestOthers(matrix: MatrixClusters, seed: number): FormEstimates {
  const { clusters, models, cells } = matrix;
  const none = new Array<null>(models + 1).fill(null);
  if (models < 2 || clusters.length < 4 * blocks) return none;
  const order = shuffled([...clusters.keys()], seededRandom('closest-other', seed));
  const parts = Array.from({ length: 2 * blocks }, (_, part) =>
    totalsOf(
      order.filter((_, turn) => turn % (2 * blocks) === part).map((position) => clusters[position] as Float64Array),
    ),
  );
  const halves = [0, 1].map((half) => totalsOf(parts.filter((_, part) => part % 2 === half)));
  const scores = halves.map((totals) => cells(totals).slice());
  const chosen = scores.map((half) => Array.from({ length: models }, (_, target) => closestIn(half, models, target)));
  const differences = (half: number, found: Float64Array) =>
    Array.from({ length: models }, (_, target) => {
      const other = chosen[1 - half]?.[target] as number;
      return (found[target * models + target] as number) - (found[other * models + target] as number);
    });
  const whole = scores.map((found, half) => differences(half, found));
  const values = withMean(average(whole));
  const left = parts.map((part, position) => {
    const half = position % 2;
    const rest = (halves[half] as Float64Array).map((sum, column) => sum - (part[column] as number));
    const moved = differences(half, cells(rest));
    return withMean(average(whole.map((own, index) => (index === half ? moved : own))));
  });
  return values.map((value, position) => {
    const mean = left.reduce((sum, each) => sum + (each[position] as number), 0) / left.length;
    const squares = left.reduce((sum, each) => sum + ((each[position] as number) - mean) ** 2, 0);
    // Each half loses one of its own blocks, and the halves are independent.
    const error = Math.sqrt(((blocks - 1) / blocks) * squares);
    return Number.isFinite(value) && error > 0 ? { value, error, degrees: 2 * (blocks - 1) } : null;
  });
}

function closestIn(cells: Float64Array, models: number, target: number): number {
  let best = target === 0 ? 1 : 0;
  for (let predictor = 0; predictor < models; predictor += 1) {
    if (predictor === target) continue;
    if ((cells[predictor * models + target] as number) > (cells[best * models + target] as number)) best = predictor;
  }
  return best;
}

function average(halves: readonly (readonly number[])[]): readonly number[] {
  const [one = [], other = []] = halves;
  return one.map((value, index) => (value + (other[index] as number)) / 2);
}

function withMean(values: readonly number[]): readonly number[] {
  return [...values, values.reduce((sum, value) => sum + value, 0) / values.length];
}
