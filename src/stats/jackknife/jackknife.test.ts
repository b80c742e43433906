import { describe, expect, it } from 'vitest';
import { effectiveClusters, jackknife, ratioOfSums } from './jackknife.ts';

const sums = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
const weights = [4, 2, 5, 3, 6, 10, 4, 7, 7, 5];

describe('jackknife', () => {
  it('equals the leave-one-out pseudovalues of NumPy', () => {
    const clusters = sums.map((sum, c) => [sum, weights[c]!]);
    const found = jackknife(clusters, (all) => all[0]! / all[1]!);
    expect(found?.value).toBeCloseTo(0.7358490566037735, 12);
    expect(found?.se).toBeCloseTo(0.05403911084058802, 12);
    expect(found?.df).toBe(9);
  });

  it('has the standard error of a mean, s / sqrt(n)', () => {
    const found = jackknife(
      sums.map((sum) => [sum, 1]),
      (all) => all[0]! / all[1]!,
    );
    expect(found?.se).toBeCloseTo(Math.sqrt(6.1 / 10), 12); // numpy.var(sums, ddof=1) = 6.1
  });

  it('has no standard error where the statistic is undefined without a cluster', () => {
    const found = jackknife(
      [
        [1, 1],
        [0, 0],
      ],
      (all) => (all[1]! > 0 ? all[0]! / all[1]! : null),
    );
    expect(found).toMatchObject({ value: 1, se: null });
    expect(jackknife([[0, 0]], () => null)).toBeNull();
    expect(jackknife([], () => 1)).toBeNull();
  });
});

describe('ratioOfSums', () => {
  it('equals the linear formula, near the jackknife', () => {
    expect(ratioOfSums(sums, weights)?.se).toBeCloseTo(0.052312816787505774, 12);
  });

  it('does not count clusters without weight', () => {
    expect(ratioOfSums([...sums, 0], [...weights, 0])).toEqual(ratioOfSums(sums, weights));
    expect(ratioOfSums([0], [0])).toBeNull();
  });
});

describe('effectiveClusters', () => {
  it('is the count of equal clusters, and less for unequal ones', () => {
    expect(effectiveClusters([3, 3, 3])).toBeCloseTo(3, 12);
    expect(effectiveClusters([1, 1, 10])).toBeCloseTo(144 / 102, 12);
    expect(effectiveClusters([])).toBe(0);
  });
});
