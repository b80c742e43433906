import { describe, expect, it } from 'vitest';
import { madeFinding } from '../../../test/support/made-findings.ts';
import { screenTables } from './verdict-table.ts';

const cellsOf = (units: number) => {
  const score = { value: 0.34, interval: null, n: units, clusters: units, missing: null };
  const stated = { said: 0.9, happened: 0.2, verb: 'was right on' };
  const [table] = screenTables([madeFinding({ fit: 'too few', score, chance: 0.34, constant: 1, stated })]);
  return { cells: table?.rows[0]?.map(({ text }) => text) ?? [], notes: table?.notes ?? [], table };
};

describe('screenTables', () => {
  it('shows no number of fewer than six units, which nothing follows from', () => {
    const { cells, notes, table } = cellsOf(5);
    expect(cells).toContain('too few');
    expect(cells.filter((text) => text.includes('%'))).toEqual([]);
    expect(notes.join()).not.toContain('said');
    expect(table?.rows[0]?.map(({ note }) => note)).toContain('5 units: too few for a number');
  });

  it('shows the numbers of six', () => {
    const { cells, notes } = cellsOf(6);
    expect(cells).toEqual(expect.arrayContaining(['34 %', '100 %']));
    expect(notes.join()).toContain('said 90 %, was right on 20 %');
  });
});
