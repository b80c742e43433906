import { describe, it } from 'vitest';
import { whyNoSkewedInterval } from '../../src/analyze/estimates/skewed-margins.ts';
import { confusionOf, mcc } from '../../src/stats/binary/confusion.ts';
import { clusterBootstrap } from '../../src/stats/resampling/bootstrap.ts';
import { seededRandom } from '../../src/util/random.ts';
import { repeats, Tally } from './simulate.ts';

/**
 * Returns cues of five options: two in ten hold, and "yes" is predicted at `rate` for the others and slightly more
 * often where it holds.
 */
function cues(count: number, rate: number, seed: number): readonly Float64Array[] {
  const random = seededRandom('skewed', count, rate, seed);
  return Array.from({ length: count }, () => {
    const tally = new Float64Array(4); // TP, FP, TN, FN
    for (let option = 0; option < 5; option += 1) {
      const holds = random() < 0.2;
      const says = random() < (holds ? Math.min(0.97, rate + 0.1) : rate);
      const column = says ? Number(!holds) : 2 + Number(holds);
      tally[column] = (tally[column] as number) + 1;
    }
    return tally;
  });
}

function truth(rate: number): number {
  const yes = Math.min(0.97, rate + 0.1);
  const cells = [0.2 * yes, 0.8 * rate, 0.8 * (1 - rate), 0.2 * (1 - yes)];
  return mcc(confusionOf(cells)) ?? Number.NaN;
}

describe('intervals of MCC at skewed margins', () => {
  it.each([
    [200, 0.55, 20],
    [200, 0.83, 20],
  ])('%i cues, predictions of "yes" at %f: covered', (count, rate, short) => {
    const tally = new Tally();
    for (let seed = 0; seed < repeats(short, 2_000); seed += 1) {
      const clusters = cues(count, rate, seed);
      const interval = clusterBootstrap({ clusters, value: (sums) => mcc(confusionOf(sums)), seed, resamples: 1_000 });
      tally.add(interval !== null && interval.low <= truth(rate) && truth(rate) <= interval.high);
    }
    tally.expectNominalCoverage();
  });

  it.each([20, 40, 100])('%i cues: withheld, with the reason', (count) => {
    const withheld = new Tally();
    for (let seed = 0; seed < 50; seed += 1) {
      const totals = new Float64Array(17);
      for (const cue of cues(count, 0.83, seed))
        for (let cell = 0; cell < 4; cell += 1) totals[cell] = (totals[cell] as number) + (cue[cell] as number);
      withheld.add(whyNoSkewedInterval({ name: 'mcc' }, totals, count) !== null);
    }
    withheld.expectRate(1, 1);
  });
});
