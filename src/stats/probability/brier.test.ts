import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referencePoints } from '../../../bench/reference/calibration-points.ts';
import { brier, brierParts } from './brier.ts';

it('agrees with R (bench/reference/scores.R)', () => {
  const parts = brierParts(referencePoints);
  expect(brier(referencePoints)).toBeCloseTo(0.192916666667, 10);
  expect(parts?.reliability).toBeCloseTo(0.03875, 10);
  expect(parts?.resolution).toBeCloseTo(0.0888888888889, 10);
  expect(parts?.uncertainty).toBeCloseTo(0.243055555556, 10);
  expect(parts?.withinBin).toBe(0);
});

it('has parts that sum to the score, whatever the bins', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const points = fc.array(fc.record({ prediction: share, outcome: share }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 12 }), (sample, bins) => {
      const parts = brierParts(sample, bins)!;
      const sum = parts.reliability - parts.resolution + parts.uncertainty + parts.withinBin;
      expect(sum).toBeCloseTo(brier(sample)!, 9);
      expect(parts.reliability).toBeGreaterThanOrEqual(0);
      expect(parts.resolution).toBeLessThanOrEqual(parts.uncertainty + 1e-12);
    }),
  );
});

it('scores a share of executions like its single executions', () => {
  const apart = [1, 1, 1, 0].map((outcome) => ({ prediction: 0.6, outcome }));
  expect(brier([{ prediction: 0.6, outcome: 0.75 }])).toBeCloseTo(brier(apart)!, 12);
});

it('has no score without points', () => {
  expect([brier([]), brierParts([])]).toEqual([null, null]);
});

it('is exact for the eleven tenths from 0 to 1, and bins more distinct forecasts than that', () => {
  const points = (distinct: number) =>
    Array.from({ length: 10 * distinct }, (_, index) => ({
      prediction: (index % distinct) / (distinct - 1),
      outcome: Number(index % 3 === 0),
    }));
  expect(brierParts(points(11))?.withinBin).toBe(0);
  expect(brierParts(points(12))?.withinBin).not.toBe(0);
});
