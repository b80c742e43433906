import { describe, expect, it } from 'vitest';
import { divergentRows } from './divergent-rows.ts';
import { predictionRow } from './testing/prediction-row.ts';

const row = (target: string, cluster: string, first: string | null, second: string | null) =>
  predictionRow({
    base: target,
    target,
    cluster,
    halves: { first, second },
    truth: 'overall',
    prediction: second ?? 'x',
  });

describe('divergentRows', () => {
  const rows = [
    ...[row('ann', 's1', 'cat', 'cat'), row('bob', 's1', 'owl', 'cat')], // differ in the half that chooses
    ...[row('ann', 's2', 'cat', 'cat'), row('bob', 's2', 'cat', 'owl')], // differ in the half that scores
    ...[row('ann', 's3', 'cat', 'cat'), row('bob', 's3', 'owl', null)], // no value in the half that scores
    ...[row('ann', 's4', 'cat', 'cat')], // one target only
  ];
  const found = divergentRows(rows);

  it('chooses by the first half and scores by the second', () => {
    expect(found.rows.map(({ cluster, target, truth, right }) => [cluster, target, truth, right])).toEqual([
      ['s1', 'ann', 'cat', true],
      ['s1', 'bob', 'cat', true],
    ]);
  });

  it('counts what it keeps among what all targets have', () => {
    expect([found.kept, found.of]).toEqual([1, 2]);
  });

  it('does not read the scored half when it chooses', () => {
    const changed = rows.map((each) => ({ ...each, halves: { first: each.halves!.first, second: 'new' } }));
    const kept = new Set(divergentRows(changed).rows.map(({ cluster }) => cluster));
    expect([...kept]).toEqual(['s1', 's3']);
  });

  it('keeps nothing where executions have no halves', () => {
    expect(divergentRows([predictionRow()])).toEqual({ rows: [], kept: 0, of: 0 });
  });
});
