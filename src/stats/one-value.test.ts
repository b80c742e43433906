import { describe, expect, it } from 'vitest';
import { oneValue, oneValueEffect } from './one-value.ts';

const of = (...counts: readonly number[]) => oneValue(new Map(counts.map((count, value) => [value, count])));

describe('oneValue', () => {
  it.each([
    ['all', [20], { value: 0, own: 20, of: 20 }],
    ['all but one of 500', [1, 499], { value: 1, own: 499, of: 500 }],
    ['96 %, the others of several values', [960, 20, 15, 5], { value: 0, own: 960, of: 1000 }],
    ['just over 90 %', [91, 9], { value: 0, own: 91, of: 100 }],
  ])('names a value that %s of the predictions are', (_, counts, expected) => {
    expect(of(...counts)).toEqual(expected);
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

describe('oneValueEffect', () => {
  it.each([
    [20, 20, false, 'one answer: it cannot rank items'],
    [99, 100, false, 'one answer: no test of the other one could show a fit'],
    [96, 100, false, 'one answer: no test of the other 4 could show a fit'],
    [92, 100, false, 'one answer: no test of the other 8 could show a fit'],
    [485, 500, true, 'one answer on over 95 %: only the other 15 can show a fit'],
    [95, 100, true, 'it ranks few items: only the other 5 can show a fit'],
  ])('of %i of %i predictions that are one value, where a test could show a fit: %s', (own, all, canFit, text) => {
    expect(oneValueEffect({ own, of: all }, canFit)).toBe(text);
  });
});
