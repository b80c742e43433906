import { describe, expect, it } from 'vitest';
import { detectableMcNemar, itemsForMargin, midPMcNemar, tangoBounds, tangoPs, tangoZ } from './mcnemar.ts';

const pairs = (onlyFirst: number, onlySecond: number, items: number) => ({ onlyFirst, onlySecond, items });

describe('midPMcNemar', () => {
  // SciPy 1.16: stats.binom.sf(b, b + c, .5) + stats.binom.pmf(b, b + c, .5) / 2
  it.each([
    [17, 7, 0.021642625331878683],
    [5, 0, 0.015625],
    [1, 12, 0.99908447265625],
    [30, 21, 0.10580428438075806],
  ])('is SciPy’s for %i only first, %i only second', (onlyFirst, onlySecond, higher) => {
    const found = midPMcNemar({ onlyFirst, onlySecond });
    expect(found.higher).toBeCloseTo(higher, 12);
    expect(found.lower).toBeCloseTo(1 - higher, 12);
    expect(found.twoSided).toBeCloseTo(2 * Math.min(higher, 1 - higher), 12);
  });

  it('finds nothing without an item that differs, and a word with five items on one side', () => {
    expect(midPMcNemar({ onlyFirst: 0, onlySecond: 0 })).toEqual({ higher: 1, lower: 1, twoSided: 1 });
    expect(midPMcNemar({ onlyFirst: 4, onlySecond: 0 }).twoSided).toBe(0.0625);
    expect(midPMcNemar({ onlyFirst: 5, onlySecond: 0 }).twoSided).toBe(0.03125);
  });
});

describe('tangoZ', () => {
  // q by maximizing the trinomial likelihood under the difference (scipy.optimize.minimize_scalar), not by the closed form
  it.each([
    [17, 7, 100, -0.05, 2.948004],
    [0, 3, 200, -0.05, 2.2711],
    [4, 20, 150, -0.05, -1.853724],
    [17, 7, 100, 0.02, 1.652469],
  ])('is the score statistic of the constrained likelihood: %i, %i of %i, %f', (b, c, n, difference, z) => {
    expect(tangoZ(pairs(b, c, n), difference)).toBeCloseTo(z, 5);
  });

  it('falls with the difference, to the ends of the scale', () => {
    for (const counts of [pairs(0, 0, 50), pairs(3, 9, 50), pairs(50, 0, 50)]) {
      let before = Number.POSITIVE_INFINITY;
      for (let step = -99; step <= 99; step += 1) {
        const z = tangoZ(counts, step / 100);
        expect(z).toBeLessThanOrEqual(before);
        before = z;
      }
    }
  });

  it('has the tails of a normal deviate', () => {
    const { higher, lower } = tangoPs(pairs(2, 6, 200), -0.05);
    expect(higher).toBeCloseTo(0.042485862075808734, 10); // scipy.stats.norm.sf of the closed form
    expect(higher + lower).toBeCloseTo(1, 12);
  });
});

describe('tangoBounds', () => {
  // scipy.optimize.brentq on the constrained likelihood's z
  it.each([
    [17, 7, 100, 0.004245083, 0.198955226],
    [3, 12, 44, -0.36960941, -0.03549233],
    [2, 20, 300, -0.09496241, -0.03281687],
  ])('holds what the score test does not reject: %i, %i of %i', (b, c, n, low, high) => {
    const found = tangoBounds(pairs(b, c, n), 6);
    expect(found.kind === 'known' && found.value[0]).toBeCloseTo(low, 6);
    expect(found.kind === 'known' && found.value[1]).toBeCloseTo(high, 6);
  });

  it('has ends where no item differs, and none below six items', () => {
    const found = tangoBounds(pairs(0, 0, 100), 6);
    expect(found.kind === 'known' && found.value[1]).toBeCloseTo(3.841458820694124 / (100 + 3.841458820694124), 10);
    expect(tangoBounds(pairs(0, 0, 5), 6)).toEqual({ kind: 'withheld', reason: 'fewer than 6 items' });
  });

  it('never contradicts the mid-p test', () => {
    let stretched = 0;
    for (let differing = 0; differing <= 150; differing += 1)
      for (let first = 0; first <= differing; first += 1) {
        const counts = pairs(first, differing - first, 200);
        const found = tangoBounds(counts, 6);
        if (found.kind !== 'known') continue;
        const [low, high] = found.value;
        expect(midPMcNemar(counts).twoSided <= 0.05).toBe(low > 0 || high < 0);
        stretched += Number(low === 0 || high === 0);
      }
    expect(stretched).toBeGreaterThan(0);
  });
});

describe('detectableMcNemar', () => {
  // SciPy: brentq on the sum over all numbers of differing items of binom.pmf times the probability of each mid-p <= .025
  it.each([
    [1, 100, 0.066296704],
    [24, 100, 0.133778877],
    [10, 300, 0.027573548],
    [0, 40, 0.162327593],
  ])('is found in .80 of such runs: %i of %i differ', (differing, items, value) => {
    const found = detectableMcNemar(pairs(differing, 0, items));
    expect(found.kind === 'known' && found.value).toBeCloseTo(value, 5);
  });

  // SciPy: the same sum, with each mid-p that of the differing items and the items against
  it.each([
    [25, 171, 29, 0.301580848],
    [10, 90, 5, 0.18475030243566895],
  ])('counts items without a score against it: %i of %i differ, %i against', (differing, items, against, value) => {
    const found = detectableMcNemar(pairs(differing, 0, items), { against });
    expect(found.kind === 'known' && found.value).toBeCloseTo(value, 5);
  });

  it('takes steps where a million items would be counted one by one', () => {
    const [exact, stepped] = [
      detectableMcNemar(pairs(1_000, 0, 10_000)),
      detectableMcNemar(pairs(10_000, 0, 1_000_000)),
    ];
    expect(exact.kind === 'known' && exact.value).toBeCloseTo(0.008853, 5);
    // (z(.975) + z(.8)) sqrt(share / n), share .01
    expect(stepped.kind === 'known' && stepped.value).toBeCloseTo(2.8015852 * Math.sqrt(0.01 / 1e6), 5);
    expect(detectableMcNemar(pairs(0, 0, 3))).toMatchObject({ kind: 'withheld' });
  });
});

describe('itemsForMargin', () => {
  it('is the smallest number that excludes a margin without a loss', () => {
    expect([0.01, 0.02, 0.03, 0.05, 0.1].map(itemsForMargin)).toEqual([381, 189, 125, 73, 35]);
    for (const margin of [0.01, 0.05, 0.1]) {
      const needed = itemsForMargin(margin);
      expect(tangoPs(pairs(0, 0, needed), -margin).higher).toBeLessThanOrEqual(0.025);
      expect(tangoPs(pairs(0, 0, needed - 1), -margin).higher).toBeGreaterThan(0.025);
    }
  });
});
