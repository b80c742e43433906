import { describe, expect, it } from 'vitest';
import { itemsMissing, whyTooFew } from './least-numbers.ts';

/** Effective number of groups of these sizes (Kish 1965). */
const kish = (sizes: readonly number[]) => {
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  return sum(sizes) ** 2 / sum(sizes.map((size) => size ** 2));
};
const counts = (sizes: readonly number[]) => ({
  n: sizes.reduce((total, each) => total + each, 0),
  clusters: sizes.length,
  effective: kish(sizes),
});
const singles = (count: number) => Array<number>(count).fill(1);

describe('itemsMissing', () => {
  it.each([
    ['no item', []],
    ['12 single items', singles(12)],
    ['4 groups of 5', Array<number>(4).fill(5)],
    ['one of 60 and 40 items', [60, ...singles(40)]],
    ['one of 200 and 60 items', [200, ...singles(60)]],
    ['10 of 8 and 5 items', [...Array<number>(10).fill(8), ...singles(5)]],
    ['20 single items', singles(20)],
  ])('is the least number of single items that is enough: %s', (_, sizes) => {
    const missing = itemsMissing(counts(sizes));
    const isEnough = (added: number) => whyTooFew(counts([...sizes, ...singles(added)])) === null;
    expect(isEnough(missing)).toBe(true);
    expect(missing === 0 || !isEnough(missing - 1)).toBe(true);
  });
});

describe('whyTooFew', () => {
  it('says how many groups there are, how many a verdict needs, and how many more items would be enough', () => {
    expect(whyTooFew(counts(singles(19)))).toBe(
      '19 groups of items, fewer than the 20 that a verdict needs; 1 more item, in a new group, would be enough',
    );
    expect(whyTooFew(counts([60, ...singles(40)]))).toBe(
      '100 items in 41 groups of unequal size count as 2.7, fewer than the 15 that a verdict needs; 139 more items, each in a new group, would be enough',
    );
    expect(whyTooFew(counts(singles(20)))).toBeNull();
  });

  it.each([
    [
      'single items',
      singles(2),
      singles(40),
      '2 groups of items, fewer than the 20 that a verdict needs: 38 units of 40 lack a score',
    ],
    [
      'one missing value',
      singles(19),
      singles(20),
      '19 groups of items, fewer than the 20 that a verdict needs: 1 unit of 20 lacks a score',
    ],
    [
      'groups of unequal size',
      [30, ...singles(25)],
      Array<number>(26).fill(30),
      '55 items in 26 groups of unequal size count as 3.2, fewer than the 15 that a verdict needs: 725 units of 780 lack a score',
    ],
  ])('does not advise more items where missing values are what lacks: %s', (_, read, asked, text) => {
    expect(whyTooFew(counts(read), counts(asked))).toBe(text);
    expect(whyTooFew(counts(asked), counts(asked))).toBeNull();
  });

  it('advises more items where all that were asked would be too few', () => {
    expect(whyTooFew(counts(singles(12)), counts(singles(15)))).toContain('8 more items');
  });
});
