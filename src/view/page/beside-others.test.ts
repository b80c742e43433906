import { expect, it } from 'vitest';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { besideOthers } from './beside-others.ts';

const words = { yes: 'yes', no: 'no', slots: {} };

function row(model: string, unit: string, value: boolean): OutcomeRow {
  const present = { kind: 'present', value, step: 'strict' } as const;
  return {
    ...{ run: 'r', experiment: 'restriction', model, condition: 'paper', reader: 'both', item: 'i', cluster: 'i' },
    outcome: { kind: 'binary', unit, prediction: present, probability: null, executions: [present], label: null },
  };
}

it('counts the other models that behaved the same on a unit', () => {
  const alike = ['a', 'b'].map((model) => row(model, 'one', true));
  const apart = [row('a', 'two', true), row('b', 'two', true), row('c', 'two', false)];
  const placed = besideOthers([...alike, ...apart], words);
  expect(placed.map(({ divergent, same, others }) => [divergent, same, others])).toEqual([
    ...[false, false].map((divergent) => [divergent, 1, 1]),
    ...[1, 1, 0].map((same) => [true, same, 2]),
  ]);
});
