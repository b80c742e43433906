import { describe, expect, it } from 'vitest';
import { oneValue } from './one-value.ts';

const of = (...counts: readonly number[]) => oneValue(new Map(counts.map((count, value) => [value, count])));

describe('oneValue', () => {
  it.each([
    ['all', [20], { value: 0, own: 20, of: 20, effect: 'one answer: it cannot rank items' }],
    [
      'all but one of 500',
      [1, 499],
      { value: 1, own: 499, effect: 'one answer on over 95 %: only the other one can show a fit' },
    ],
    [
      '96 %, the others of several values',
      [960, 20, 15, 5],
      { effect: 'one answer on over 95 %: only the other 40 can show a fit' },
    ],
    ['just over 95 %', [5, 96], { value: 1, effect: 'one answer on over 95 %: only the other 5 can show a fit' }],
    ['95 %', [95, 5], { effect: 'it ranks few items: only the other 5 can show a fit' }],
    ['just over 90 %', [91, 9], { effect: 'it ranks few items: only the other 9 can show a fit' }],
  ])('names a value that %s of the predictions are', (_, counts, expected) => {
    expect(of(...counts)).toMatchObject(expected);
  });

  it.each([
    ['90 %', [90, 10]],
    ['two halves', [50, 50]],
    ['all of 19', [19]],
    ['nothing', []],
  ])('names none where it is %s', (_, counts) => {
    expect(of(...counts)).toBeNull();
  });
});
