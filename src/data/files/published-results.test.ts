import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseNamedCsv } from './csv.ts';
import { readPublishedResults } from './published-results.ts';

const folder = new URL('../../../data/published/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const { models } = readPublishedResults();

test('names the same fifteen models in the three files', () => {
  const names = models.map(({ model }) => model).sort();
  expect(new Set(names).size).toBe(15);
  const rows = parseNamedCsv(read('benchmarks.csv'), 'benchmarks.csv').map(({ value }) => value);
  expect(rows.map((row) => row.model).sort()).toEqual(names);
  const rasch = JSON.parse(read('rasch.json'));
  expect(Object.keys(rasch.ability).sort()).toEqual(names);
  expect(Object.keys(rasch.difficulty)).toEqual(Object.keys(rows[0] ?? {}).slice(1));
});

test('has shares that agree with their counts', () => {
  for (const { model, association, difficulty, restriction } of models) {
    const { truePositive, falsePositive, trueNegative, falseNegative, accuracy } = association;
    const total = truePositive + falsePositive + trueNegative + falseNegative;
    expect(Math.abs((truePositive + trueNegative) / total - accuracy), model).toBeLessThan(1e-4);
    expect(difficulty.correct, model).toBeLessThanOrEqual(difficulty.answered);
    expect(difficulty.validRankings, model).toBeLessThanOrEqual(difficulty.groups);
    const wrong =
      restriction.items - restriction.consistent - restriction.failedForecasts - restriction.failedJudgements;
    const overNice = restriction.overNiceness * wrong; // a count, up to the rounding of the share
    expect(Math.abs(overNice - Math.round(overNice)), model).toBeLessThan(0.0006 * wrong);
  }
});
