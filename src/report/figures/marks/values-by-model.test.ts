import { expect, test } from 'vitest';
import { readPublishedResults } from '../../../data/files/published-results.ts';
import { experimentRegistry } from '../../../experiments/registry.ts';
import type { Estimate } from '../../../results/estimate.ts';
import { correlationMatrix } from '../paper/correlation-matrix.ts';
import { valuesByModel } from './estimate-dots.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';

const wanted: Wanted = { panel: 'a', experiment: 'association', measure: 'accuracy', policy: 'published' };
const published = readPublishedResults();

function estimate(experiment: string, model: string, condition: string, value: number | null): Estimate {
  const measure = experiment === 'difficulty' ? 'order_accuracy' : 'accuracy';
  return { run: 'r', experiment, measure, policy: 'published', model, condition, value } as unknown as Estimate; // the fields that are read
}

function rowsOf(estimates: readonly Estimate[]): FigureRows {
  return { estimates, labels: ({ model }) => model, experiments: experimentRegistry(), published };
}

test('averages a model over its conditions, without mixing in published models', () => {
  const conditions = [0.5, 0.7].map((value, index) => estimate('association', 'a/x', `c${index}`, value));
  const rows = rowsOf([...conditions, estimate('association', 'a/y', 'c0', null)]);
  expect([...valuesByModel(rows, wanted, 'own')]).toEqual([['a/x', 0.6]]);
  expect(valuesByModel(rows, wanted, 'published').size).toBe(published.models.length);
});

/** Returns models with two scores in opposite order. */
function contrary(models: number): readonly Estimate[] {
  return Array.from({ length: models }, (_, index) => [
    estimate('association', `m${index}`, 'c', index / 10),
    estimate('difficulty', `m${index}`, 'c', 1 - index / 10),
  ]).flat();
}

function correlation(models: number) {
  const figure = correlationMatrix(rowsOf(contrary(models)), null);
  if (figure.kind === 'absent') throw new Error(figure.reason);
  const { values } = figure.spec.data as { readonly values: readonly Readonly<Record<string, unknown>>[] };
  const tip = values.find(({ row, column }) => row === 'association' && column === 'difficulty')?.tip;
  return { tip, caption: figure.caption };
}

test('correlates four or more own models, else the published ones, never both', () => {
  const own = correlation(4);
  expect(own.tip).toContain('r = −1.000 · 4 models');
  expect(own.caption).toContain('the models of this report');
  const few = correlation(3);
  expect(few.tip).toMatch(/r = 0\.38.* · 15 models/);
  expect(few.caption).toContain('the published models');
});
