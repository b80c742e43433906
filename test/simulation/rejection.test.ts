import { describe, it } from 'vitest';
import { mcnemar } from '../../src/stats/agreement.ts';
import { seededRandom } from '../../src/util/random.ts';
import { repeats, Tally } from './simulate.ts';

describe('5 % tests reject a true null in 3 to 7 % of data sets', () => {
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
