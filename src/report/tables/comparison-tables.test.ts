import { describe, expect, it } from 'vitest';
import { madeComparison } from '../../../test/support/report-input.ts';
import type { Difference } from '../../results/comparison.ts';
import { comparisonTables } from './comparison-tables.ts';

const made = madeComparison(['a', 'b', 'c', 'd', 'e', 'f'], 40);
const [difference] = made.differences as [Difference];
const withDifference = (changed: Partial<Difference>) =>
  comparisonTables({ ...made, tasks: [], differences: [{ ...difference, ...changed }] });

const notesOf = (differences: readonly Difference[]) =>
  comparisonTables({ ...made, tasks: [], differences })[0]?.notes ?? [];

describe('comparisonTables', () => {
  it('shows what own predictions add to what others tell: all models together, then each', () => {
    const [tasks, models] = comparisonTables(made);
    expect(tasks?.rows[0]?.map(({ text }) => text)).toEqual([
      ...['restriction', '6', '0.080 [0.020, 0.140]', '0.090 [0.030, 0.150]', '0.004', '0.070', 'yes'],
    ]);
    expect(models?.rows).toHaveLength(6);
    expect(models?.rows[0]?.map(({ text }) => text).slice(0, 3)).toEqual(['restriction', 'a', '0.080 [0.020, 0.140]']);
  });

  it('gives the reason in place of numbers where nothing was asked', () => {
    const together = { kind: 'not asked', reason: 'fewer than 20 independent groups of items' } as const;
    const [tasks] = comparisonTables({ ...made, tasks: made.tasks.map((task) => ({ ...task, together })) });
    expect(tasks?.rows[0]?.at(-1)?.text).toBe(together.reason);
    expect(tasks?.rows[0]?.[2]).toMatchObject({ text: 'n/a', note: together.reason });
  });

  it('names the models of which too much is missing for the test', () => {
    const [task] = made.tasks;
    const byModel = task?.byModel.map((model, index) =>
      model.kind !== 'not asked' && index === 0
        ? { ...model, units: { asked: 40, noPrediction: 3, noOutcome: 0 } }
        : model,
    );
    const [, models] = comparisonTables({
      ...made,
      tasks: made.tasks.map((each) => ({ ...each, byModel: byModel ?? [] })),
    });
    expect(models?.notes?.join('\n')).toContain('little power: a (restriction)');
  });

  it('names the sides by what differs in their conditions where one run of one model has several', () => {
    const [a, b] = ['before, direct', 'before, direct, tool offered'];
    const [table] = withDifference({
      ...{ a: `x/m (${a})`, b: `x/m (${b})`, models: ['x/m', 'x/m'], runs: ['r1', 'r1'], condition: `${a} | ${b}` },
    });
    expect(table?.columns.map(({ name }) => name)).not.toContain('condition');
    expect(table?.rows[0]?.map(({ text }) => text).slice(0, 2)).toEqual(['direct', 'direct, tool offered']);
  });

  it('shows two runs of one model by their differences alone, the runs named by their ids', () => {
    const named = { a: 'x/m (run r1)', b: 'x/m (run r2)', models: ['x/m', 'x/m'], runs: ['r1', 'r2'] } as const;
    const tables = withDifference(named);
    expect(tables.map(({ id }) => id)).toEqual(['differences']);
    expect(tables[0]?.rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(['r1', 'r2', 'higher']));
    expect(tables[0]?.notes).toEqual([]);
    expect(withDifference({ ...named, experiment: 'cost', measure: 'log2_error', better: 'lower' })[0]?.notes).toEqual([
      'Lower is better: cost, log2 error. A difference above 0 favors the second.',
    ]);
  });

  it('has a row without the missing answers below each difference that has one, and names of recorded models as they were', () => {
    const named = { a: 'recorded/m1', b: 'recorded/m2', models: ['recorded/m1', 'recorded/m2'] } as const;
    const [table] = withDifference({
      ...{ ...named, measure: 'right', answered: { ...difference, quantity: { ...difference.quantity, n: 31 } } },
    });
    const cells = table?.rows.map((row) => row.map(({ text }) => text)) ?? [];
    expect(cells.map((row) => row.slice(0, 3))).toEqual([
      ['m1', 'm2', 'as counted'],
      ['m1', 'm2', 'left out'],
    ]);
    expect(cells[1]).toContain('31');
    expect(table?.groups).toEqual([{ title: difference.experiment, rows: 2 }]);
    expect(withDifference({})[0]?.columns.map(({ name }) => name)).not.toContain('missing');
  });

  it('says which share of the units of a side has no score', () => {
    expect(withDifference({ missing: { a: 0, b: 0.01, units: 1, changed: false } })[0]?.notes).toEqual([
      'Units without a score: b 1.0 %: tests and intervals above count them at their worst (items --missing says why).',
    ]);
  });

  it('says how many units of which side have no score, once for a side', () => {
    const pair = (a: string, b: string, missing: Difference['missing'], n: number): Difference => ({
      ...{ ...difference, a, b, models: [a, b], missing },
      quantity: { ...difference.quantity, n },
    });
    const notes = notesOf([
      pair('ada', 'bo', { a: 0.025, b: 0.925, units: 37, changed: false }, 3),
      pair('ada', 'cy', { a: 0.025, b: 0, units: 1, changed: false }, 39),
    ]);
    expect(notes[0]).toMatch(/^Units without a score: ada 1 of 40, bo 37 of 40: tests and intervals above count them/);
  });

  it('counts the differences where many sides lack scores', () => {
    const pairs = Array.from({ length: 5 }, (_, index) => ({
      ...{ ...difference, a: `m${index}`, b: 'bo', models: [`m${index}`, 'bo'] as const },
      missing: { a: 0.01, b: 0, units: 1, changed: false },
    }));
    expect(notesOf(pairs)[0]).toMatch(/^In 5 differences, units lack a score: tests and intervals above count them/);
  });

  it('says where missing scores count at their worst', () => {
    expect(withDifference({ missing: { a: 0, b: 0.03, units: 2, changed: true } })[0]?.notes).toEqual([
      expect.stringContaining('Units without a score: b 3.0 %: '),
      '*: without the missing scores, the word would be another one (1 difference).',
    ]);
  });
});
