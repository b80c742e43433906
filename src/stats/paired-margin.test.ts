import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import type { PairedScores } from './paired.ts';
import { detectableAtMargin, pairedAtMargin } from './paired-margin.ts';

const scale = { lowest: 0, highest: 1 };

/** Scores of single items: those that only the first or only the second side has right, and those that both have right. */
function singles(onlyFirst: number, onlySecond: number, items: number, more: Partial<PairedScores> = {}): PairedScores {
  const own = Array.from({ length: items }, (_, unit) => Number(unit < onlyFirst || unit >= onlyFirst + onlySecond));
  const other = Array.from({ length: items }, (_, unit) => Number(unit >= onlyFirst));
  return { own, other, cluster: own.map((_, unit) => unit), clusters: items, scale, ...more };
}

const at = (scores: PairedScores, margin: number) => pairedAtMargin(scores, { margin, isShare: true });

describe('pairedAtMargin', () => {
  // SciPy: the larger of norm.sf of Tango's z at -M and t.sf of the mean difference + M
  it.each([
    [2, 6, 200, 0.05, 0.042485862075808734, 0.9826603597658263],
    [1, 16, 200, 0.05, 0.9182463519087819, 0.10606144685850007],
    [0, 0, 73, 0.05, 0.0249903636798906, 1],
    [0, 0, 72, 0.05, 0.0257879318104385, 1],
  ])('takes the larger p of Tango’s test and t: %i, %i of %i, margin %f', (b, c, n, margin, within, lower) => {
    const found = at(singles(b, c, n), margin);
    expect(found).toMatchObject({ test: 'tango-t', untested: null });
    expect(found.within).toBeCloseTo(within, 10);
    expect(found.lower).toBeCloseTo(lower, 10);
  });

  it('does not exclude a drop of 1 point by one gain and no loss in 100 items', () => {
    const found = at(singles(1, 0, 100), 0.01);
    expect(found.within).toBeCloseTo(0.07760924484234204, 10); // t alone: .024
    expect(found).toMatchObject({ needed: 381, counts: 'items', available: 100 });
  });

  it('tests a drop at margin 0 by mid-p', () => {
    expect(at(singles(7, 17, 100), 0)).toMatchObject({
      test: 'mcnemar',
      lower: expect.closeTo(0.021642625331878683, 12),
    });
  });

  it('is untested below 20 items, and where groups of unequal size count as fewer than 15', () => {
    expect(at(singles(0, 0, 19), 0.1).untested).toBe(
      '19 items, fewer than the 20 that a gate needs; 1 more item would be enough',
    );
    const grouped = singles(0, 5, 140, { cluster: Array.from({ length: 140 }, (_, unit) => Math.max(0, unit - 99)) });
    expect(at({ ...grouped, clusters: 41 }, 0.05).untested).toBe(
      '140 items in 41 groups of unequal size count as 1.9, fewer than the 15 that a verdict needs; 253 more items, each in a new group, would be enough',
    );
  });

  it('takes the groups that clusters count as for the trials of the binomial', () => {
    const inPairs = (items: number) => {
      const cluster = Array.from({ length: items }, (_, unit) => Math.floor(unit / 2));
      return at(singles(0, 0, items, { cluster, clusters: items / 2 }), 0.05);
    };
    expect(inPairs(142)).toMatchObject({ test: 't-binomial', needed: 72, counts: 'groups', available: 71 });
    expect(inPairs(142).within).toBeCloseTo(0.95 ** 71, 12);
    expect(inPairs(144).within).toBeLessThanOrEqual(0.025);
  });

  it('counts missing values of the new side as wrong for a pass, and as right for a drop', () => {
    const blank = (scores: PairedScores, from: number, count: number): PairedScores => ({
      ...scores,
      own: Array.from(scores.own, (value, unit) => (unit >= from && unit < from + count ? null : value)),
    });
    const found = at(blank(singles(0, 16, 200), 100, 18), 0.05);
    expect(found.lower).toBeGreaterThan(0.025); // 8 points with the missing as right
    expect(found.lowerAtWorst).toBeLessThan(1e-5); // 17 points with them as wrong
    expect(found.within).toBeGreaterThan(0.9);
    expect(found.lowerAtWorst).toBeCloseTo(at(singles(0, 34, 200), 0.05).lower, 12);
  });

  it('is at most 3.1 % false where the true drop is the margin', () => {
    const random = seededRandom('margins');
    let [within, lower] = [0, 0];
    const sets = 1_500;
    for (let set = 0; set < sets; set += 1) {
      let losses = 0;
      for (let unit = 0; unit < 100; unit += 1) losses += Number(random() < 0.05);
      const found = at(singles(0, losses, 100), 0.05);
      within += Number(found.within <= 0.025);
      lower += Number(found.lower <= 0.025);
    }
    expect(within).toBeLessThanOrEqual(sets * 0.031 + 3 * Math.sqrt(sets * 0.031));
    expect(lower).toBeLessThanOrEqual(sets * 0.031 + 3 * Math.sqrt(sets * 0.031));
  });
});

