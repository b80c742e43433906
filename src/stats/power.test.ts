import { describe, expect, it } from 'vitest';
import { detectableByT, detectableDifference, detectableMean, tPower } from './power.ts';

it('agrees with R’s qnorm: ((1.96 + 0.84) .27 / .03)² (bench/reference/scores.R)', () => {
  expect(detectableDifference(0.27, 635.759258482)).toBeCloseTo(0.03, 10);
});

it('is larger for more power', () => {
  expect(detectableDifference(0.27, 600, { power: 0.9 })).toBeGreaterThan(detectableDifference(0.27, 600) ?? 1);
});

it('detects nothing without units', () => {
  expect(detectableDifference(0.27, 0)).toBeNull();
});

describe('detectableMean', () => {
  it('equals the formula for one unit a cluster, whose differences have sd 1', () => {
    const clusters = Array.from(
      { length: 100 },
      (_, index) => [(index % 2 === 0 ? 1 : -1) * Math.sqrt(0.99), 1] as const,
    );
    // scipy.stats: t.ppf(0.975, 99) + norm.ppf(0.8), and t.ppf(0.995, 99) + norm.ppf(0.8)
    expect(detectableMean(clusters, 0.95)).toBeCloseTo(0.28258, 4);
    expect(detectableMean(clusters, 0.99)).toBeCloseTo(0.3468, 4);
  });

  it('is null with fewer than two clusters', () => {
    expect(detectableMean([[1, 1]], 0.95)).toBeNull();
  });

  it('is null where all clusters are equal, because their variation is unknown and not 0', () => {
    expect(
      detectableMean(
        Array.from({ length: 60 }, () => [0, 1] as const),
        0.95,
      ),
    ).toBeNull();
  });
});

describe('tPower', () => {
  it.each([
    [3, 4, 0.025, 0.6192575370802132],
    [2.8016, 100, 0.025, 0.7923595341296756],
    [3.6, 7.3, 0.0125, 0.7643614029654667],
    [4, 2, 0.025, 0.5645141245575342],
    [2, 30, 0.05, 0.6216175621053504],
  ])('of %d standard errors, %d degrees of freedom, at %d is that of scipy.stats.nct', (effect, df, error, power) => {
    expect(tPower({ effect, df, error })).toBeCloseTo(power, 5);
  });
});

describe('detectableByT', () => {
  it('is the effect at which the noncentral t has the power: scipy.stats.nct, 4 degrees of freedom', () => {
    expect((detectableByT(1, 5) as number) * Math.sqrt(5)).toBeCloseTo(3.76106, 4);
  });

  it('is 2.8 sd / sqrt(n) for many groups, more for few and for more power, and null for one group', () => {
    expect(detectableByT(0.27, 1e6)).toBeCloseTo(detectableDifference(0.27, 1e6) as number, 7);
    expect(detectableByT(0.27, 20)).toBeGreaterThan(detectableDifference(0.27, 20) as number);
    expect(detectableByT(0.27, 20, { power: 0.9 })).toBeGreaterThan(detectableByT(0.27, 20) as number);
    expect(detectableByT(0.27, 1)).toBeNull();
  });
});
