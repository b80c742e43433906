import { LruCache } from '../../util/lru-cache.ts';
import { randomInteger, seededRandom } from '../../util/random.ts';

/** Maximum number of units to resample; more clusters are pooled at random into this many batches. */
export const mostResampled = 1024;

/** What is drawn, by index: shared by all tallies with the same number of clusters, and so by measures, models and pairs. */
export interface Resampling {
  /** Number of clusters, or of batches of them. */
  readonly units: number;
  readonly resamples: number;
  /** The batch of each cluster; null where clusters are drawn directly. */
  readonly batchOf: Uint16Array | null;
  /** How often a resample contains a unit, at most 255 times: draw d and unit u at d * units + u. */
  readonly times: Uint8Array;
}

interface Drawing {
  readonly resamples: number;
  readonly seed: number;
}

const recentDraws = new LruCache<Uint8Array>(4); // one takes up to 20 MB: 20,000 resamples of 1,024 units
const recentBatches = new LruCache<Uint16Array>(4);

/** Returns seeded draws with replacement. Cached, because creating them takes as long as using them once. */
export function resamplingOf(clusters: number, { resamples, seed }: Drawing): Resampling {
  const units = Math.min(clusters, mostResampled);
  const times = recentDraws.get(JSON.stringify([units, resamples, seed]), () => drawn(units, { resamples, seed }));
  const batchOf = clusters <= mostResampled ? null : recentBatches.get(JSON.stringify([clusters, seed]), () => batches(clusters, seed)); // biome-ignore format: short
  return { units, resamples, batchOf, times };
}

/** A byte holds each count: that 1,024 draws contain one of 1,024 units 256 times has a probability below 1e-500. */
function drawn(units: number, { resamples, seed }: Drawing): Uint8Array {
  const random = seededRandom('cluster-bootstrap', seed);
  const times = new Uint8Array(resamples * units);
  for (let draw = 0; draw < resamples; draw += 1) {
    for (let taken = 0; taken < units; taken += 1) {
      const index = draw * units + randomInteger(random, units);
      times[index] = (times[index] as number) + 1;
    }
  }
  return times;
}

/** Returns the batch of each cluster: the clusters in random order, assigned in turn. */
function batches(clusters: number, seed: number): Uint16Array {
  const random = seededRandom('cluster-batches', seed);
  const order = Uint32Array.from({ length: clusters }, (_, cluster) => cluster);
  const batchOf = new Uint16Array(clusters);
  for (let left = clusters; left > 0; left -= 1) {
    const chosen = randomInteger(random, left);
    batchOf[order[chosen] as number] = left % mostResampled;
    order[chosen] = order[left - 1] as number;
  }
  return batchOf;
}
