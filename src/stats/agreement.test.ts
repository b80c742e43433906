import { describe, expect, it } from 'vitest';
import { cohenKappa, mcnemar, observedAgreement, roganGladen } from './agreement.ts';

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

it('agrees with the published example: 1 against 7 (Fagerland, Lydersen and Laake 2013, table 1)', () => {
  const test = mcnemar(1, 7);
  expect(test.exact).toBeCloseTo(0.0703, 4);
  expect(test.midP).toBeCloseTo(0.0391, 4);
});

it('agrees with R’s binom.test, also for large counts (bench/reference/scores.R)', () => {
  expect(mcnemar(5, 15).exact).toBeCloseTo(0.041389465332, 10);
  expect(mcnemar(15, 5).midP).toBeCloseTo(0.0266036987305, 10);
  expect(mcnemar(480, 560).exact).toBeCloseTo(0.0142590790954, 9);
});

it('has p = 1 for no or balanced discordant pairs, and p near 0 for very unbalanced ones', () => {
  expect(mcnemar(0, 0).exact).toBe(1);
  expect(mcnemar(6, 6).exact).toBe(1);
  expect(mcnemar(6, 6).midP).toBeCloseTo(1 - 924 / 4096 / 2, 12);
  expect(mcnemar(0, 100_000).exact).toBe(0);
  expect(() => mcnemar(0.5, 2)).toThrow(RangeError);
});

const known = (value: number) => ({ kind: 'known', value }) as const;

describe('known sensitivity and specificity', () => {
  it('agrees with the example of epiR’s epi.prev: 23 of 150, Se .96, Sp .89 is 5.1 per 100', () => {
    const found = roganGladen({ positive: 23, n: 150, sensitivity: known(0.96), specificity: known(0.89) });
    expect(found?.value).toBeCloseTo(0.051, 3);
    // prop.test's interval, transformed (bench/reference/scores.R)
    expect(found?.interval.low).toBe(0);
    expect(found?.interval.high).toBeCloseTo(0.128917449086, 10);
  });

  it('returns the value before clipping', () => {
    const found = roganGladen({ positive: 4, n: 150, sensitivity: known(0.9), specificity: known(0.9) });
    expect(found?.value).toBe(0);
    expect(found?.uncut).toBeCloseTo((4 / 150 - 0.1) / 0.8, 12);
  });

  it('is null for a judge at chance level, and without items', () => {
    expect(roganGladen({ positive: 4, n: 150, sensitivity: known(0.4), specificity: known(0.6) })).toBeNull();
    expect(roganGladen({ positive: 0, n: 0, sensitivity: known(0.9), specificity: known(0.9) })).toBeNull();
  });
});

describe('measured sensitivity and specificity', () => {
  const judged = {
    positive: 90,
    n: 300,
    sensitivity: { kind: 'measured', right: 85, n: 100 },
    specificity: { kind: 'measured', right: 180, n: 200 },
  } as const;

  it('agrees with Lang and Reiczigel’s equations in R (bench/reference/scores.R)', () => {
    const found = roganGladen(judged);
    expect(found?.value).toBeCloseTo(0.266666666667, 10);
    expect(found?.interval.low).toBeCloseTo(0.183427516926, 10);
    expect(found?.interval.high).toBeCloseTo(0.354010715785, 10);
  });

  it('is wider than if the rates were known, and null where they were not measured', () => {
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    const certain = roganGladen({ ...judged, sensitivity: known(0.85), specificity: known(0.9) });
    expect(width(roganGladen(judged)!.interval)).toBeGreaterThan(width(certain!.interval));
    expect(roganGladen({ ...judged, sensitivity: { kind: 'measured', right: 0, n: 0 } })).toBeNull();
  });

  it('returns the interval [0, 1] where the rates come from too few items', () => {
    const measured = (right: number, n: number) => ({ kind: 'measured', right, n }) as const;
    const few = { positive: 30, n: 100, sensitivity: measured(1, 1), specificity: measured(1, 100) };
    expect(roganGladen(few)?.interval).toMatchObject({ low: 0, high: 1 });
  });
});
