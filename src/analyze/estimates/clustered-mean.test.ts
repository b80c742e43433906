import { describe, expect, it } from 'vitest';
import { ClusteredSums } from './clustered-mean.ts';

function meanOf(values: readonly (readonly [string, number])[]) {
  const sums = new ClusteredSums();
  for (const [cluster, value] of values) sums.add(cluster, value);
  return sums.mean();
}

describe('ClusteredSums', () => {
  it('returns the standard error of a mean where each item is its own group', () => {
    const found = meanOf([1, 0, 1, 1].map((value, index) => [`g${index}`, value]));
    expect(found?.value).toBe(0.75);
    expect(found?.stderr).toBeCloseTo(Math.sqrt(0.25) / 2, 12); // sample variance 0.25 of 4 items
  });

  it('does not count equal items of a group as independent', () => {
    const once = meanOf([1, 0, 1, 1].map((value, index) => [`g${index}`, value]));
    const thrice = meanOf([1, 0, 1, 1].flatMap((value, index) => Array(3).fill([`g${index}`, value])));
    expect(thrice).toEqual(once);
  });

  it('returns no error for a single group, and nothing without items', () => {
    expect(meanOf([['g', 1]])).toEqual({ value: 1, stderr: null });
    expect(meanOf([])).toBeNull();
  });
});
