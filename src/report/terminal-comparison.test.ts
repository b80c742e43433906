import { expect, test } from 'vitest';
import type { Comparison, SelfAdvantageEntry } from '../analyse/comparison.ts';
import { comparisonTables } from './comparison-tables.ts';
import { terminalComparison } from './terminal-comparison.ts';

function comparison(value: number, interval: readonly [number, number]): Comparison {
  const place = { experiment: 'restriction', condition: 'paper' };
  const all: SelfAdvantageEntry = { ...place, measure: 'mcc', model: 'all', value, interval, n: 40 };
  const values = [
    [0.5, 0.5],
    [0.5, 0.5],
  ];
  return {
    matrices: [{ ...place, measure: 'mcc', form: 'reuse', models: ['a', 'b'], values, items: 40 }],
    self_advantage: [all],
    beta: [{ ...place, similarity: false, value, interval, n: 40 }],
    differences: [],
  };
}

test('what is not told from 0 is not called absent', () => {
  const text = terminalComparison(comparison(0.02, [-0.1, 0.14]));
  expect(text.match(/not told from none/g)).toHaveLength(2);
  expect(text).not.toMatch(/no self-knowledge/);
  expect(terminalComparison(comparison(0.1, [0.02, 0.18]))).toMatch(/foretell themselves better/);
  expect(terminalComparison(comparison(-0.1, [-0.18, -0.02]))).toMatch(/foretell themselves worse/);
  const [table] = comparisonTables(comparison(0.02, [-0.1, 0.14]));
  expect(table?.lead).toMatch(/neither privileged self-knowledge nor its absence is shown/);
});

test('an accuracy that rates of "yes" may have moved is no verdict', () => {
  const made = comparison(0.1, [0.02, 0.18]);
  const accuracy = made.self_advantage.map((entry) => ({ ...entry, measure: 'accuracy' }));
  const text = terminalComparison({ ...made, self_advantage: [...accuracy, ...made.self_advantage] });
  expect(text).toMatch(/accuracy: \+\.100 \[\.020, \.180\] - rates of "yes" that go together do this too: see MCC/);
  expect(text).toMatch(/MCC: \+\.100 \[\.020, \.180\] - models foretell themselves better/);
  const order = accuracy.map((entry) => ({ ...entry, measure: 'order_accuracy' }));
  expect(terminalComparison({ ...made, self_advantage: order })).not.toMatch(/rates of "yes"/);
});

test('the number beside beta is of items', () => {
  const table = comparisonTables(comparison(0.02, [-0.1, 0.14])).find(({ id }) => id === 'self-access');
  expect(table?.columns.find(({ name }) => name === 'n')?.help).toMatch(/^Items /);
});
