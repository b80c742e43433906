import { describe, expect, it } from 'vitest';
import { comparePairs } from './compare-sides.ts';

const unit = (score: number | null) =>
  ({ score, state: score === null ? 'missing' : score > 0.5 ? 'right' : score < 0.5 ? 'wrong' : 'mixed' }) as const;

describe('comparePairs', () => {
  it('takes the mean difference over units that both have, by hand', () => {
    const pairs = [
      ...[0, 0, 1].map((a, index) => ({ a: unit(a), b: unit(1), cluster: `${index}` })),
      { a: unit(null), b: unit(1), cluster: '3' },
    ];
    expect(comparePairs('e', pairs)).toMatchObject({
      ...{
        units: 3,
        clusters: 3,
        a: 1 / 3,
        b: 1,
        difference: 2 / 3,
        interval: null,
        method: 'no interval: fewer than 6 groups',
      },
    });
  });

  it('lists the units that changed, both ways, and counts those that are not shown', () => {
    const gained = Array.from({ length: 600 }, (_, index) => ({ a: unit(0), b: unit(1), cluster: `${index}` }));
    const page = comparePairs('e', [...gained, { a: unit(1), b: unit(0), cluster: 'x' }]);
    expect([page.gained.count, page.gained.shown.length, page.lost.count]).toEqual([600, 500, 1]);
  });

  it('has an interval around no difference for sides that differ by chance', () => {
    const pairs = Array.from({ length: 100 }, (_, index) => ({
      ...{ a: unit(index % 2), b: unit((index + 1) % 2), cluster: `${index}` },
    }));
    const { difference, interval, intervalA, intervalB } = comparePairs('e', pairs);
    expect(difference).toBe(0);
    expect(intervalA?.[0]).toBeLessThan(0.5);
    expect(intervalB?.[1]).toBeGreaterThan(0.5);
    expect((intervalA?.[1] ?? 0) - (intervalA?.[0] ?? 0)).toBeCloseTo((intervalB?.[1] ?? 0) - (intervalB?.[0] ?? 0));
    expect(interval?.[0]).toBeLessThan(0);
    expect(interval?.[1]).toBeGreaterThan(0);
  });

  it('has the interval of the paired t that seb compare prints', () => {
    const pairs = Array.from({ length: 100 }, (_, index) => ({
      ...{ a: unit(index < 6 ? 0 : 1), b: unit(1), cluster: `${index}` },
    }));
    const se = Math.sqrt((0.06 * 0.94) / 99);
    const { interval } = comparePairs('e', pairs);
    expect(interval?.[0]).toBeCloseTo(0.06 - 1.98421695 * se, 6); // R: qt(.975, 99)
    expect(interval?.[1]).toBeCloseTo(0.06 + 1.98421695 * se, 6);
  });
});
