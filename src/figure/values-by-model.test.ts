import { expect, test } from 'vitest';
import type { Estimate } from '../analyse/estimate.ts';
import { readPublishedResults } from '../dataset/published-results.ts';
import type { Wanted } from './estimate-dots.ts';
import { valuesByModel } from './values-by-model.ts';

const wanted: Wanted = { panel: 'a', experiment: 'association', measure: 'accuracy', policy: 'published' };
const published = readPublishedResults();

function estimate(model: string, condition: string, value: number | null): Estimate {
  const { experiment, measure, policy } = wanted;
  return { run: 'r', experiment, measure, policy, model, condition, value } as unknown as Estimate; // what is read
}

test('a model under several conditions is one model, with its mean', () => {
  const estimates = [estimate('a/x', 'paper', 0.5), estimate('a/x', 'plain', 0.7), estimate('a/y', 'paper', null)];
  expect([...valuesByModel({ estimates, labels: () => '', published: null }, wanted)]).toEqual([['a/x', 0.6]]);
});

test('a published model is not counted beside the report’s own', () => {
  const values = valuesByModel(
    { estimates: [estimate('openai/o4-mini', 'c', 0.5)], labels: () => '', published },
    wanted,
  );
  expect(values.size).toBe(published.models.length);
  expect([values.get('openai/o4-mini'), values.get('o4-mini')]).toEqual([0.5, undefined]);
});
