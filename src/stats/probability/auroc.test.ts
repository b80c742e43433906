import { expect, it } from 'vitest';
import { referencePoints } from '../../../bench/reference/calibration-points.ts';
import { seededRandom } from '../../util/random.ts';
import { normalCdf, normalQuantile } from '../basic/quantiles.ts';
import { auroc, aurocOfCounts } from './auroc.ts';

it('agrees with R: W / (n1 n0) of wilcox.test (bench/reference/scores.R)', () => {
  expect(auroc(referencePoints)).toBeCloseTo(0.764285714286, 10);
});

it('recovers a binormal observer: area = Phi(d’ / sqrt 2) (Green and Swets 1966)', () => {
  const random = seededRandom('auroc', 2);
  const points = Array.from({ length: 20_000 }, (_, index) => {
    const outcome = index % 2;
    return { outcome, prediction: normalCdf(normalQuantile(Math.max(random(), 1e-12)) + outcome) };
  });
  expect(auroc(points)).toBeCloseTo(normalCdf(1 / Math.SQRT2), 2);
});

it('counts a share as both', () => {
  const apart = [
    { prediction: 0.2, outcome: 1 },
    { prediction: 0.2, outcome: 0 },
    { prediction: 0.8, outcome: 1 },
    { prediction: 0.8, outcome: 1 },
  ];
  const shared = [
    { prediction: 0.2, outcome: 0.5 },
    { prediction: 0.8, outcome: 1 },
  ];
  expect(auroc(shared)).toBe(auroc(apart));
});

it('is null where one class is missing', () => {
  expect(auroc([{ prediction: 0.5, outcome: 1 }])).toBeNull();
  expect(aurocOfCounts([])).toBeNull();
});
