import { seededRandom, shuffled } from '../util/random.ts';
import { clusterBootstrapAll } from './bootstrap.ts';
import type { Interval } from './intervals.ts';
import { totalsOf } from './resample.ts';
import type { CrossTallies } from './self-advantage.ts';

export interface BestOther {
  /** Which predictor was best on the first and on the second half. */
  readonly chosen: readonly [number, number];
  /** The chosen predictors' measure, each on the half that did not choose it. */
  readonly other: number;
  /** The target's own measure on all clusters. */
  readonly own: number;
  /** own - other, its interval given the choice. */
  readonly difference: number;
  readonly interval: Interval | null;
}

/**
 * The best other predictor of `target`, chosen on one random half of the clusters and scored on the other, both ways
 * round (cross-fitting: no predictor is scored where it was chosen). Null where nothing can be chosen or scored.
 */
export function bestOther(tallies: CrossTallies, target: number): BestOther | null {
  const { clusters, models, columns, measure, seed } = tallies;
  const first = new Set(shuffled([...clusters.keys()], seededRandom('best-other', seed)).slice(clusters.length / 2));
  const half = (inFirst: boolean) => clusters.filter((_, index) => first.has(index) === inFirst);
  const offsetOf = (predictor: number) => (predictor * models + target) * columns;
  const choose = (inFirst: boolean): number | null => {
    const totals = totalsOf(half(inFirst));
    if (totals.length === 0) return null;
    let best: { readonly predictor: number; readonly value: number } | null = null;
    for (let predictor = 0; predictor < models; predictor += 1) {
      if (predictor === target) continue;
      const value = measure(totals, offsetOf(predictor));
      if (value !== null && (best === null || value > best.value)) best = { predictor, value };
    }
    return best?.predictor ?? null;
  };
  const [byFirst, bySecond] = [choose(true), choose(false)];
  if (byFirst === null || bySecond === null) return null;
  const cell = (cluster: ArrayLike<number>, predictor: number) =>
    Array.from({ length: columns }, (_, column) => cluster[offsetOf(predictor) + column] as number);
  const pairs = clusters.map((cluster, index) => [
    ...cell(cluster, target),
    ...cell(cluster, first.has(index) ? bySecond : byFirst),
  ]);
  const values = (totals: Float64Array) => {
    const [own, other] = [measure(totals, 0), measure(totals, columns)];
    return [own, other, own === null || other === null ? null : own - other];
  };
  const [own, other, difference] = values(totalsOf(pairs));
  if (own == null || other == null || difference == null) return null;
  const interval = clusterBootstrapAll({ ...tallies, clusters: pairs, values })[2] ?? null;
  return { chosen: [byFirst, bySecond], other, own, difference, interval };
}
