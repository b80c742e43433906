import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../results/quantity.ts';
import { missingEstimate } from '../../stats/jackknife/estimate-all.ts';
import {
  detectableEffect,
  errorOverTrainings,
  intervalOverTrainings,
  jackknife,
  jackknifeP,
  type TrainingStatistic,
} from './pair-estimates.ts';

describe('detectableEffect', () => {
  it('is (z of the level + z of the power) standard errors for one test', () => {
    expect(detectableEffect([{ error: 0.01, level: 0.025 }])).toBeCloseTo(0.01 * (1.95996 + 0.84162), 6);
    expect(detectableEffect([{ error: 0.02, level: 0.05 }])).toBeCloseTo(0.02 * (1.64485 + 0.84162), 6);
  });

  it('is the effect at which the powers of two tests multiply to 0.8', () => {
    const test = { error: 0.01, level: 0.05 };
    // Each test needs a power of sqrt(0.8) = 0.89443, which is z = 1.25027.
    expect(detectableEffect([test, test])).toBeCloseTo(0.01 * (1.64485 + 1.25027), 5);
  });

  it('is null without tests, or without a standard error', () => {
    expect(detectableEffect([])).toBeNull();
    expect(detectableEffect([{ error: 0, level: 0.05 }])).toBeNull();
  });
});

const meanOf = (totals: Float64Array) => totals[0]! / totals[1]!;

describe('jackknife', () => {
  it('gives the standard error of a mean: sd / sqrt(n)', () => {
    const found = jackknife(
      [1, 2, 3, 4, 10].map((value) => [value, 1]),
      meanOf,
    );
    expect(found?.corrected).toBeCloseTo(4, 12);
    expect(found?.error).toBeCloseTo(Math.sqrt(12.5 / 5), 12); // the sample variance of 1, 2, 3, 4, 10 is 12.5
  });

  it('removes cov / n from a product of two means', () => {
    const pairs = [
      [1, 2],
      [2, 3],
      [3, 7],
    ] as const;
    const clusters = pairs.map(([x, y]) => [x, y, 1]);
    const product = (totals: Float64Array) => (totals[0]! / totals[2]!) * (totals[1]! / totals[2]!);
    // Mean x y is 2 x 4 = 8; the sample covariance is ((-1)(-2) + 0 + 1 x 3) / 2 = 2.5.
    expect(jackknife(clusters, product)?.corrected).toBeCloseTo(8 - 2.5 / 3, 12);
  });

  it('gives exactly 0 where only floating-point round-off is left', () => {
    const clusters = [1, 2, 3, 4, 5, 6, 7].map((value) => [value, 1]);
    const zero = (totals: Float64Array) => (meanOf(totals) * 0.1 + meanOf(totals) * 0.2 - meanOf(totals) * 0.3) / 3;
    const found = jackknife(clusters, zero);
    expect(found).toMatchObject({ corrected: 0, error: 0 });
    expect(jackknifeP(found!, found!.corrected)).toBe(1);
    const constant = jackknife(clusters, () => 0.1);
    expect(constant!.corrected).toBeCloseTo(0.1, 12);
    expect(jackknifeP(constant!, constant!.corrected)).toBeNull();
  });

  it('is null with one cluster, or where leaving one out leaves nothing', () => {
    expect(jackknife([[1, 1]], meanOf)).toBeNull();
    expect(
      jackknife(
        [
          [1, 1],
          [0, 0],
        ],
        (totals) => (totals[1]! > 0 ? meanOf(totals) : null),
      ),
    ).toBeNull();
  });
});

describe('jackknifeP', () => {
  it.each([
    ['R: 2 * pt(-2.5, 9)', 2.5, 9, 0.03386],
    ['R: 2 * pt(-1.96, 999)', 1.96, 999, 0.05028],
    ['R: 2 * pt(-2, 4)', -2, 4, 0.1161],
  ])('is Student’s two-sided p: %s', (_, corrected, degrees, expected) => {
    expect(jackknifeP({ value: corrected, corrected, error: 1, degrees }, corrected)).toBeCloseTo(expected, 4);
  });

  it('is 1 where value and error are 0, and null where only the error is', () => {
    expect(jackknifeP({ value: 0, corrected: 0, error: 0, degrees: 7 }, 0)).toBe(1);
    expect(jackknifeP({ value: 0.1, corrected: 0.1, error: 0, degrees: 7 }, 0.1)).toBeNull();
  });
});

// Column 0 counts strings; column 1 + k is the sum of training run k.
const clusters = [
  [1, 0.1, 0.3, 0.5],
  [1, 0.3, 0.5, 0.7],
];
const mean: TrainingStatistic = (totals, training) => (totals[1 + training] as number) / (totals[0] as number);
const estimate: Quantity = { ...missingEstimate(''), value: 0.4, interval: null, missing: null };

describe('errorOverTrainings', () => {
  it('is the jackknife over strings with one training run', () => {
    const found = errorOverTrainings(clusters, mean, 1);
    // Values 0.1 and 0.3: sd 0.1414 / sqrt(2) = 0.1.
    expect(found?.error).toBeCloseTo(0.1, 12);
    expect(found?.degrees).toBe(1);
  });

  it('adds the variance between training runs, with Satterthwaite’s degrees of freedom', () => {
    const found = errorOverTrainings(clusters, mean, 3);
    // Strings: 0.3 and 0.5, error 0.1. Runs: 0.2, 0.4, 0.6, variance 0.04 / 3.
    const [within, between] = [0.01, 0.04 / 3];
    expect(found?.error).toBeCloseTo(Math.sqrt(within + between), 12);
    expect(found?.degrees).toBeCloseTo((within + between) ** 2 / (within ** 2 / 1 + between ** 2 / 2), 10);
  });
});

describe('intervalOverTrainings', () => {
  it('is Student’s t with the standard error of strings and runs', () => {
    const { interval } = intervalOverTrainings(estimate, { value: 0.4, corrected: 0.4, error: 0.05, degrees: 2 }, 3);
    expect(interval?.[0]).toBeCloseTo(0.4 - 4.30265 * 0.05, 5);
    expect(interval?.[1]).toBeCloseTo(0.4 + 4.30265 * 0.05, 5);
  });

  it('keeps the estimate of one run, and gives no interval for two', () => {
    expect(intervalOverTrainings(estimate, null, 1)).toBe(estimate);
    const two = intervalOverTrainings(estimate, { value: 0.4, corrected: 0.4, error: 0.05, degrees: 2 }, 2);
    expect(two.interval).toBeNull();
    expect(two.missing).toContain('two training runs');
  });
});
