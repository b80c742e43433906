import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../../results/quantity.ts';
import { missingEstimate } from '../../../stats/jackknife.ts';
import { errorOverTrainings, intervalOverTrainings, type TrainingStatistic } from './over-trainings.ts';

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
