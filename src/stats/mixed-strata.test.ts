import { describe, expect, it } from 'vitest';
import { leavesEnough, strongDesign } from './mixed-strata.ts';

/** Returns units in this many strata, one after the other, each with an offer out of `offers`. */
function unitsOf(count: number, strata: number, offers = 1) {
  return Array.from({ length: count }, (_, unit) => ({
    ...{ stratum: `s${unit % strata}`, group: `g${unit}` },
    cell: String(Math.floor(unit / strata) % offers),
  }));
}

describe('leavesEnough', () => {
  it.each([
    ['24 items of ten strata: 12.6 expected with both answers', unitsOf(24, 10), false],
    ['40 items of ten strata: 30.1 expected', unitsOf(40, 10), true],
    ['40 items of ten strata with four offers each: single items', unitsOf(40, 10, 4), false],
    ['24 items of three strata', unitsOf(24, 3), true],
    ['1,000 items of 500 strata', unitsOf(1_000, 500), true],
    ['1,000 items of which 400 share a stratum', unitsOf(1_000, 600).map(aloneFrom(400)), false],
    ['40 items that are ten groups', unitsOf(40, 4).map((unit, index) => ({ ...unit, group: index % 10 })), false],
  ])('%s', (_, units, expected) => {
    expect(leavesEnough(units)).toBe(expected);
  });
});

/** Returns a function that gives each unit from this one on a stratum that no other has. */
function aloneFrom(first: number) {
  return (unit: ReturnType<typeof unitsOf>[number], index: number) =>
    index < first ? { ...unit, stratum: `s${index % 100}` } : { ...unit, stratum: `alone ${index}` };
}

describe('strongDesign', () => {
  it('counts the groups in strata with both answers if nine of ten are alike, and by how much the items must grow', () => {
    const found = strongDesign(unitsOf(40, 10));
    expect(found?.mixed).toBeCloseTo(40 * (1 - 0.9 ** 4 - 0.1 ** 4), 9);
    expect(found?.growth).toBeCloseTo(1.25, 9); // 50 items: five in each stratum, 50 (1 - .9^5) = 20.5
  });

  it('is null where enough are left', () => {
    expect(strongDesign(unitsOf(60, 10))).toBeNull();
  });
});
