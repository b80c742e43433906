import { describe, expect, it } from 'vitest';
import { deviationOf } from '../../src/study/analyses/calibration.ts';
import type { CalibrationSamples } from '../../src/study/analyses/rows.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { PrintedTally } from './printed-tally.ts';
import { long, normal, repeats } from './simulate.ts';

const values = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Draws a value with softmax probabilities. */
function draw(weights: readonly number[], random: Random): string {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return values[index] ?? 'f';
}

/** Returns the rows of a predictor that knows the shares of each string, or only the shares over all strings. */
function sampledRows(seed: number, predictions: number, perfect: boolean): readonly CalibrationSamples[] {
  const random = seededRandom('calibration', seed);
  const common = values.map(() => normal(random));
  return Array.from({ length: 100 }, (_, string) => {
    const own = common.map((value) => Math.exp(value + 0.6 * normal(random)));
    const seen = perfect ? own : common.map(Math.exp);
    const executions = Array.from({ length: 20 }, () => draw(own, random));
    const said = Array.from({ length: predictions }, () => draw(seen, random));
    const names = { predictor: 'ann', target: 'ann', group: 'words × first-word', cluster: `string ${string}` };
    return { ...names, binary: false, predictions: said, executions };
  });
}

describe('deviationOf a perfect predictor', () => {
  it.each(long ? [5, 20] : [5])('covers an excess of 0 with %i predictions, though its MAD is far above 0', (size) => {
    const covers = new PrintedTally(`perfect predictor, ${size} predictions: excess MAD covers 0`);
    for (let seed = 0; seed < repeats(8, 500); seed += 1) {
      const found = deviationOf(sampledRows(seed, size, true));
      covers.add(found.interval![0] <= 0 && found.interval![1] >= 0);
      expect(found.mad).toBeGreaterThan(1);
    }
    covers.expectNominalCoverage();
  });
});

describe('deviationOf a predictor that knows the base rates only', () => {
  it('is above that of a perfect predictor', () => {
    const above = new PrintedTally('base rates only: excess MAD above 0');
    for (let seed = 0; seed < repeats(4, 100); seed += 1) {
      const found = deviationOf(sampledRows(seed, 20, false));
      above.add(found.interval![0] > 0);
    }
    above.expectRate(0.75, 1);
  });
});
