import { describe, expect, it } from 'vitest';
import { predictionRow } from '../../../test/support/study/prediction-row.ts';
import { divergentRows, stableRows, variedRows } from './chosen-rows.ts';

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

describe('stableRows', () => {
  const stable = (target: string, cluster: string, agreement: number | null, truth = 'overall') =>
    predictionRow({ base: target, target, cluster, halves: { first: 'cat', second: 'owl', agreement }, truth });
  const rows = [
    ...[stable('ann', 's1', 1), stable('bob', 's1', 0.75)],
    ...[stable('ann', 's2', 1), stable('bob', 's2', 0.5)], // one target is not stable
    ...[stable('ann', 's3', null), stable('bob', 's3', null)], // one execution in each half
  ];

  it('keeps strings on which the first half of all targets agree, and scores the second', () => {
    const found = stableRows(rows, 0.75);
    expect(found.rows.map(({ cluster, truth }) => [cluster, truth])).toEqual([
      ['s1', 'owl'],
      ['s1', 'owl'],
    ]);
    expect([found.kept, found.of]).toEqual([1, 3]);
    expect(stableRows(rows, 0).kept).toBe(2);
  });
});

describe('variedRows', () => {
  const inGroup = (property: string, target: string, n: number, first: string) =>
    predictionRow({ base: target, target, property, cluster: `s${n}`, halves: { first, second: 'owl' } });
  const rows = ['ann', 'bob'].flatMap((target) =>
    [0, 1, 2, 3].flatMap((n) => [
      inGroup('two', target, n, `v${n % 2}`), // 1 bit
      inGroup('four', target, n, `v${n}`), // 2 bits
      inGroup('one', target, n, target === 'ann' ? `v${n}` : 'same'), // 0 bits for bob
    ]),
  );

  it('keeps groups in which the values of each target vary enough, in the first half', () => {
    const groups = (bits: number) => [...new Set(variedRows(rows, bits).rows.map(({ property }) => property))];
    expect(groups(0)).toEqual(['two', 'four', 'one']);
    expect(groups(1)).toEqual(['two', 'four']);
    expect(groups(1.5)).toEqual(['four']);
    expect(variedRows(rows, 3)).toMatchObject({ rows: [], kept: 0, of: 12 });
  });
});
