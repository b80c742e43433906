import { describe, expect, it } from 'vitest';
import { exactDealing } from './dealing.ts';

/** Returns units with the counts of a 2 x 2 table: rows predictions (yes, no), columns outcomes (yes, no). */
function table([[a, b], [c, d]]: readonly [readonly [number, number], readonly [number, number]], block = 0) {
  const cells = [
    [1, 1, a],
    [1, 0, b],
    [0, 1, c],
    [0, 0, d],
  ] as const;
  const units = cells.flatMap(([p, y, count]) => Array.from({ length: count }, () => ({ p, y, block })));
  return units;
}

function test(units: readonly { p: number; y: number; block: number }[]) {
  return exactDealing({
    predictions: units.map(({ p }) => p),
    outcomes: units.map(({ y }) => y),
    block: units.map(({ block }) => block),
  });
}

describe('exactDealing', () => {
  it("equals Fisher's tea tasting (1935) and scipy.stats.fisher_exact", () => {
    expect(
      test(
        table([
          [3, 1],
          [1, 3],
        ]),
      ).above,
    ).toBeCloseTo(17 / 70, 12);
    expect(
      test(
        table([
          [12, 5],
          [6, 17],
        ]),
      ).above,
    ).toBeCloseTo(0.006271031877261021, 12);
    expect(
      test(
        table([
          [12, 5],
          [6, 17],
        ]),
      ).below,
    ).toBeCloseTo(0.9992383930092495, 12);
  });

  it('equals scipy.stats.multivariate_hypergeom with outcomes of 0, 1/2 and 1', () => {
    const outcomes = [1, 1, 1, 0.5, 0, 0, 0, 0, 0.5, 0.5]; // five predictions of yes sum to 3.5
    const units = outcomes.map((y, unit) => ({ p: Number(unit < 5), y, block: 0 }));
    expect(test(units).observed).toBe(3.5);
    expect(test(units).above).toBeCloseTo(0.07142857142857142, 12);
  });

  it('deals within blocks only', () => {
    const first = table([
      [3, 1],
      [1, 3],
    ]);
    const found = test([
      ...first,
      ...table(
        [
          [3, 1],
          [1, 3],
        ],
        1,
      ),
    ]);
    const masses = [1, 16, 36, 16, 1].map((count) => count / 70);
    const both = (sum: number) => masses.reduce((total, p, i) => total + p * (masses[sum - i] ?? 0), 0);
    expect(found.above).toBeCloseTo(both(6) + both(7) + both(8), 12);
    expect(found.smallest).toBeCloseTo(1 / 4900, 12);
    expect(found.expected).toBeCloseTo(4, 12);
  });

  it('sums both tails to 1 and the observed value', () => {
    const found = test(
      table([
        [4, 9],
        [11, 3],
      ]),
    );
    const one = found.above + found.below;
    expect(one).toBeGreaterThan(1);
    expect(found.critical(0.025)).toBe(11); // scipy.stats.hypergeom.sf(9, 27, 15, 13) = .038, sf(10, ..) = .005
  });

  it('takes a million units in bounded work', () => {
    const found = test(
      table([
        [120_500, 279_500],
        [179_500, 420_500],
      ]),
    );
    expect(found.above).toBeGreaterThan(0.01);
    expect(found.above).toBeLessThan(0.03); // z = 2.18
  });
});
