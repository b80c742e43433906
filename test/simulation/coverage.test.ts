import { describe, it } from 'vitest';
import { accuracy, confusionOf, f1, mcc } from '../../src/stats/confusion.ts';
import { pearson, spearman } from '../../src/stats/correlation.ts';
import { type Interval, wilson } from '../../src/stats/intervals.ts';
import { jackknife, tBounds } from '../../src/stats/jackknife.ts';
import { noiseCorrectedSkill, noiseTally } from '../../src/stats/probability.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { normal, repeats, Tally } from './simulate.ts';

/** Draws a cue with 3 to 5 options, their outcomes and their predictions; options of one cue are dependent. */
function cue(random: Random): Float64Array {
  const tally = new Float64Array(4);
  const shift = 0.15 * normal(random);
  for (let left = 3 + Math.floor(3 * random()); left > 0; left -= 1) {
    const held = random() < 0.25;
    const said = random() < (held ? 0.75 : 0.4) + shift;
    const column = said ? Number(!held) : 2 + Number(held);
    tally[column] = (tally[column] as number) + 1;
  }
  return tally;
}

/** Returns the value of a measure in an infinite sample. */
function truthOf(measure: Statistic): number {
  const random = seededRandom('truth');
  const totals = new Float64Array(4);
  for (let index = 0; index < repeats(50_000, 200_000); index += 1) {
    for (const [column, count] of cue(random).entries()) totals[column] = (totals[column] as number) + count;
  }
  return measure(totals) ?? Number.NaN;
}

function covers(interval: Pick<Interval, 'low' | 'high'> | null | undefined, truth: number): boolean {
  return interval != null && interval.low <= truth && truth <= interval.high;
}

/** A function of summed tallies; null where it is undefined. */
type Statistic = (totals: ArrayLike<number>) => number | null;

function intervalOf(clusters: readonly ArrayLike<number>[], value: Statistic): Pick<Interval, 'low' | 'high'> | null {
  const estimate = jackknife(clusters, value);
  const bounds = estimate === null ? null : tBounds(estimate);
  return bounds?.kind === 'known' ? { low: bounds.value[0], high: bounds.value[1] } : null;
}

describe('the jackknife over clusters covers at its nominal rate', () => {
  const measures: readonly (readonly [string, Statistic])[] = [
    ['accuracy', (totals) => accuracy(confusionOf(totals))],
    ['MCC', (totals) => mcc(confusionOf(totals))],
    ['F1', (totals) => f1(confusionOf(totals))],
  ];
  for (const [name, value] of measures) {
    const truth = truthOf(value);
    it.each([
      [20, 200],
      [100, 40],
    ])(`${name} of %i cues`, (n, short) => {
      const tally = new Tally();
      for (let seed = 0; seed < repeats(short); seed += 1) {
        const random = seededRandom('coverage', name, n, seed);
        const clusters = Array.from({ length: n }, () => cue(random));
        tally.add(covers(intervalOf(clusters, value), truth));
      }
      tally.expectNominalCoverage();
    });
  }

  // The effect of few clusters is largest here: with the normal quantile, 8 normal ones would be covered in 90% of data sets.
  it.each([
    ['8 normal', 8, normal, 0],
    ['20 exponential', 20, (random: Random) => -Math.log(1 - random()), 1],
  ] as const)('a mean of %s values', (name, n, draw, truth) => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(200, 4_000); seed += 1) {
      const random = seededRandom('mean', name, seed);
      const clusters = Array.from({ length: n }, () => [draw(random), 1]);
      const value: Statistic = (totals) => (totals[0] as number) / (totals[1] as number);
      tally.add(covers(intervalOf(clusters, value), truth));
    }
    tally.expectNominalCoverage();
  });

  it('a paired difference of two models on 60 items', () => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(300, 4_000); seed += 1) {
      const random = seededRandom('paired', seed);
      const clusters = Array.from({ length: 60 }, () => {
        const hard = random();
        return [Number(random() < 0.9 - 0.5 * hard) - Number(random() < 0.8 - 0.5 * hard), 1];
      });
      const value: Statistic = (totals) => (totals[0] as number) / (totals[1] as number);
      tally.add(covers(intervalOf(clusters, value), 0.1));
    }
    tally.expectNominalCoverage();
  });

  it('noise-corrected skill of 150 items, K = 4', () => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(20); seed += 1) {
      const random = seededRandom('skill', seed);
      const clusters = Array.from({ length: 150 }, () => {
        const probability = random();
        const yes = [1, 2, 3, 4].filter(() => random() < probability).length;
        // Knows half of the item's deviation from the mean: skill 1 - 0.5².
        return noiseTally([{ prediction: 0.25 + probability / 2, share: yes / 4, runs: 4 }]);
      });
      tally.add(covers(intervalOf(clusters, noiseCorrectedSkill), 0.75));
    }
    tally.expectNominalCoverage();
  });
});

describe('closed-form intervals cover at their nominal rate', () => {
  // A binomial's coverage oscillates with p and n; the mean over p is stable.
  it('Wilson, 25 trials, p uniform', () => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(1_000); seed += 1) {
      const random = seededRandom('wilson', seed);
      const p = 0.05 + 0.9 * random();
      const successes = Array.from({ length: 25 }, () => random() < p).filter(Boolean).length;
      tally.add(covers(wilson(successes, 25), p));
    }
    tally.expectNominalCoverage();
  });

  it.each([
    ['Pearson', pearson, 0.6],
    // Spearman's rho of a bivariate normal: 6 / pi asin(r / 2).
    ['Spearman', spearman, (6 / Math.PI) * Math.asin(0.3)],
  ] as const)('%s, 15 pairs with a true correlation of 0.6', (_, correlate, truth) => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(1_000); seed += 1) {
      const random = seededRandom('correlation', seed);
      const x = Array.from({ length: 15 }, () => normal(random));
      const y = x.map((value) => 0.6 * value + 0.8 * normal(random));
      tally.add(covers(correlate(x, y)?.interval, truth));
    }
    tally.expectNominalCoverage();
  });
});
