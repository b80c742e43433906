import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { twoSampleTest } from './permutation.ts';
import { twoSampleInterval } from './two-sample-interval.ts';

describe('twoSampleInterval', () => {
  it('excludes 0 exactly where the permutation test rejects', () => {
    const random = seededRandom('inversion');
    for (let set = 0; set < 100; set += 1) {
      const first = Array.from({ length: 5 }, () => random() + 0.5);
      const second = Array.from({ length: 5 }, random);
      const [low, high] = twoSampleInterval(first, second, { seed: 1 }) ?? [Number.NaN, Number.NaN];
      expect(low > 0 || high < 0).toBe((twoSampleTest(first, second, { seed: 1 })?.p ?? 1) <= 0.05);
    }
  });

  it('is null where no split is rare enough', () => {
    expect(twoSampleInterval([1, 2, 3], [7, 8, 9], { seed: 1 })).toBeNull();
  });
});
