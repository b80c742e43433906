import { describe, it } from 'vitest';
import { confusionOf, mcc } from '../../src/stats/confusion.ts';
import { correlationBounds, jackknife } from '../../src/stats/jackknife.ts';
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
      const estimate = jackknife(clusters, (sums) => mcc(confusionOf(sums)));
      const bounds = estimate === null ? null : correlationBounds(estimate, { rarerOutcome: count, withError: count });
      tally.add(bounds?.kind === 'known' && bounds.value[0] <= truth(rate) && truth(rate) <= bounds.value[1]);
    }
    tally.expectNominalCoverage();
  });
});
