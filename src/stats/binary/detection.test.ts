import { expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { normalCdf } from '../basic/quantiles.ts';
import { detection } from './detection.ts';

it('agrees with R’s qnorm on the corrected rates (bench/reference/scores.R)', () => {
  const found = detection({ truePositive: 12, falsePositive: 4, trueNegative: 6, falseNegative: 2 });
  expect(found?.dPrime).toBeCloseTo(1.19730568368, 9);
  expect(found?.criterion).toBeCloseTo(-0.368768724261, 9);
});

it('is finite for perfect forecasts and null without one of the classes', () => {
  const perfect = detection({ truePositive: 10, falsePositive: 0, trueNegative: 10, falseNegative: 0 });
  expect(perfect?.dPrime).toBeGreaterThan(3);
  expect(perfect?.criterion).toBeCloseTo(0, 12);
  expect(detection({ truePositive: 10, falsePositive: 0, trueNegative: 0, falseNegative: 0 })).toBeNull();
  expect(detection({ truePositive: 0, falsePositive: 3, trueNegative: 3, falseNegative: 0 })).toBeNull();
});

it('recovers a simulated observer with d’ 1.5 and criterion 0.4', () => {
  const random = seededRandom('detection', 1);
  const n = 20_000;
  const says = (shift: number) => Array.from({ length: n }, () => random() < normalCdf(shift)).filter(Boolean).length;
  const [hits, alarms] = [says(1.5 / 2 - 0.4), says(-1.5 / 2 - 0.4)];
  const found = detection({
    truePositive: hits,
    falseNegative: n - hits,
    falsePositive: alarms,
    trueNegative: n - alarms,
  });
  expect(found?.dPrime).toBeCloseTo(1.5, 1);
  expect(found?.criterion).toBeCloseTo(0.4, 1);
});
