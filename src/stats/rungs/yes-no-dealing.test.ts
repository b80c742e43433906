import { describe, expect, it } from 'vitest';
import { yesNoDealing } from './yes-no-dealing.ts';

/** Returns units with the counts of a 2 x 2 table: rows predictions (yes, no), columns outcomes (yes, no). */
function table([[a, b], [c, d]]: readonly [readonly [number, number], readonly [number, number]], cell = 0) {
  const cells = [
    [1, 1, a],
    [1, 0, b],
    [0, 1, c],
    [0, 0, d],
  ] as const;
  const units = cells.flatMap(([p, y, count]) => Array.from({ length: count }, () => ({ p, y, cell })));
  return units;
}

function test(units: readonly { p: number; y: number; cell: number }[]) {
  return yesNoDealing({
    predictions: units.map(({ p }) => p),
    outcomes: units.map(({ y }) => y),
    cell: units.map(({ cell }) => cell),
  });
}

describe('yesNoDealing', () => {
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
    const units = outcomes.map((y, unit) => ({ p: Number(unit < 5), y, cell: 0 }));
    expect(test(units).observed).toBe(3.5);
    expect(test(units).above).toBeCloseTo(0.07142857142857142, 12);
  });

  it('equals the enumeration of all choices with shares of executions', () => {
    // itertools.combinations of the outcomes in Python; scipy.stats.permutation_test of their sum gives the same
    const dealt = (outcomes: readonly number[], said: readonly number[]) =>
      test(outcomes.map((y, unit) => ({ p: Number(said.includes(unit)), y, cell: 0 })));
    const fifths = [0.2, 0.4, 1, 1, 0.8, 0.6, 0, 0, 0.2, 0.4];
    expect(dealt(fifths, [2, 3, 4, 5]).above).toBeCloseTo(1 / 210, 12);
    expect(dealt(fifths, [2, 3, 4, 5]).smallest).toBeCloseTo(1 / 210, 12);
    expect(dealt(fifths, [1, 2, 3, 8]).above).toBeCloseTo(0.13333333333333333, 12);
    expect(dealt(fifths, [1, 2, 3, 8]).below).toBeCloseTo(0.9238095238095239, 12);
    const lost = [1 / 3, 2 / 5, 1, 2 / 3, 0, 0.2, 0.8, 0]; // of three and five executions
    expect(dealt(lost, [0, 2, 4])).toMatchObject({ observed: expect.closeTo(4 / 3, 12) });
    expect(dealt(lost, [0, 2, 4]).above).toBeCloseTo(0.48214285714285715, 12);
    expect(dealt(lost, [0, 2, 4]).below).toBeCloseTo(0.5714285714285714, 12);
  });

  it('rounds shares of unequal numbers of executions, where few are predicted and the normal tail is too small', () => {
    // 17, 18, 19 or 20 executions; itertools.combinations of fractions.Fraction in Python: 78 and 9,836 of 9,880 choices (normal: .0036)
    const cameTrue = new Map([0, 5, 11, 17, 23, 30].map((unit, at) => [unit, [16, 1, 1, 2, 1, 1][at] as number]));
    const units = Array.from({ length: 40 }, (_, unit) => {
      return { p: Number([0, 1, 5].includes(unit)), y: (cameTrue.get(unit) ?? 0) / (17 + (unit % 4)), cell: 0 };
    });
    expect(test(units).above).toBeCloseTo(78 / 9880, 12);
    expect(test(units).below).toBeCloseTo(9836 / 9880, 12);
    expect(test(units).smallest).toBeCloseTo(1 / 9880, 12);
  });

  it('takes many units of several executions in bounded work', () => {
    const units = Array.from({ length: 40_000 }, (_, at) => ({ p: at % 2, y: ((at * 7) % 11) / 10, cell: 0 }));
    const found = test(units);
    expect(found.above).toBeGreaterThan(0.4);
    expect(found.above).toBeLessThan(0.6);
    expect(found.detectable(0.025, 0.8)).toBeNull();
  });

  it('deals within cells only', () => {
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

  it('tells the excess that 4 of 5 runs would find, by the noncentral hypergeometric distribution', () => {
    // scipy.stats.nchypergeom_fisher(n, Y, P, odds): odds by brentq where sf(critical - 1) = .8, then 2 (mean - PY/n) / (n - 1)
    const counts = (n: number, P: number, Y: number, cell = 0) => {
      const both = Math.round((P * Y) / n);
      return table(
        [
          [both, P - both],
          [Y - both, n - P - Y + both],
        ],
        cell,
      );
    };
    const excess = (units: ReturnType<typeof counts>) => {
      const found = test(units).detectable(0.025, 0.8);
      return found?.kind === 'known' ? found.value : Number.NaN;
    };
    expect(test(counts(100, 50, 50)).critical(0.025)).toBe(31);
    expect(excess(counts(100, 50, 50))).toBeCloseTo(0.15153724178989017, 10);
    expect(excess(counts(200, 40, 40))).toBeCloseTo(0.0769059359211152, 10);
    expect(excess(counts(50, 15, 20))).toBeCloseTo(0.19240494938179956, 10);
    // two cells: pmf convolved with numpy.convolve, one odds ratio in both
    expect(excess([...counts(40, 20, 18), ...counts(25, 10, 9, 1)])).toBeCloseTo(0.1735983244415601, 10);
  });

  it('withholds that excess where no count is significant', () => {
    const units = table([
      [1, 1],
      [0, 38],
    ]);
    expect(test(units).detectable(0.025, 0.8)).toMatchObject({ kind: 'withheld' });
  });
});
