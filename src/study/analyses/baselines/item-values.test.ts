import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../../test/support/study/prediction-row.ts';
import { groupsWithItemValues } from './item-values.ts';

const strings = Array.from({ length: 40 }, (_, n) => n);
const rowsOf = (fixedValues: 'closed' | 'binary' | null, truth: (n: number) => string) =>
  strings.map((n) =>
    predictionRow({ cluster: `s${n}`, truth: truth(n), ...(fixedValues === null ? {} : { fixedValues }) }),
  );

describe('groupsWithItemValues', () => {
  it('finds groups whose options differ by item, where a guess is better than the base rate', () => {
    const own = (n: number) => `option ${n}`;
    expect(groupsWithItemValues(rowsOf('closed', own))).toEqual(['animals × first-word']);
    expect(groupsWithItemValues(rowsOf('binary', (n) => String(n % 3)))).toEqual(['animals × first-word']);
  });

  it('accepts values that items share, any values where the set is open, and few strings', () => {
    expect(groupsWithItemValues(rowsOf('closed', (n) => String(n % 4)))).toEqual([]);
    expect(groupsWithItemValues(rowsOf('binary', (n) => String(n % 2)))).toEqual([]);
    expect(groupsWithItemValues(rowsOf(null, (n) => `value ${n}`))).toEqual([]);
    expect(groupsWithItemValues(rowsOf('closed', (n) => `option ${n}`).slice(0, 19))).toEqual([]);
  });
});
