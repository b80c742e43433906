import { describe, expect, it } from 'vitest';
import * as confusion from './confusion.ts';

// The data and values of bench/reference/scores.R: 24 predictions with a threshold of one half.
const counts = { truePositive: 12, falsePositive: 4, trueNegative: 6, falseNegative: 2 };
const nothing = { truePositive: 0, falsePositive: 0, trueNegative: 0, falseNegative: 0 };

it('agrees with R: MCC is the correlation of the two indicators', () => {
  expect(confusion.mcc(counts)).toBeCloseTo(0.478091443734, 10);
});

it('agrees with the published counts of gpt-4.1 in the association experiment (arXiv 2508.12277)', () => {
  const published = { truePositive: 376, falsePositive: 831, trueNegative: 568, falseNegative: 4 };
  expect(confusion.accuracy(published)).toBeCloseTo(0.5306, 4);
  expect(confusion.alwaysFalseAccuracy(published)).toBeCloseTo(1399 / 1779, 12);
  expect(confusion.alwaysFalseAccuracy(published)).toBeGreaterThan(confusion.accuracy(published) ?? 1);
});

it('follows the definitions', () => {
  expect(confusion.accuracy(counts)).toBe(18 / 24);
  expect(confusion.precision(counts)).toBe(12 / 16);
  expect(confusion.recall(counts)).toBe(12 / 14);
  expect(confusion.positiveRate(counts)).toBe(16 / 24);
  expect(confusion.f1(counts)).toBe(24 / 30);
  expect(confusion.falseNegativeShare(counts)).toBe(2 / 6);
});

describe('confusion measures with a zero denominator', () => {
  it('is null, never NaN or 0', () => {
    const { confusionOf, total, ...measures } = confusion;
    expect(Object.entries(measures).map(([name, measure]) => [name, measure(nothing)])).toEqual(
      Object.keys(measures).map((name) => [name, null]),
    );
    expect(confusion.mcc({ ...nothing, truePositive: 3, falseNegative: 2 })).toBeNull();
    expect(confusion.f1({ ...nothing, trueNegative: 3 })).toBeNull();
  });
});

it('reads the counts from a part of sums', () => {
  const sums = [0.75, 0.25, 1.75, 0.25];
  expect(confusion.confusionOf([9, ...sums], 1)).toEqual({
    truePositive: 0.75,
    falsePositive: 0.25,
    trueNegative: 1.75,
    falseNegative: 0.25,
  });
  expect(() => confusion.confusionOf(sums, 1)).toThrow(RangeError);
});
