import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../stats/jackknife.ts';
import { RateTable, tablePart } from './rate-table.ts';

interface Item {
  readonly cluster: string;
  readonly group: string;
  readonly right: number;
}

const item = (cluster: string, group: string, right: number): Item => ({ cluster, group, right });
const items = [item('s', 'x', 1), item('s', 'y', 0), item('t', 'x', 1), item('r', 'x', 0), item('r', 'unused', 1)];
const table = new RateTable(
  [tablePart(items, [({ right }) => right, () => 1]), tablePart(items.slice(0, 2), [({ right }) => 1 - right])],
  ['x', 'y'],
);

describe('RateTable', () => {
  it('gives rates by part, score and group, and leaves other groups out', () => {
    const totals = totalsOf(table.clusters);
    expect(table.n).toBe(6);
    expect(table.rate(totals, { part: 0, score: 0, group: 0 })).toBeCloseTo(2 / 3, 12);
    expect(table.rate(totals, { part: 0, score: 1, group: 1 })).toBe(1);
    expect(table.rate(totals, { part: 1, score: 0, group: 1 })).toBe(1);
  });

  it('weighs groups equally in a macro average, and rows in a micro average', () => {
    const totals = totalsOf(table.clusters);
    expect(table.macro(totals, 0, 0)).toBeCloseTo((2 / 3 + 0) / 2, 12);
    expect(table.micro(totals, 0, 0)).toBe(2 / 4);
  });

  it('is null where a group has no rows', () => {
    const empty = new Float64Array(totalsOf(table.clusters).length);
    expect(table.macro(empty, 0, 0)).toBeNull();
    expect(table.micro(empty, 0, 0)).toBeNull();
  });

  it('orders clusters by name, whatever the order of rows', () => {
    const reversed = new RateTable([tablePart(items.toReversed(), [({ right }) => right])], ['x', 'y']);
    const forward = new RateTable([tablePart(items, [({ right }) => right])], ['x', 'y']);
    expect(reversed.clusters).toEqual(forward.clusters);
  });
});
