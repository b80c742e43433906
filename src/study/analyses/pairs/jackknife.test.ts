import { describe, expect, it } from 'vitest';
import { jackknife, jackknifeP } from './jackknife.ts';

const mean = (totals: Float64Array) => totals[0]! / totals[1]!;

describe('jackknife', () => {
  it('gives the standard error of a mean: sd / sqrt(n)', () => {
    const found = jackknife(
      [1, 2, 3, 4, 10].map((value) => [value, 1]),
      mean,
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
    const zero = (totals: Float64Array) => (mean(totals) * 0.1 + mean(totals) * 0.2 - mean(totals) * 0.3) / 3;
    const found = jackknife(clusters, zero);
    expect(found).toMatchObject({ corrected: 0, error: 0 });
    expect(jackknifeP(found!, found!.corrected)).toBe(1);
    const constant = jackknife(clusters, () => 0.1);
    expect(constant!.corrected).toBeCloseTo(0.1, 12);
    expect(jackknifeP(constant!, constant!.corrected)).toBeNull();
  });

  it('is null with one cluster, or where leaving one out leaves nothing', () => {
    expect(jackknife([[1, 1]], mean)).toBeNull();
    expect(
      jackknife(
        [
          [1, 1],
          [0, 0],
        ],
        (totals) => (totals[1]! > 0 ? mean(totals) : null),
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
