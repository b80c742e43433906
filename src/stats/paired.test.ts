import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { missingRule, paired } from './paired.ts';

const scale = { lowest: 0, highest: 1 };

function compare(first: readonly (number | null)[], second: readonly (number | null)[]) {
  return paired({ own: first, other: second, cluster: first.map((_, unit) => unit), clusters: first.length, scale });
}

describe('paired', () => {
  it('equals scipy.stats.ttest_rel for single graded units', () => {
    const graded = (times: number, modulus: number) =>
      Array.from({ length: 40 }, (_, unit) => ((unit * times) % modulus) / 100);
    const found = compare(graded(37, 101), graded(53, 97));
    expect(found).toMatchObject({ test: 't', counts: null, clusters: 40, effective: 40 });
    expect(found.p.twoSided).toBeCloseTo(0.34499909375723264, 10);
    expect(found.interval.kind === 'known' && found.interval.value[0]).toBeCloseTo(-0.06416739057259849, 10);
    expect(found.interval.kind === 'known' && found.interval.value[1]).toBeCloseTo(0.17916739057259845, 10);
  });

  it('has the mid-p of McNemar’s test and Tango’s interval for single yes/no units, and the counts', () => {
    const found = compare(
      Array.from({ length: 100 }, (_, unit) => Number(unit < 17 || unit >= 24)),
      Array.from({ length: 100 }, (_, unit) => Number(unit >= 17)),
    );
    expect(found).toMatchObject({ test: 'mcnemar', counts: { onlyFirst: 17, onlySecond: 7, items: 100 } });
    expect(found.p.twoSided).toBeCloseTo(2 * 0.021642625331878683, 12);
    expect(found.interval.kind === 'known' && found.interval.value[0]).toBeCloseTo(0.004245083, 6);
    expect(found.detectable.kind === 'known' && found.detectable.value).toBeCloseTo(0.133778877, 5);
  });

  it.each([
    ['two units of one group', { cluster: [0, ...Array.from({ length: 29 }, (_, unit) => unit)], clusters: 29 }],
    ['executions behind a score that are missing', { isPartial: (unit: number) => unit === 3, worst: () => 0.5 }],
    ['a scale that is not a share', { scale: { lowest: -1, highest: 1 } }],
  ])('has t for yes/no units with %s', (_, more) => {
    const scores = Array.from({ length: 30 }, (_unit, index) => Number(index % 3 === 0));
    const plain = {
      own: scores,
      other: scores.toReversed(),
      cluster: scores.map((_unit, index) => index),
      clusters: 30,
      scale,
    };
    expect(paired({ ...plain, missing: missingRule(0, 0) }).test).toBe('mcnemar');
    expect(paired({ ...plain, missing: missingRule(0.01, 0), ...more }).test).toBe('t');
  });

  it('adds Hall’s transformation for graded scores beside a constant alone', () => {
    const skewed = Array.from({ length: 40 }, (_, i) => ((i ** 3 % 97) / 97) ** 4);
    const constant = skewed.map(() => 0.12);
    const sides = { own: skewed, other: constant, cluster: skewed.map((_, unit) => unit), clusters: 40, scale };
    expect(paired({ ...sides, isAgainstConstant: true })).toMatchObject({
      test: 'hall',
      p: { lower: expect.closeTo(0.6445676801499283, 10) },
    });
    expect(paired(sides)).toMatchObject({ test: 't', p: { lower: expect.closeTo(0.6183018532405432, 10) } });
  });

  it('is untested where one large group makes the groups count as few', () => {
    const cluster = Array.from({ length: 140 }, (_, unit) => Math.max(0, unit - 99));
    const first = cluster.map((_, unit) => Number(unit % 3 > 0));
    const found = paired({ own: first, other: first.map((score) => 1 - score), cluster, clusters: 41, scale });
    const reason =
      '140 items in 41 groups of unequal size count as 1.9, fewer than the 15 that a verdict needs; 253 more items, each in a new group, would be enough';
    expect(found).toMatchObject({ untested: reason, p: { twoSided: 1 }, interval: { kind: 'withheld', reason } });
    expect(compare(first.slice(0, 19), first.slice(0, 19)).untested).toBe(
      '19 groups of items, fewer than the 20 that a verdict needs; 1 more item, in a new group, would be enough',
    );
  });

  it('rejects two-sided at 5 % exactly where the interval excludes 0, with missing values too', () => {
    const random = seededRandom('paired agrees');
    for (let trial = 0; trial < 200; trial += 1) {
      const draw = (share: number) =>
        Array.from({ length: 60 }, () => (random() < 0.04 ? null : Number(random() < share)));
      const found = compare(draw(0.7), draw(0.5));
      if (found.interval.kind !== 'known') continue;
      const [low, high] = found.interval.value;
      expect(found.p.twoSided <= 0.05).toBe(low > 0 || high < 0);
    }
  });

  it('is the same for rows in another order, and opposite for sides in another order', () => {
    const [own, other] = [
      Array.from({ length: 40 }, (_, k) => Number(k % 3 > 0)),
      Array.from({ length: 40 }, (_, k) => Number(k % 7 > 3)),
    ];
    const found = compare(own, other);
    const turned = compare(own.toReversed(), other.toReversed());
    expect(turned.p.higher).toBeCloseTo(found.p.higher, 12);
    const swapped = compare(other, own);
    expect(swapped.value).toBeCloseTo(-(found.value as number), 12);
    expect(swapped.p.lower).toBeCloseTo(found.p.higher, 12);
  });

  it('counts every missing value against each claim, however few they are', () => {
    const better = Array.from({ length: 100 }, (_, unit) => Number(unit % 10 < 8));
    const worse = Array.from({ length: 100 }, (_, unit) => Number(unit % 10 < 6));
    const full = compare(better, worse);
    const lost = better.map((score, unit) => (unit < 1 ? null : score));
    expect(full.missing.atWorst).toBe(false);
    const missing = compare(lost, worse);
    expect(missing.missing.atWorst).toBe(true);
    // the lost unit at its worst: own 0 (it was 1), the other score as it is
    const counted = compare(
      better.map((score, unit) => (unit < 1 ? 0 : score)),
      worse,
    );
    expect(missing.p.higher).toBeCloseTo(counted.p.higher, 12);
    expect(missing.p.higher).toBeGreaterThan(full.p.higher);
  });

  it('does not distinguish two equal models that lose wrong answers', () => {
    let found = 0;
    const random = seededRandom('paired null');
    for (let trial = 0; trial < 400; trial += 1) {
      const first = Array.from({ length: 200 }, () => Number(random() < 0.6));
      const second = Array.from({ length: 200 }, () => Number(random() < 0.6));
      const hidden = second.map((score) => (score === 0 && random() < 0.2 ? null : score));
      found += Number(compare(first, hidden).p.lower <= 0.025);
    }
    expect(found).toBeLessThanOrEqual(19); // the 99 % upper limit of 400 draws at 2.5 %
  });

  describe('with missing values, detectable', () => {
    interface Design {
      readonly isSingle: boolean;
      /** True difference. */
      readonly gain: number;
      /** Share of the first side's values that are missing. */
      readonly lost: number;
    }

    /** Draws 150 units: single yes/no answers, or grades between .25 and .75, whose differences vary by .12. */
    function draw(random: () => number, { isSingle, gain, lost }: Design) {
      const second = Array.from({ length: 150 }, () => (isSingle ? Number(random() < 0.5) : 0.25 + random() / 2));
      const moved = (score: number) => {
        if (!isSingle) return score + gain + 0.2 * (random() - 0.5);
        return random() < Math.abs(gain) / 0.5 && score === Number(gain < 0) ? 1 - score : score;
      };
      const first = second.map((score) => (random() < lost ? null : moved(score)));
      return compare(first, second);
    }

    it.each([
      [true, 0.05],
      [true, 0.12],
      [false, 0.05],
      [false, 0.12],
    ])(
      'is found in about four of five runs in the harder direction: yes/no %s, a share of %f missing',
      (isSingle, lost) => {
        const random = seededRandom('detectable with missing values');
        const sizes = Array.from({ length: 30 }, () => draw(random, { isSingle, gain: 0.1, lost }).detectable);
        const known = sizes.flatMap((each) => (each.kind === 'known' ? [each.value] : [])).toSorted((x, y) => x - y);
        const gain = known[Math.floor(known.length / 2)] as number;
        const rates = [gain, -gain].map((real) => {
          let found = 0;
          for (let trial = 0; trial < 200; trial += 1) {
            const { p } = draw(random, { isSingle, gain: real, lost });
            found += Number((real > 0 ? p.higher : p.lower) <= 0.025);
          }
          return found / 200;
        });
        expect(Math.min(...rates)).toBeGreaterThan(0.65); // without the missing values: .39 and less
        expect(Math.min(...rates)).toBeLessThan(0.95);
      },
    );

    it('is withheld where missing values alone decide', () => {
      const own = Array.from({ length: 40 }, (_, unit) => (unit % 2 === 0 ? null : Number(unit % 4 === 1)));
      expect(
        compare(
          own,
          own.map((score) => 1 - (score ?? 0)),
        ).detectable.kind,
      ).toBe('withheld');
    });
  });

  it('never promises to detect more than the scale allows', () => {
    const alternating = Array.from({ length: 4 }, (_, unit) => unit % 2);
    const found = compare(alternating, alternating.toReversed());
    expect(found.detectable.kind).toBe('withheld');
  });

  it('finds nothing where fewer than six groups differ, whatever t says', () => {
    const found = (count: number) => {
      const own = Array.from({ length: 600 }, (_, unit) => Number(Math.floor(unit / 2) < count));
      const cluster = own.map((_, unit) => Math.floor(unit / 2));
      return paired({ own, other: own.map(() => 0), cluster, clusters: 300, scale });
    };
    expect(found(4).p.higher).toBe(2 ** -4); // t alone: .023
    expect(found(4).interval).toEqual({ kind: 'withheld', reason: 'fewer than 6 groups differ' });
    expect(found(6).p.higher).toBe(2 ** -6);
    expect(found(6).interval.kind).toBe('known');
    expect(found(40).p.higher).toBeLessThan(1e-9);
  });

  it('tests a difference without variation by its sign', () => {
    const ones = Array.from({ length: 20 }, () => 1);
    const zeros = Array.from({ length: 20 }, () => 0);
    expect(compare(ones, zeros).p.higher).toBeCloseTo(2 ** -21, 12); // mid-p: half of 2^-20
    expect(compare(ones, ones).p).toEqual({ higher: 1, lower: 1, twoSided: 1 });
    expect(compare([null], [null])).toMatchObject({ value: null, n: 0, interval: { kind: 'withheld' } });
  });
});
