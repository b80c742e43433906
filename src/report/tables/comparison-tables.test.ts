import { describe, expect, it } from 'vitest';
import type { Comparison, SelfAdvantageEntry } from '../../analyze/compare/comparison-types.ts';
import { comparisonTables } from './comparison-tables.ts';

function comparison(value: number, interval: readonly [number, number]): Comparison {
  const place = { experiment: 'restriction', condition: 'paper' };
  const all: SelfAdvantageEntry = {
    ...place,
    measure: 'mcc',
    form: 'reuse',
    model: 'all',
    value,
    interval,
    n: 40,
    forms: [],
  };
  const values = [
    [0.5, 0.5],
    [0.5, 0.5],
  ];
  return {
    matrices: [{ ...place, measure: 'mcc', form: 'reuse', models: ['a', 'b'], values, items: 40 }],
    selfAdvantage: [all],
    differences: [],
  };
}

describe('comparisonTables', () => {
  it('says in the lead that the untested value shows neither self-knowledge nor its absence', () => {
    const table = comparisonTables(comparison(0.02, [-0.1, 0.14])).find(({ id }) => id === 'self-advantage-table');
    expect(table?.lead).toMatch(/shows neither privileged self-knowledge nor its absence/);
  });

  it('shows who predicts whom with self-predictions in brackets', () => {
    const [matrix] = comparisonTables(comparison(0.02, [-0.1, 0.14]));
    expect(matrix?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['1 a', '(0.500)', '0.500 '],
      ['2 b', '0.500 ', '(0.500)'],
    ]);
  });

  it('numbers matrices of one experiment on different items', () => {
    const { matrices, ...rest } = comparison(0.02, [-0.1, 0.14]);
    const titles = comparisonTables({ ...rest, matrices: [...matrices, ...matrices] }).map(({ title }) => title);
    expect(titles.slice(0, 2).map((title) => title.split(', ').at(-1))).toEqual(['data set 1 of 2', 'data set 2 of 2']);
  });

  it('names the model that excludes most units, and gives the difference without it', () => {
    const { matrices, ...rest } = comparison(0.02, [-0.1, 0.14]);
    const costliest = { model: 'b', units: 12, value: 0.0625 };
    const [matrix] = comparisonTables({ ...rest, matrices: matrices.map((each) => ({ ...each, costliest })) });
    expect(matrix?.notes?.at(-1)).toBe(
      'b excludes most: without it the matrix would have 12 more outcomes of each model, and diagonal minus off-diagonal would be 0.063.',
    );
    const [without] = comparisonTables({ ...rest, matrices });
    expect(without?.notes).toHaveLength(1);
  });

  it('names the sides by what differs in their conditions where one run of one model has several', () => {
    const none = { ...comparison(0.02, [-0.1, 0.14]), matrices: [] };
    const [a, b] = ['before, direct', 'before, direct, tool offered'];
    const named = { a: `x/m (${a})`, b: `x/m (${b})`, models: ['x/m', 'x/m'], runs: ['r1', 'r1'] } as const;
    const tested = { value: -0.5, interval: [-0.7, -0.3], p: 0.001, pHolm: 0.001, n: 60 } as const;
    const place = { experiment: 'restriction', condition: `${a} | ${b}`, measure: 'accuracy' };
    const [table] = comparisonTables({ ...none, differences: [{ ...place, ...named, ...tested }] });
    expect(table?.columns.map(({ name }) => name)).not.toContain('condition');
    expect(table?.rows[0]?.map(({ text }) => text).slice(1, 3)).toEqual(['direct', 'direct, tool offered']);
  });

  it('shows two runs of one model by their differences alone, the runs named by their ids', () => {
    const none = { ...comparison(0.02, [-0.1, 0.14]), matrices: [] };
    const named = { a: 'x/m (run r1)', b: 'x/m (run r2)', models: ['x/m', 'x/m'], runs: ['r1', 'r2'] } as const;
    const tested = { value: -0.5, interval: [-0.7, -0.3], p: 0.001, pHolm: 0.001, n: 60 } as const;
    const difference = { experiment: 'restriction', condition: 'paper', measure: 'accuracy', ...named, ...tested };
    const tables = comparisonTables({ ...none, differences: [difference] });
    expect(tables.map(({ id }) => id)).toEqual(['differences']);
    expect(tables[0]?.rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(['r1', 'r2']));
    expect(tables[0]?.notes).toEqual([]);
    const errors = { ...difference, experiment: 'cost', measure: 'log2_error', better: 'lower' } as const;
    expect(comparisonTables({ ...none, differences: [errors] })[0]?.notes).toEqual([
      'Lower is better: cost, log2 error. A difference above 0 favors the second.',
    ]);
  });

  it.each([
    [[0.1, 0.3], [0.1, 0.3], 'both directions above 0'],
    [[0.1, 0.3], [-0.3, -0.1], 'one direction above 0: a stronger predictor may explain it'],
    [[-0.1, 0.1], [-0.3, -0.1], 'neither direction above 0'],
  ] as const)('says what two models decide: %j and %j', (one, other, text) => {
    const place = { experiment: 'restriction', condition: 'paper', measure: 'mcc', value: 0, n: 60 };
    const directions = [
      { ...place, model: 'a', other: 'b', interval: one },
      { ...place, model: 'b', other: 'a', interval: other },
    ];
    const [table] = comparisonTables({ matrices: [], selfAdvantage: [], differences: [], directions });
    expect(table?.notes?.join('\n')).toContain(text);
  });
});
