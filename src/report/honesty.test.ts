import { expect, test } from 'vitest';
import type { Estimate } from '../analyse/estimate.ts';
import { honestyLines } from './honesty.ts';

function pair(model: string, own: number | null, always: number): readonly Estimate[] {
  const base = { run: 'r', experiment: 'association', model, condition: 'c', policy: 'parsed' };
  return [
    { ...base, measure: 'accuracy', value: own },
    { ...base, measure: 'always_false_accuracy', value: always },
  ] as unknown as readonly Estimate[]; // the fields that honesty lines read
}

const association = (estimates: readonly Estimate[]) =>
  honestyLines(estimates).find((line) => line.startsWith('Association:'));

test('says of association, without being asked, what always answering "false" scores', () => {
  expect(association([...pair('a', 0.4, 0.8), ...pair('b', 0.6, 0.7)])).toBe(
    'Association: always answering “false” scores 0.700 to 0.800, above every model’s accuracy (2 of 2).',
  );
  expect(association([...pair('a', 0.9, 0.8), ...pair('b', 0.9, 0.8)])).toBe(
    'Association: always answering “false” scores 0.800, below every model’s accuracy (2 of 2).',
  );
  expect(association([...pair('a', 0.9, 0.8), ...pair('b', 0.6, 0.8), ...pair('c', 0.8, 0.8)])).toBe(
    'Association: always answering “false” scores 0.800, above the accuracy of 1 of 3 models and equal to that of 1.',
  );
});

test('scores under several conditions are not models', () => {
  const conditions = [...pair('a', 0.4, 0.8), ...pair('a', 0.9, 0.8).map((each) => ({ ...each, condition: 'd' }))];
  expect(association(conditions)).toBe(
    'Association: always answering “false” scores 0.800, above 1 of 2 scores of one model.',
  );
});

test('says nothing of association where there is no accuracy', () => {
  expect(association(pair('a', null, 0.8))).toBeUndefined();
});

test('every report says what self-prediction does not show, and what bundled models are', () => {
  expect(honestyLines([])).toEqual([expect.stringMatching(/predictive privilege, not a mechanism/)]);
  const lines = honestyLines([...pair('bundled/seb-small', 0.9, 0.8), ...pair('openai/x', 0.9, 0.8)]);
  expect(lines.filter((line) => /say nothing about large language models/.test(line))).toHaveLength(1);
  expect(lines[1]).toMatch(/^bundled\/seb-small:/);
  expect(honestyLines(pair('openai/x', 0.9, 0.8)).join()).not.toMatch(/demonstration/);
});
