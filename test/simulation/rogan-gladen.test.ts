import { describe, it } from 'vitest';
import { type JudgeRate, roganGladen } from '../../src/stats/agreement.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { expectUnbiased, repeats, Tally } from './simulate.ts';

const [sensitivity, specificity] = [0.85, 0.9];

function judgedPositive(n: number, prevalence: number, random: Random): number {
  let positive = 0;
  for (let item = 0; item < n; item += 1) {
    positive += Number(random() < (random() < prevalence ? sensitivity : 1 - specificity));
  }
  return positive;
}

function measured(rate: number, n: number, random: Random): JudgeRate {
  return { kind: 'measured', n, right: Array.from({ length: n }, () => random() < rate).filter(Boolean).length };
}

describe.each([0.15, 0.4, 0.8])('a true rate of %f, judged with Se .85 and Sp .9', (prevalence) => {
  it('is recovered and covered with known Se and Sp', () => {
    const coverage = new Tally();
    const estimates: number[] = [];
    for (let seed = 0; seed < repeats(200); seed += 1) {
      const random = seededRandom('known', prevalence, seed);
      const found = roganGladen({
        positive: judgedPositive(300, prevalence, random),
        n: 300,
        sensitivity: { kind: 'known', value: sensitivity },
        specificity: { kind: 'known', value: specificity },
      });
      if (found === null) throw new Error('null');
      estimates.push(found.uncut);
      coverage.add(found.interval.low <= prevalence && prevalence <= found.interval.high);
    }
    expectUnbiased(estimates, prevalence);
    coverage.expectNominalCoverage();
  });

  it('is covered with Se and Sp measured on 100 items each', () => {
    const coverage = new Tally();
    for (let seed = 0; seed < repeats(200); seed += 1) {
      const random = seededRandom('measured', prevalence, seed);
      const found = roganGladen({
        positive: judgedPositive(300, prevalence, random),
        n: 300,
        sensitivity: measured(sensitivity, 100, random),
        specificity: measured(specificity, 100, random),
      });
      if (found === null) throw new Error('null');
      coverage.add(found.interval.low <= prevalence && prevalence <= found.interval.high);
    }
    coverage.expectNominalCoverage();
  });
});
