import { describe, expect, it } from 'vitest';
import {
  type ClusterEstimate,
  correlationBounds,
  effectiveClusters,
  estimateAll,
  isAboveZero,
  isBelowZero,
  jackknife,
  jackknifeAll,
  pAbove,
  pBelow,
  ratioOfSums,
  reasons,
  shareBounds,
  tBounds,
  twoSidedP,
} from './jackknife.ts';

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
  // NumPy and SciPy: each of 24 clusters of 1 to 9 units left out in turn; t with Kish - 1 degrees of freedom
  it('is the delete-one-cluster jackknife, with the degrees of freedom of Kish’s number of clusters', () => {
    const sizes = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4];
    const value = (i: number, j: number) => ((i * 7 + j * j * 3 + i * j) % 5) / 4 - ((i + 2 * j) % 4) / 4;
    const sumOf = (size: number, i: number) =>
      Array.from({ length: size }, (_, j) => value(i, j)).reduce((sum, each) => sum + each, 0);
    const found = ratioOfSums(sizes.map(sumOf), sizes) as ClusterEstimate;
    expect(found.value).toBeCloseTo(0.15, 12);
    expect(found.se).toBeCloseTo(0.03598722928753457, 12);
    expect(found.df).toBeCloseTo(18.865905848787445 - 1, 10);
    expect(twoSidedP(found)).toBeCloseTo(0.0005859528189864262, 12);
    const bounds = tBounds(found);
    expect(bounds.kind === 'known' && bounds.value[0]).toBeCloseTo(0.07435294031078495, 10);
    expect(bounds.kind === 'known' && bounds.value[1]).toBeCloseTo(0.22564705968921506, 10);
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

describe('shareBounds', () => {
  it('is the Wilson interval of Newcombe (1998, table I: 81 of 263) for many clusters', () => {
    const value = 81 / 263;
    const se = Math.sqrt((value * (1 - value)) / 263);
    const bounds = shareBounds({ value, se, df: 1_000_000 }, 263);
    expect(bounds.kind === 'known' && bounds.value.map((end) => end.toFixed(4))).toEqual(['0.2553', '0.3662']);
  });

  it('counts clusters, not units, where nothing varies', () => {
    const all = shareBounds({ value: 1, se: 0, df: 19 }, 400);
    const t2 = 2.0930240544083087 ** 2;
    expect(all.kind === 'known' && all.value[0]).toBeCloseTo(20 / (20 + t2), 10);
    expect(all.kind === 'known' && all.value[1]).toBe(1);
  });

  it('is never narrower than with as many trials as units', () => {
    const bounds = shareBounds({ value: 0.5, se: 1e-4, df: 99 }, 100);
    expect(bounds.kind === 'known' && bounds.value[1] - bounds.value[0]).toBeGreaterThan(0.18);
  });
});

describe('correlationBounds', () => {
  const estimate = { value: 0.4, se: 0.1, df: 49 };

  it('is Fisher z with the t quantile', () => {
    const bounds = correlationBounds(estimate, { rarerOutcome: 20, withError: 15 });
    const half = (2.0095752371292392 * 0.1) / 0.84;
    expect(bounds.kind === 'known' && bounds.value[0]).toBeCloseTo(Math.tanh(Math.atanh(0.4) - half), 10);
  });

  it('is withheld where few clusters vary', () => {
    expect(correlationBounds(estimate, { rarerOutcome: 9, withError: 15 })).toMatchObject({
      reason: reasons.rareOutcome,
    });
    expect(correlationBounds(estimate, { rarerOutcome: 10, withError: 4 })).toMatchObject({
      reason: reasons.fewErrors,
    });
  });
});

describe('tBounds', () => {
  it('is withheld with its reason, never NaN', () => {
    expect(tBounds({ value: 1, se: 0, df: 9 })).toEqual({ kind: 'withheld', reason: reasons.variation });
    expect(tBounds({ value: 1, se: null, df: 0 })).toEqual({ kind: 'withheld', reason: reasons.clusters });
    expect(tBounds({ value: 0.9, se: 0.2, df: 9 }, { lowest: 0, highest: 1 })).toMatchObject({
      value: [expect.any(Number), 1],
    });
  });
});

describe('pAbove, pBelow and twoSidedP', () => {
  it('are those of the exact sign test where all clusters have one value', () => {
    const equal = { value: 0.5, se: 0, df: 9 };
    expect([pAbove(equal), pBelow(equal), twoSidedP(equal)]).toEqual([2 ** -10, 1, 2 ** -9]);
  });

  it.each([1e-16, -1e-16, 3e-14, -3e-14, 0])('find no sign in round-off: %s', (value) => {
    const roundedOff = { value, se: 0, df: 40 };
    expect([pAbove(roundedOff), pBelow(roundedOff), twoSidedP(roundedOff)]).toEqual([1, 1, 1]);
  });
});

const share = (totals: Float64Array) => [totals[1]! > 0 ? totals[0]! / totals[1]! : null];
const clusters = (values: readonly number[]) => values.map((value) => [value, 1]);

describe('estimateAll', () => {
  it('gives a value with its interval', () => {
    const [found] = estimateAll({ clusters: clusters([0, 1, 0, 1, 1, 1, 0, 1]), n: 8 }, share);
    expect(found).toMatchObject({ value: 0.625, n: 8, clusters: 8, missing: null });
    expect(found!.interval![0]).toBeLessThan(0.625);
  });

  it.each([
    ['no rows in a used group', []],
    ['5 strings, fewer than the 6 that an interval needs', [0, 1, 0, 1, 1]],
    ['no variation between strings, or undefined without one of them', [1, 1, 1, 1, 1, 1]],
  ])('says why the interval is missing: %s', (reason, values) => {
    const [found] = estimateAll({ clusters: clusters(values), n: values.length }, share);
    expect(found).toMatchObject({ interval: null, missing: reason });
  });

  it('gives exactly 0 for a sum of differences that is 0 but for round-off', () => {
    const [found, drawn] = estimateAll({ clusters: clusters([0, 1, 0, 1, 1, 1, 0, 1]), n: 8 }, (totals) => {
      const [value] = share(totals) as [number];
      return [0.1 + 0.2 - 0.3, value * 0.1 + value * 0.2 - value * 0.3];
    });
    expect([found!.value, drawn!.value]).toEqual([0, 0]);
    expect([found!.interval, drawn!.interval]).toEqual([null, null]); // the same without each cluster
  });

  it('keeps the smallest difference that rates of many rows can have', () => {
    const smallest = 1 / (1e5 * 1e5);
    const [found] = estimateAll({ clusters: clusters([0, 1]), n: 2 }, () => [smallest]);
    expect(found!.value).toBe(smallest);
  });

  it('gives null, never NaN, for an undefined value', () => {
    const [found] = estimateAll({ clusters: clusters([1, 1]), n: 2 }, () => [0 / 0]);
    expect(found!.value).toBeNull();
    expect(found!.missing).toBe('not defined for these rows');
  });
});

describe('isAboveZero', () => {
  it('needs the whole interval above 0', () => {
    const interval = (low: number, high: number) => ({ interval: [low, high] as const });
    expect([isAboveZero(interval(0.01, 1)), isAboveZero(interval(0, 1)), isAboveZero({ interval: null })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isBelowZero(interval(-1, -0.01)), isBelowZero(interval(-1, 0)), isBelowZero({ interval: null })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('jackknifeAll of clusters that share a tally', () => {
  it('is the same as of equal tallies, and asks the statistic once for each object', () => {
    const [yes, no] = [Float64Array.of(1, 1), Float64Array.of(1, 0)];
    const shared = Array.from({ length: 60 }, (_, cluster) => (cluster % 3 === 0 ? yes : no));
    let asked = 0;
    const share = (sums: Float64Array) => {
      asked += 1;
      return [(sums[1] as number) / (sums[0] as number)];
    };
    const found = jackknifeAll(shared, share);
    expect(asked).toBe(3); // all clusters, and without each of the two
    expect(found).toEqual(
      jackknifeAll(
        shared.map((tally) => tally.slice()),
        share,
      ),
    );
  });
});
