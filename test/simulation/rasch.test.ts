import { expect, it } from 'vitest';
import { logistic } from '../../src/stats/distributions.ts';
import { rasch } from '../../src/stats/rasch/rasch.ts';
import { seededRandom } from '../../src/util/random.ts';
import { normal, repeats, Tally } from './simulate.ts';

it.each([
  [5, 5 / 4],
  [10, 10 / 9],
])('joint maximum likelihood spreads %i difficulties by about %f', (items, factor) => {
  const delta = Array.from({ length: items }, (_, item) => (2 * (item + 0.5)) / items - 1);
  const slopes: number[] = [];
  for (let seed = 0; seed < repeats(3, 200); seed += 1) {
    const random = seededRandom('spread', items, seed);
    const table = Array.from({ length: 1_000 }, () => {
      const theta = normal(random);
      return delta.map((difficulty) => Number(random() < logistic(theta - difficulty)));
    });
    const fitted = rasch(table).benchmarks.map((benchmark) => (benchmark.kind === 'estimated' ? benchmark.measure : 0));
    const [cross, square] = [0, 0].map((_, squared) =>
      delta.reduce((sum, value, item) => sum + value * (squared === 0 ? (fitted[item] as number) : value), 0),
    ) as [number, number];
    slopes.push(cross / square);
  }
  const slope = slopes.reduce((sum, value) => sum + value, 0) / slopes.length;
  expect(Math.abs(slope - factor)).toBeLessThan(0.05);
});

it('with 200 models x 200 benchmarks, measures lie within 1.96 standard errors in 95 % of cases', () => {
  const tally = new Tally();
  for (let seed = 0; seed < repeats(1, 60); seed += 1) {
    const random = seededRandom('errors', seed);
    const theta = Array.from({ length: 200 }, () => normal(random));
    const delta = Array.from({ length: 200 }, () => normal(random));
    const centre = delta.reduce((sum, value) => sum + value, 0) / 200;
    const table = theta.map((ability) =>
      delta.map((difficulty) => (random() < 0.3 ? null : Number(random() < logistic(ability - difficulty)))),
    );
    for (const [index, benchmark] of rasch(table).benchmarks.entries()) {
      if (benchmark.kind !== 'estimated') continue;
      tally.add(Math.abs(benchmark.measure - ((delta[index] as number) - centre)) < 1.96 * benchmark.se);
    }
  }
  tally.expectNominalCoverage();
});
