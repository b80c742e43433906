import { expect, it } from 'vitest';
import type { Finding } from '../../results/finding.ts';
import { rowOrder } from './finding-numbers.ts';

it('orders the rows of every table by mean skill, the best first; names without a verdict are last', () => {
  const found = (model: string, fit: Finding['fit'], skill: number) => ({ model, fit, skill }) as Finding;
  const findings = [
    found('none', 'too few', 0.9),
    found('low', 'no sign', 0.1),
    found('high', 'useful', 0.6),
    found('high', 'no sign', 0.2),
  ];
  expect(rowOrder(findings, ({ model }) => model)).toEqual(['high', 'low', 'none']);
});