describe('detectableAtMargin', () => {
  interface Design {
    readonly items: number;
    /** Share of the executions that only the first side has right, and only the second. */
    readonly gains: number;
    readonly losses: number;
    readonly executions: number;
    readonly group: number;
    readonly lost?: number;
  }

  function draw(random: () => number, { items, gains, losses, executions, group, lost = 0 }: Design): PairedScores {
    const own: (number | null)[] = [];
    const other: number[] = [];
    for (let item = 0; item < items; item += 1) {
      let [first, second] = [0, 0];
      for (let k = 0; k < executions; k += 1) {
        const u = random();
        const both = Number(random() < 0.5);
        first += u < gains ? 1 : u < gains + losses ? 0 : both;
        second += u < gains ? 0 : u < gains + losses ? 1 : both;
      }
      own.push(random() < lost ? null : first / executions);
      other.push(second / executions);
    }
    const cluster = own.map((_, item) => Math.floor(item / group));
    return { own, other, cluster, clusters: Math.ceil(items / group), scale };
  }

  it.each([
    { items: 100, differing: 0.06, executions: 1, group: 1 },
    { items: 200, differing: 0.02, executions: 1, group: 1 },
    { items: 200, differing: 0.1, executions: 1, group: 1 },
    { items: 100, differing: 0.06, executions: 5, group: 1 },
    { items: 300, differing: 0.1, executions: 1, group: 3 },
    { items: 200, differing: 0.06, executions: 1, group: 1, lost: 0.03 },
  ])('is found, or passed if nothing changed, in four of five comparisons: %j', ({ differing, ...design }) => {
    const random = seededRandom('power of a gate', design.items);
    const unchanged = { ...design, gains: differing / 2, losses: differing / 2 };
    for (const rule of ['within', 'lower'] as const) {
      const printed = Array.from({ length: 12 }, () =>
        detectableAtMargin(draw(random, unchanged), { rule, margin: 0.05, isShare: true, error: 0.025 }),
      ).flatMap((size) => size ?? []);
      const size = printed.reduce((sum, each) => sum + each, 0) / printed.length;
      const share = Math.max(differing, size);
      const dropped = { ...design, gains: (share - size) / 2, losses: (share + size) / 2 };
      let found = 0;
      for (let trial = 0; trial < 200; trial += 1)
        found += Number(
          rule === 'within'
            ? at(draw(random, unchanged), size).within <= 0.025
            : at(draw(random, dropped), 0.05).lower <= 0.025,
        );
      expect(found / 200, `${rule} at ${size}`).toBeGreaterThan(0.68);
      // a drop that replaces all that differs is the easiest to find; it was .98 of such comparisons and more
      expect(found / 200, `${rule} at ${size}`).toBeLessThan(rule === 'lower' ? 0.965 : 0.93);
    }
  });

  it('is the detectable difference of the mid-p test for a drop by any amount', () => {
    const power = { rule: 'lower', margin: 0, isShare: true, error: 0.025 } as const;
    expect(detectableAtMargin(singles(0, 1, 100), power)).toBeCloseTo(0.0662967, 5);
    expect(detectableAtMargin(singles(0, 1, 100), { ...power, margin: 0.05 })).toBeGreaterThan(0.1);
  });
});
