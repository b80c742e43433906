import { expect, it } from 'vitest';
import type { Observed } from '../../domain/outcome.ts';
import { allExperiments } from '../../experiments/registry.ts';
import { Analyzer } from '../analyze.ts';

it('counts units as whole numbers where executions share them and some are missing', () => {
  const analyzer = new Analyzer({ experiments: allExperiments() });
  const missing: Observed<never> = { kind: 'absent', slot: 'execute', reason: 'failed', detail: '' };
  const value = (is: boolean): Observed<boolean> => ({ kind: 'present', value: is, step: 'recorded' });
  for (let item = 0; item < 123; item += 1) {
    const executions = [0, 1, 2, 3, 4, 5, 6].map((k) => ((item + k) % 9 === 0 ? missing : value((item * k) % 3 > 0)));
    analyzer.add({
      ...{ run: 'r', experiment: 'know', model: 'm', condition: 'c', item: `q${item}`, cluster: `q${item}` },
      reader: 'both',
      outcome: {
        ...{ kind: 'binary', unit: '', label: null, executions },
        ...{ prediction: value(item % 2 > 0), probability: item % 2 > 0 ? 0.8 : 0.3 },
      },
    });
  }
  const { estimates } = analyzer.finish();
  expect(estimates.length).toBeGreaterThan(3);
  for (const { measure, policy, n } of estimates) {
    if (policy === 'parsed') expect([measure, n]).toEqual([measure, 123]);
    else expect(String(n)).toMatch(/^\d+(?:\.\d)?$/); // executions that count as wrong are in no cell
  }
});
