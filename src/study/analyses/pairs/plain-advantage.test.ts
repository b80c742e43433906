import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../../stats/jackknife.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import { accuracyDifference } from './plain-advantage.ts';

interface Item {
  readonly cluster: string;
  readonly group: string;
  readonly first: number;
  readonly second: number;
}

/** Two groups: four strings in x, two of them in y. */
const items: readonly Item[] = [
  { cluster: 's1', group: 'x', first: 1, second: 0 },
  { cluster: 's2', group: 'x', first: 1, second: 0 },
  { cluster: 's3', group: 'x', first: 1, second: 1 },
  { cluster: 's4', group: 'x', first: 0, second: 1 },
  { cluster: 's1', group: 'y', first: 1, second: 0 },
  { cluster: 's4', group: 'y', first: 1, second: 1 },
];
const table = new RateTable([tablePart(items, [({ first }) => first, ({ second }) => second])], ['x', 'y']);
const pair = { part: 0, first: 0, second: 1 };

describe('accuracyDifference', () => {
  it('is the mean over groups of the differences', () => {
    // x: 3/4 - 2/4; y: 2/2 - 1/2.
    expect(accuracyDifference(table, totalsOf(table.clusters), pair)).toBeCloseTo((0.25 + 0.5) / 2, 12);
  });
});
