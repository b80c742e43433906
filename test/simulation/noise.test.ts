import { describe, expect, it } from 'vitest';
import { noiseCorrectedSkill, noiseFloor, noiseTally } from '../../src/stats/probability.ts';
import { seededRandom } from '../../src/util/random.ts';
import { expectUnbiased, repeats } from './simulate.ts';

/** Returns items with probabilities uniform in [0, 1], predicted with `knowledge` of their deviation from the mean. */
function simulated(runs: number, knowledge: number, seed: number): Float64Array {
  const random = seededRandom('noise', runs, knowledge, seed);
  return noiseTally(
    Array.from({ length: 400 }, () => {
      const probability = random();
      const yes = Array.from({ length: runs }, () => random() < probability).filter(Boolean).length;
      return { prediction: 0.5 + knowledge * (probability - 0.5), share: yes / runs, runs };
    }),
  );
}

describe.each([2, 3, 10])('K = %i executions', (runs) => {
  // A prediction that knows a share k of the deviations leaves (1 - k)² of their variance.
  it.each([0, 0.5, 1])('knowledge %f: skill is unbiased within its Monte-Carlo error', (knowledge) => {
    // Always 150 data sets: with more, a ratio's bias of order 1/n (0.01 at K = 2) becomes visible, although it is a
    // tenth of one data set's standard error.
    const skills = Array.from({ length: 150 }, (_, seed) => noiseCorrectedSkill(simulated(runs, knowledge, seed)));
    expectUnbiased(skills as number[], 1 - (1 - knowledge) ** 2);
  });

  it('the numerator, squared distance from the probabilities, is unbiased: (1 - k)² / 12', () => {
    const distances = Array.from({ length: repeats(40, 3_000) }, (_, seed) => {
      const tally = simulated(runs, 0.5, seed);
      return (tally[3]! - tally[1]!) / tally[0]!;
    });
    expectUnbiased(distances, 0.25 / 12);
  });

  it('the noise floor is the mean of p(1 - p), 1/6', () => {
    const floors = Array.from({ length: repeats(40, 3_000) }, (_, seed) => noiseFloor(simulated(runs, 0.5, seed)));
    expectUnbiased(floors as number[], 1 / 6);
  });
});

it('the uncorrected skill of a perfect self-model falls short: what the correction is for', () => {
  const [n, , , brier, sum, squares] = simulated(2, 1, 1) as unknown as number[];
  const variance = squares! / n! - (sum! / n!) ** 2;
  expect(1 - brier! / n! / variance).toBeLessThan(0.5);
});
