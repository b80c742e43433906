import { describe, expect, it } from 'vitest';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../test/support/study/simulated-rows.ts';
import { analyzeStudy } from '../analyses/analyze-study.ts';
import { predictionMatrix } from './study-figures.ts';

const models = ['ann', 'bob'].map((name) => simulatedModel(name, 3, { knowledge: 0.6 }));
const predictions = simulatedRows(simulatedWorld(models, 3), { strings: 60, seed: 1 });
const few = predictions.map((row) =>
  row.property === 'property-3' && row.cluster.endsWith('1')
    ? row
    : { ...row, truth: row.property === 'property-3' ? null : row.truth },
);
const { predictors, pairs } = analyzeStudy({ predictions: few }, { seed: 1 });

interface Cell {
  readonly row: string;
  readonly column: string;
  readonly value: number | null;
  readonly outlined: boolean;
}

describe('predictionMatrix', () => {
  const figure = predictionMatrix({ predictors }, 'study-matrix-1');
  if (figure.kind !== 'drawn') throw new Error(figure.reason);
  const { values } = figure.spec.data as unknown as { readonly values: readonly Cell[] };
  const at = (row: string, column: string) => values.find((cell) => cell.row === row && cell.column === column)?.value;

  it('has the accuracies of the verdict, over the same groups', () => {
    const [pair] = pairs;
    expect(pair?.excludedGroups.map(({ group }) => group)).toEqual(['simulated × property-3']);
    const cells = [at('ann, trained', 'ann'), at('bob, trained', 'ann'), at('ann, trained', 'bob')];
    for (const [index, key] of (['aa', 'ba', 'ab'] as const).entries()) {
      expect(cells[index]).toBeCloseTo(pair?.accuracy?.[key] as number, 12);
    }
  });

  it('has the models that were trained on permuted labels below, and outlines models about themselves', () => {
    expect([...new Set(values.map(({ row }) => row))]).toEqual([
      ...['ann, trained', 'bob, trained', 'ann, scrambled', 'bob, scrambled'],
    ]);
    expect(at('ann, scrambled', 'ann')).toBeLessThan(at('ann, trained', 'ann') as number);
    expect(values.filter(({ outlined }) => outlined).map(({ row, column }) => [row, column])).toEqual([
      ['ann, trained', 'ann'],
      ['bob, trained', 'bob'],
    ]);
  });

  it('names no absent share, or says why a model has none about a target', () => {
    expect(figure.caption).not.toContain('n/a');
    const [first] = values;
    const asked = predictors.filter(
      ({ base, target, arm }) => arm !== 'scramble' || base !== 'ann' || target !== 'bob',
    );
    const drawn = predictionMatrix({ predictors: asked }, 'x');
    expect(first?.value).not.toBeNull();
    expect(drawn.kind === 'drawn' ? drawn.caption : '').toMatch(/ n\/a: not asked about this target\.$/);
  });

  it('is absent, with the reason, without trained models', () => {
    const untrained = predictors.map((entry) => ({ ...entry, arm: 'untrained' as const, trainedOn: null }));
    expect(predictionMatrix({ predictors: untrained }, 'x')).toMatchObject({ kind: 'absent' });
    expect(predictionMatrix({ predictors: [] }, 'x')).toMatchObject({ kind: 'absent' });
  });
});
