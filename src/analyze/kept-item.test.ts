import { expect, it } from 'vitest';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import { itemOfLine, lineOf } from './kept-item.ts';

const outcome = (value: boolean): OutcomeRow['outcome'] => ({
  ...{ kind: 'binary', unit: 'u', prediction: { kind: 'present', value, step: 'strict' }, probability: null },
  ...{ executions: [{ kind: 'present', value: true, step: 'strict' }], label: null },
});
const row: OutcomeRow = {
  ...{ run: 'r', part: '1', stratum: { column: 'k', value: 'v', isDeclared: true } },
  ...{ experiment: 'e', model: 'm', condition: 'c', item: 'i', cluster: 'g', reader: 'own', outcome: outcome(true) },
};
const { part, ...withoutPart } = row;

it.each([
  ['no row', { rows: [], control: [], predictions: [] }],
  [
    'rows of one place',
    { rows: [row, { ...row, reader: 'recorded', outcome: outcome(false) }], control: [], predictions: [] },
  ],
  ['a control alone', { rows: [], control: [row], predictions: [] }],
  ['predictions', { rows: [row], control: [], predictions: [{ predictor: 'p', row: { ...row, reader: 'both' } }] }],
  [
    'rows of several places',
    { rows: [row, { ...row, cluster: 'h' }, withoutPart], control: [withoutPart], predictions: [] },
  ],
  ['a first row with fewer fields', { rows: [withoutPart, row], control: [], predictions: [] }],
] as const)('reads back an item with %s', (_, outcomes) => {
  const line = lineOf({ title: 'T', ...outcomes });
  expect(itemOfLine(line)).toEqual({ title: 'T', ...outcomes });
  expect(JSON.stringify(itemOfLine(line))).toBe(JSON.stringify({ title: 'T', ...outcomes }));
  expect(lineOf(itemOfLine(line))).toBe(line);
});

it('keeps the place of an item once', () => {
  expect(
    lineOf({ title: 'T', rows: [row, row, row], control: [row], predictions: [] }).split('"cluster"'),
  ).toHaveLength(2);
});
