import { LruCache } from '../../util/lru-cache.ts';
import { randomInteger, seededRandom } from '../../util/random.ts';

/** Maximum number of units to resample; more clusters are pooled at random into this many batches. */
export const mostResampled = 1024;

/** What is drawn, by index: shared by all tallies with the same number of clusters, and so by measures, models and pairs. */
export interface Resampling {
  /** Number of clusters, or of batches of them. */
  readonly units: number;
  readonly resamples: number;
  /** The clusters in random order, assigned to the batches in turn; null where clusters are drawn directly. */
  readonly dealt: Uint32Array | null;
  /** How often a resample contains a unit: draw d and unit u at d * units + u. */
  readonly times: Uint16Array;
}

interface Drawing {
  readonly resamples: number;
  readonly seed: number;
}

const recentDraws = new LruCache<Uint16Array>(4); // one takes 4 MB with 1,024 units
const recentDeals = new LruCache<Uint32Array>(4);

/** Returns seeded draws with replacement. Cached, because creating them takes as long as using them once. */
export function resamplingOf(clusters: number, { resamples, seed }: Drawing): Resampling {
  const units = Math.min(clusters, mostResampled);
  const times = recentDraws.get(JSON.stringify([units, resamples, seed]), () => drawn(units, { resamples, seed }));
  const dealt = clusters <= mostResampled ? null : recentDeals.get(JSON.stringify([clusters, seed]), () => dealtOut(clusters, seed)); // biome-ignore format: short
  return { units, resamples, dealt, times };
}

function drawn(units: number, { resamples, seed }: Drawing): Uint16Array {
  const random = seededRandom('cluster-bootstrap', seed);
  const times = new Uint16Array(resamples * units);
  for (let draw = 0; draw < resamples; draw += 1) {
    for (let taken = 0; taken < units; taken += 1) {
      const place = draw * units + randomInteger(random, units);
      times[place] = (times[place] as number) + 1;
    }
  }
  return times;
}

function dealtOut(clusters: number, seed: number): Uint32Array {
  const random = seededRandom('cluster-batches', seed);
  const dealt = Uint32Array.from({ length: clusters }, (_, cluster) => cluster);
  for (let left = clusters; left > 0; left -= 1) {
    const chosen = randomInteger(random, left);
    const cluster = dealt[chosen] as number;
    dealt[chosen] = dealt[left - 1] as number;
    dealt[left - 1] = cluster;
  }
  return dealt.reverse();
}
