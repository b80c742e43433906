import fc from 'fast-check';
import { expect, it } from 'vitest';
import { referencePoints } from '../../../bench/reference/calibration-points.ts';
import { seededRandom } from '../../util/random.ts';
import { calibrationCurve, expectedCalibrationError, signedBias } from './calibration.ts';

it('groups a textbook example by hand: two bins of two', () => {
  const points = [
    { prediction: 0.9, outcome: 1 },
    { prediction: 0.1, outcome: 0 },
    { prediction: 0.3, outcome: 1 },
    { prediction: 0.7, outcome: 0 },
  ];
  const [low, high] = calibrationCurve(points, 2);
  expect(low).toMatchObject({ n: 2, meanOutcome: 0.5 });
  expect(low?.meanForecast).toBeCloseTo(0.2, 12);
  expect(high?.meanForecast).toBeCloseTo(0.8, 12);
  expect(expectedCalibrationError(points, 2)).toBeCloseTo(0.3, 12);
  expect(signedBias(points)).toBeCloseTo(0, 12);
});

it('agrees with R on the bias: mean(forecast) - mean(outcome) of scores.R', () => {
  expect(signedBias(referencePoints)).toBeCloseTo(-0.0541666666667, 10);
});

it('keeps equal predictions together and drops no point', () => {
  const tenths = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);
  const points = fc.array(fc.record({ prediction: tenths, outcome: fc.constantFrom(0, 1) }), { maxLength: 60 });
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 15 }), (sample, bins) => {
      const curve = calibrationCurve(sample, bins);
      expect(curve.reduce((sum, bin) => sum + bin.n, 0)).toBe(sample.length);
      expect(curve.length).toBeLessThanOrEqual(bins);
      for (const [index, bin] of curve.entries()) {
        if (index > 0) expect(bin.meanForecast).toBeGreaterThan(curve[index - 1]!.meanForecast);
      }
    }),
  );
});

it('measures 0 for calibrated predictions, and the shift for shifted ones', () => {
  const random = seededRandom('calibration', 1);
  const points = Array.from({ length: 20_000 }, () => {
    const probability = 0.1 + 0.7 * random();
    return { probability, outcome: Number(random() < probability) };
  });
  const honest = points.map(({ probability, outcome }) => ({ prediction: probability, outcome }));
  const boastful = points.map(({ probability, outcome }) => ({ prediction: probability + 0.2, outcome }));
  for (const bin of calibrationCurve(honest)) expect(Math.abs(bin.meanForecast - bin.meanOutcome)).toBeLessThan(0.04);
  expect(signedBias(boastful)).toBeCloseTo(0.2, 1);
  expect(expectedCalibrationError(boastful)).toBeCloseTo(0.2, 1);
});

it('returns null without points, and refuses invalid probabilities', () => {
  expect([calibrationCurve([]), signedBias([]), expectedCalibrationError([])]).toEqual([[], null, null]);
  expect(() => calibrationCurve([{ prediction: 80, outcome: 1 }])).toThrow(RangeError);
});
