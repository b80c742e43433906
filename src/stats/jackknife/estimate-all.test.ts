import { describe, expect, it } from 'vitest';
import { estimateAll, isAboveZero, isBelowZero } from './estimate-all.ts';

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
