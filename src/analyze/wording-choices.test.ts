import { describe, expect, it } from 'vitest';
import type { Measure } from '../domain/measure.ts';
import { seededRandom } from '../util/random.ts';
import { chosenGain } from './wording-choices.ts';

/** Share of right units of tallies [right, all]. */
const share: Measure = {
  name: 'share',
  kind: 'binary',
  unit: 'share',
  value: (totals) => (totals[0] as number) / (totals[1] as number),
  n: (totals) => totals[1] as number,
};

/** Returns wordings with these probabilities of a right answer, on 100 clusters of one unit. */
function wordings(rates: readonly number[], seed: number) {
  const random = seededRandom('wordings', seed);
  return rates.map((rate, index) => ({
    wording: `w${index}`,
    clusters: new Map(
      Array.from({ length: 100 }, (_, item) => [`i${item}`, Float64Array.of(Number(random() < rate), 1)]),
    ),
  }));
}

describe('chosenGain', () => {
  const seeds = Array.from({ length: 1_000 }, (_, seed) => seed);

  it('finds no gain on average where all wordings are equal, although the best of them on the same items seems better', () => {
    const gains = seeds.map((seed) => chosenGain(wordings([0.6, 0.6, 0.6, 0.6], seed), share));
    const average = gains.reduce((sum, { gain }) => sum + (gain ?? Number.NaN), 0) / seeds.length;
    expect(Math.abs(average)).toBeLessThan(0.012); // far more than three standard errors of a mean of 1,000 gains
    const found = gains.filter(({ interval }) => interval !== null && interval[0] > 0).length;
    expect(found / seeds.length).toBeLessThanOrEqual(0.05);
    const naive = seeds.map((seed) => {
      const scores = wordings([0.6, 0.6, 0.6, 0.6], seed).map(
        ({ clusters }) => [...clusters.values()].filter(([right]) => right === 1).length / 100,
      );
      return Math.max(...scores) - (scores[0] as number);
    });
    expect(naive.reduce((sum, gain) => sum + gain, 0) / seeds.length).toBeGreaterThan(0.03);
  });

  it('finds a wording that is better, on both halves', () => {
    const { chosen, gain, interval, clusters } = chosenGain(wordings([0.5, 0.9], 1), share);
    expect(chosen).toEqual(['w1', 'w1']);
    expect(gain).toBeGreaterThan(0.25);
    expect(interval?.[0]).toBeGreaterThan(0);
    expect(clusters).toBe(100);
  });
});
