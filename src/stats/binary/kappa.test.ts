import { expect, it } from 'vitest';
import { agreementTable, cohenKappa, observedAgreement } from './kappa.ts';

// bench/reference/scores.R, psych::cohen.kappa
const table = [
  [20, 5, 1],
  [4, 15, 6],
  [2, 3, 24],
];

it('agrees with R’s psych, unweighted, linear and quadratic', () => {
  expect(cohenKappa(table)).toBeCloseTo(0.604705882353, 10);
  expect(cohenKappa(table, 'linear')).toBeCloseTo(0.669535283993, 10);
  expect(cohenKappa(table, 'quadratic')).toBeCloseTo(0.73124300112, 10);
  expect(observedAgreement(table)).toBeCloseTo(59 / 80, 12);
});

it('is 0 for independent raters and 1 for equal ones', () => {
  expect(
    cohenKappa([
      [9, 3],
      [3, 1],
    ]),
  ).toBeCloseTo(0, 12);
  expect(
    cohenKappa([
      [9, 0],
      [0, 1],
    ]),
  ).toBe(1);
});

it('is null where both raters know one category only', () => {
  expect(
    cohenKappa([
      [9, 0],
      [0, 0],
    ]),
  ).toBeNull();
  expect(
    cohenKappa([
      [0, 0],
      [0, 0],
    ]),
  ).toBeNull();
  expect(observedAgreement([[0]])).toBeNull();
});

it('counts ratings and refuses an unknown category', () => {
  const categories = ['full', 'partial', 'none'] as const;
  expect(
    agreementTable(categories, [
      ['full', 'partial'],
      ['none', 'none'],
      ['full', 'partial'],
    ]),
  ).toEqual([
    [0, 2, 0],
    [0, 0, 0],
    [0, 0, 1],
  ]);
  expect(() => agreementTable(['a'], [['a', 'b']])).toThrow(RangeError);
});
