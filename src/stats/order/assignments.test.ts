import { describe, expect, it } from 'vitest';
import { normal } from '../../../test/simulation/scenarios/draw.ts';
import { seededRandom } from '../../util/random.ts';
import { assignmentTest } from './assignments.ts';
import { midRanks } from './correlation.ts';
import { rankAssociation } from './rank-association.ts';

describe('assignmentTest', () => {
  it('counts every split of two groups once', () => {
    // 4 against 4, completely separated: 2 of 70 splits
    expect(assignmentTest([1, 1, 1, 1, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])?.p).toBeCloseTo(2 / 70, 12);
    // 2 against 6: the largest sum alone on its side; the mirror image is as extreme
    expect(assignmentTest([1, 1, 0, 0, 0, 0, 0, 0], [8, 7, 6, 5, 4, 3, 2, 1])?.p).toBeCloseTo(2 / 28, 12);
  });

  it('counts every order of ranks', () => {
    // perfect order of 5: 2 of 120
    expect(assignmentTest(midRanks([1, 2, 3, 4, 5]), midRanks([10, 20, 30, 40, 50]))?.p).toBeCloseTo(2 / 120, 12);
  });

  it('uses t beyond 50,000 assignments, which agrees with drawn orders', () => {
    const random = seededRandom('assignments');
    const x = midRanks(Array.from({ length: 12 }, () => normal(random)));
    const y = midRanks(x.map((rank) => rank + 5 * normal(random)));
    const found = assignmentTest(x, y);
    expect(found?.method).toBe('t');
    expect(Math.abs((found?.p ?? 1) - (rankAssociation(x, y, 1)?.p ?? 0))).toBeLessThan(0.02);
  });

  it('is null where nothing varies', () => {
    expect(assignmentTest([1, 1, 1, 1], [1, 2, 3, 4])).toBeNull();
    expect(assignmentTest([1, 2], [1, 2])).toBeNull();
  });
});
