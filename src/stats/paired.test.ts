import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { paired } from './paired.ts';

const scale = { lowest: 0, highest: 1 };
const own = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1];
const other = [0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0];

function compare(first: readonly (number | null)[], second: readonly (number | null)[]) {
  return paired({ own: first, other: second, cluster: first.map((_, unit) => unit), clusters: first.length, scale });
}

describe('paired', () => {
  it('equals scipy.stats.ttest_rel for single units', () => {
    const found = compare(own, other);
    expect(found.p.twoSided).toBeCloseTo(0.10391572266321415, 10);
    expect(found.p.higher).toBeCloseTo(0.051957861331607076, 10);
    expect(found.interval.kind === 'known' && found.interval.value[0]).toBeCloseTo(-0.08050768994554813, 10);
    expect(found.interval.kind === 'known' && found.interval.value[1]).toBeCloseTo(0.7471743566122148, 10);
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
    const found = compare(own, other);
    const turned = compare(own.toReversed(), other.toReversed());
    expect(turned.p.higher).toBeCloseTo(found.p.higher, 12);
    const swapped = compare(other, own);
    expect(swapped.value).toBeCloseTo(-(found.value as number), 12);
    expect(swapped.p.lower).toBeCloseTo(found.p.higher, 12);
  });

  it('counts over 2 % missing values against each claim, and ignores fewer', () => {
    const better = Array.from({ length: 100 }, (_, unit) => Number(unit % 10 < 8));
    const worse = Array.from({ length: 100 }, (_, unit) => Number(unit % 10 < 6));
    const full = compare(better, worse);
    const lost = (count: number) => better.map((score, unit) => (unit < count ? null : score));
    expect(compare(lost(2), worse).missing.atWorst).toBe(false);
    const missing = compare(lost(6), worse);
    expect(missing.missing.atWorst).toBe(true);
    expect(missing.p.higher).toBeGreaterThan(full.p.higher);
    // Lost units at their worst: own 0 (four of them were 1), the other score as it is.
    const counted = compare(
      better.map((score, unit) => (unit < 6 ? 0 : score)),
      worse,
    );
    expect(missing.p.higher).toBeCloseTo(counted.p.higher, 12);
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

  it('never promises to detect more than the scale allows', () => {
    const alternating = Array.from({ length: 4 }, (_, unit) => unit % 2);
    const found = compare(alternating, alternating.toReversed());
    expect(found.detectable.kind).toBe('withheld');
  });

  it('finds nothing where fewer than six clusters differ, whatever t says', () => {
    const found = (count: number) =>
      compare(
        Array.from({ length: 300 }, (_, unit) => Number(unit < count)),
        Array.from({ length: 300 }, () => 0),
      );
    expect(found(4).p.higher).toBe(2 ** -4); // t alone: .023
    expect(found(4).interval).toEqual({ kind: 'withheld', reason: 'fewer than 6 groups differ' });
    expect(found(6).p.higher).toBe(2 ** -6);
    expect(found(6).interval.kind).toBe('known');
    expect(found(40).p.higher).toBeLessThan(1e-9);
  });

  it('tests a difference without variation by its sign', () => {
    const ones = Array.from({ length: 20 }, () => 1);
    const zeros = Array.from({ length: 20 }, () => 0);
    expect(compare(ones, zeros).p.higher).toBeCloseTo(2 ** -20, 12);
    expect(compare(ones, ones).p).toEqual({ higher: 1, lower: 1, twoSided: 1 });
    expect(compare([null], [null])).toMatchObject({ value: null, n: 0, interval: { kind: 'withheld' } });
  });
});
