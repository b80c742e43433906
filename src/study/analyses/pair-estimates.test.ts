import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../results/quantity.ts';
import { missingEstimate } from '../../stats/jackknife.ts';
import { explainingDeviation, intervalOverTrainings, overTrainings } from './pair-estimates.ts';

const estimate: Quantity = { ...missingEstimate(''), value: 0.4, interval: [0.2, 0.6], missing: null };

describe('overTrainings', () => {
  const strings = { value: 0.4, corrected: 0.4, se: 0.1, df: 1 };

  it('keeps the standard error over strings with one training of each arm', () => {
    expect(overTrainings(strings, [[0.4], [0.4]])).toMatchObject(strings);
    expect(overTrainings({ ...strings, se: null }, [[0.4]])).toBeNull();
  });

  it('adds the variance between the trainings of each arm, with Satterthwaite’s degrees of freedom', () => {
    const found = overTrainings(strings, [[0.2, 0.4, 0.6], [0.4]]);
    const [within, between] = [0.01, 0.04 / 3]; // the variance of the trainings is 0.04
    expect(found?.se).toBeCloseTo(Math.sqrt(within + between), 12);
    expect(found?.df).toBeCloseTo((within + between) ** 2 / (within ** 2 / 1 + between ** 2 / 2), 10);
  });

  it('is Welch’s t where strings do not vary: R t.test, t 3.668811, df 4.201506', () => {
    const [own, other] = [
      [0.7, 0.72, 0.77],
      [0.6, 0.65, 0.67, 0.61],
    ] as const;
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const value = mean(own) - mean(other);
    const withOther = other.map((each) => mean(own) - each);
    const found = overTrainings({ value, corrected: value, se: 0, df: 50 }, [
      own.map((each) => each - mean(other)),
      withOther,
    ]);
    expect(value / found!.se).toBeCloseTo(3.668811387, 8);
    expect(found!.df).toBeCloseTo(4.20150627, 7);
  });

  it('does not depend on the order of an arm’s trainings', () => {
    const values = [0.31, 0.1 + 0.2, 0.7];
    expect(overTrainings(strings, [values])).toEqual(overTrainings(strings, [values.toReversed()]));
  });
});

describe('explainingDeviation', () => {
  it('is what trainings must vary by to explain a difference: 12 points [8, 16] need 4.1', () => {
    expect(explainingDeviation({ value: 0.12, se: 0.04 / 1.959964, trainings: [1, 1] })).toBeCloseTo(0.0408, 4);
    expect(explainingDeviation({ value: 0.03, se: 0.02, trainings: [1, 1] })).toBeNull();
  });
});

describe('intervalOverTrainings', () => {
  it('is Student’s t with the standard error of strings and runs', () => {
    const { interval } = intervalOverTrainings(estimate, { se: 0.05, df: 2 }, 3);
    expect(interval?.[0]).toBeCloseTo(0.4 - 4.30265 * 0.05, 5);
    expect(interval?.[1]).toBeCloseTo(0.4 + 4.30265 * 0.05, 5);
  });

  it('keeps a withheld interval: too few strings, or no variation', () => {
    const none = { ...estimate, interval: null, missing: 'no variation' };
    expect(intervalOverTrainings(none, { se: 0, df: 2 }, 3)).toBe(none);
  });

  it('keeps the estimate of one run, and gives no interval for two', () => {
    expect(intervalOverTrainings(estimate, null, 1)).toBe(estimate);
    const two = intervalOverTrainings(estimate, { se: 0.05, df: 2 }, 2);
    expect(two.interval).toBeNull();
    expect(two.missing).toBe('an arm was trained twice, which gives no interval; three times would');
  });
});
