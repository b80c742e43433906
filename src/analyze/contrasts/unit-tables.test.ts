import { describe, expect, it } from 'vitest';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { UnitTables } from './unit-tables.ts';

const outcome: OutcomeRow['outcome'] = {
  ...{ kind: 'binary', unit: '', prediction: { kind: 'present', value: true, step: 'strict' }, probability: null },
  ...{ executions: [], label: null },
};
const row = (run: string, item: string, unit = '') => ({
  ...{ run, experiment: 'restriction', item, cluster: `group of ${item}`, outcome: { ...outcome, unit } },
});

describe('UnitTables', () => {
  it('numbers units over all runs of one data set, with their items and clusters, and those of other data apart', () => {
    const tables = new UnitTables((run) => (run === 'other' ? 'other data' : 'data'));
    const rows = [row('one', 'a', 'x'), row('one', 'a', 'y'), row('one', 'b'), row('two', 'b'), row('two', 'a', 'x')];
    expect(rows.map((each) => tables.of(each).of(each))).toEqual([0, 1, 2, 2, 0]);
    const table = tables.of(row('one', 'a'));
    expect([table.data, table.itemOf, table.clusterOf]).toEqual(['data', [0, 0, 1], [0, 0, 1]]);
    const [other] = [row('other', 'b')];
    expect([tables.of(other).data, tables.of(other).of(other)]).toEqual(['other data', 0]);
  });

  it('numbers items as units until an item has several, and both apart from there on', () => {
    const tables = new UnitTables(() => 'data');
    const rows = [row('one', 'a'), row('one', 'b'), row('one', 'a', 'x'), row('one', 'c', 'x'), row('one', 'b')];
    expect(rows.map((each) => tables.of(each).of(each))).toEqual([0, 1, 2, 3, 1]);
    const table = tables.of(row('one', 'a'));
    expect([table.itemOf, table.clusterOf]).toEqual([
      [0, 1, 0, 2],
      [0, 1, 0, 2],
    ]);
    expect(table.names()).toEqual([
      { item: 'a', part: '' },
      { item: 'b', part: '' },
      { item: 'a', part: 'x' },
      { item: 'c', part: 'x' },
    ]);
  });

  it('numbers clusters by their first appearance, whether or not units are clusters of their own', () => {
    const clustersOf = (pairs: readonly string[]) => {
      const tables = new UnitTables(() => 'data');
      const rows = pairs.map((pair) => ({ ...row('one', pair.charAt(0)), cluster: pair.charAt(1) }));
      for (const each of rows) tables.of(each).of(each);
      return tables.of(row('one', 'a')).clusterOf;
    };
    expect(clustersOf(['aa', 'bb', 'cc'])).toEqual([0, 1, 2]);
    const joined = ['aa', 'bb', 'ca', 'dx', 'eb', 'ff'];
    expect(clustersOf(joined)).toEqual([0, 1, 0, 2, 1, 3]);
    expect(clustersOf(joined.toReversed())).toEqual([0, 1, 2, 3, 1, 3]);
    expect(clustersOf(['aa', 'az', 'bz', 'cb'])).toEqual([0, 1, 2]); // that of the first row of a unit counts
  });
});
