import type { Finding } from '../../src/results/finding.ts';
import type { Results } from '../../src/results/results.ts';
import { noResults } from './no-results.ts';

/** Returns a finding whose numbers agree with its verdict; `more` replaces fields. */
export function madeFinding(more: Partial<Finding> = {}): Finding {
  return {
    ...{ run: '111111aaaaaa', experiment: 'restriction', task: 'requests it refuses', condition: 'paper' },
    ...{ model: 'provider/my-model', measure: 'accuracy', unit: 'share', better: 'higher' },
    ...{ score: 0.7, scoreInterval: [0.64, 0.76], reference: { name: 'best constant answer', value: 0.6 } },
    ...{ difference: 0.1, differenceInterval: [0.02, 0.18], level: 0.95, n: 200, usable: 200, total: 200 },
    ...{ others: 0.65, itemRule: 0.55, beyondShared: null, reexecution: 0.9, detectable: 0.08 },
    ...{ verdict: 'above-constant', reason: null, p: 0.01 },
    ...more,
  };
}

/** Returns results with these findings. */
export function madeResults(findings: readonly Finding[], more: Partial<Results> = {}): Results {
  return { ...noResults, adjustedOver: `${findings.length} tests`, findings, ...more };
}
