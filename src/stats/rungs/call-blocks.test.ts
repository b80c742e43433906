import { describe, expect, it } from 'vitest';
import { callBlocks, movement } from './call-blocks.ts';

const values = [0.2, 0.5, 0.1, 0.9, 0.4, 0.3, 0.6, 0.2, 0.8, 0.7, 0.9, 0.8, 0.4, 0.6, 1, 0.1, 0.7, 0.5, 0.5, 0.9];
const ones = values.map(() => 1);
const quarter = Int32Array.from(values, (_, c) => Math.floor(c / 5));

describe('movement', () => {
  it('equals the Wald test of statsmodels OLS with cluster covariance (no correction) times 20 / 19', () => {
    const found = movement(values, ones, quarter);
    expect(found.f).toBeCloseTo(1.5360942507367874, 10);
    expect(found.p).toBeCloseTo(0.24364560680943267, 10); // scipy.stats.f.sf(f, 3, 16)
    expect(found.moved).toBe(false);
  });

  it('counts a quarter without variance as moved', () => {
    const still = values.map((value, c) => (c < 5 ? 0 : value));
    expect(movement(still, ones, quarter)).toEqual({ f: null, p: 0, moved: true });
  });
});

describe('callBlocks', () => {
  const base = (n: number, askedAt: readonly (number | null)[] | null, level: (unit: number) => number) => {
    const units = Array.from({ length: n }, (_, unit) => unit);
    return callBlocks({ units, cluster: units, clusters: n, askedAt, level });
  };

  it('cuts quarters at the strongest change', () => {
    const times = Array.from({ length: 40 }, (_, i) => i);
    const { block, blocks, quarter: quarters } = base(40, times, (unit) => (unit < 25 ? 0 : 1));
    expect(blocks).toBe(5);
    expect([...(quarters ?? [])].filter((q) => q === 2)).toHaveLength(10);
    expect(block[24]).not.toBe(block[25]); // inside the third quarter
    expect(block[20]).toBe(block[24]);
  });

  it('follows the time, not the order of rows', () => {
    const times = Array.from({ length: 40 }, (_, i) => i);
    const forward = base(40, times, (unit) => unit % 3);
    const backward = base(40, times.toReversed(), (unit) => (39 - unit) % 3);
    expect([...backward.block].toReversed()).toEqual([...forward.block]);
  });

  it('is one block without times, and where all calls have one time', () => {
    expect(base(8, null, () => 0)).toMatchObject({ blocks: 1, quarter: null });
    expect(
      base(
        8,
        Array.from({ length: 8 }, () => 5),
        () => 0,
      ),
    ).toMatchObject({ blocks: 1, quarter: null });
  });

  it('puts a cluster into the block of its first unit', () => {
    const units = Array.from({ length: 40 }, (_, unit) => unit);
    const cluster = units.map((unit) => unit % 20);
    const { quarter: quarters } = callBlocks({ units, cluster, clusters: 20, askedAt: units, level: () => 0 });
    expect([...(quarters ?? [])]).toEqual(Array.from({ length: 20 }, (_, c) => Math.floor(c / 5)));
  });
});
