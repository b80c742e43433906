import { describe, it } from 'vitest';
import { mcnemar } from '../../src/stats/agreement.ts';
import { signFlipTest, twoSampleTest } from '../../src/stats/resampling/permutation.ts';
import { seededRandom } from '../../src/util/random.ts';
import { normal, repeats, Tally } from './simulate.ts';

describe('5 % tests reject a true null in 3 to 7 % of data sets', () => {
  it.each([
    [3, 27, 60],
    [27, 3, 60],
    [5, 25, 20],
    [15, 15, 20],
  ])('two-sample permutation, %i against %i', (first, second, short) => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(short); seed += 1) {
      const random = seededRandom('two-sample', first, second, seed);
      const values = Array.from({ length: first + second }, () => -Math.log(1 - random()));
      const test = twoSampleTest(values.slice(0, first), values.slice(first), { seed, resamples: 999 });
      tally.add(test !== null && test.p <= 0.05);
    }
    tally.expectNominalRejection();
  });

  it.each([
    [12, 100],
    [40, 60],
  ])('paired sign-flip, %i clusters', (n, short) => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(short); seed += 1) {
      const random = seededRandom('sign-flip', n, seed);
      const differences = Array.from({ length: n }, () => normal(random) ** 3);
      const test = signFlipTest(differences, { seed, resamples: 999 });
      tally.add(test !== null && test.p <= 0.05);
    }
    tally.expectNominalRejection();
  });

  it('McNemar’s mid-p, 200 pairs; the exact test never more often', () => {
    const midP = new Tally();
    const exact = new Tally();
    for (let seed = 0; seed < repeats(500); seed += 1) {
      const random = seededRandom('mcnemar', seed);
      const discordant = Array.from({ length: 200 }, () => random()).filter((value) => value < 0.4);
      const firstOnly = discordant.filter((value) => value < 0.2).length;
      const test = mcnemar(firstOnly, discordant.length - firstOnly);
      midP.add(test.midP <= 0.05);
      exact.add(test.exact <= 0.05);
    }
    midP.expectNominalRejection();
    exact.expectRate(0, 0.05);
  });
});

describe('they find a true difference', () => {
  it('of one and a half standard deviations, 3 against 27: in about two thirds of data sets', () => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(40); seed += 1) {
      const random = seededRandom('power', seed);
      const first = Array.from({ length: 3 }, () => 1.5 + normal(random));
      const second = Array.from({ length: 27 }, () => normal(random));
      const test = twoSampleTest(first, second, { seed });
      tally.add(test !== null && test.p <= 0.05);
    }
    tally.expectRate(0.5, 0.85);
  });
});
