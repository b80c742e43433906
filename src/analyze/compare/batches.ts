import { mostResampled } from '../../stats/resampling/resampling.ts';
import { seededRandom, shuffled } from '../../util/random.ts';

/** Returns each cluster's index, or the index of its random batch if there are too many clusters to resample. */
export function batches(clusters: readonly number[], seed: number): readonly number[] {
  const distinct = [...new Set(clusters)];
  if (distinct.length <= mostResampled) return clusters;
  const order = shuffled(distinct, seededRandom('batches', seed));
  const batch = new Map(order.map((cluster, index) => [cluster, index % mostResampled]));
  return clusters.map((cluster) => batch.get(cluster) ?? 0);
}
