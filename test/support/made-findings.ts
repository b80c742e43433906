import type { Beyond, Finding, Rung } from '../../src/results/finding.ts';
import type { Quantity } from '../../src/results/quantity.ts';
import type { Results } from '../../src/results/results.ts';
import { noResults } from './no-results.ts';
import { madeContrast } from './report-input.ts';

const tested = { kind: 'tested', parts: 4, over: 'groups', missing: 'none', family: 1, against: null } as const;

/** Returns a number with an interval. */
export function madeQuantity(value: number | null, interval: Quantity['interval'] = null): Quantity {
  return { value, interval, n: 200, clusters: 200, missing: null };
}

/** Returns a rung that holds, or does not. */
export function madeRung(holds: boolean, more: Partial<Extract<Rung, { kind: 'tested' }>> = {}): Rung {
  const p = holds ? 0.001 : 0.4;
  return {
    ...tested,
    test: 't',
    p,
    pWithoutMissing: p,
    adjusted: p,
    holds,
    estimate: madeQuantity(0.1, [0.02, 0.18]),
    ...more,
  };
}

/** Returns what predictions add to what others tell: nothing that holds. */
export function madeBeyond(more: Partial<Extract<Beyond, { kind: 'tested' }>> = {}): Beyond {
  const quantity = madeQuantity(0.1, [0.02, 0.18]);
  return {
    ...{ kind: 'tested', test: 'residual tetrads', p: 0.5, adjusted: 1, family: 6, holds: false },
    ...{ own: quantity, private: quantity, nearest: { ...madeContrast('b', quantity), p: 0.4 } },
    ...{ references: ['other models'], models: 6, shared: null, missing: 'none' },
    text: { kind: 'not asked', reason: 'another reference is not beaten' },
    ...more,
  };
}

/** Returns a finding whose numbers agree with its verdict; `more` replaces fields. */
export function madeFinding(more: Partial<Finding> = {}): Finding {
  return {
    ...{ run: '111111aaaaaa', experiment: 'restriction', task: 'requests it refuses', condition: 'paper' },
    ...{ model: 'provider/my-model', measure: 'accuracy', unit: 'share', better: 'higher' },
    ...{
      fit: 'useful',
      beyond: 'not asked',
      changedByMissing: false,
      reason: null,
      score: madeQuantity(0.7, [0.64, 0.76]),
      chance: 0.52,
      skill: 0.375,
    },
    ...{ stratum: null, undealt: null, auroc: null, stated: null, survives: null },
    ...{
      constant: 0.6,
      aboveConstant: madeQuantity(0.1, [0.02, 0.18]),
      label: 0.55,
      reexecution: 0.9,
      usable: 200,
      total: 200,
      notAsked: 0,
      halves: 0,
    },
    ...{ clusters: 200, detectable: 0.61 },
    rungs: {
      informative: madeRung(true, { test: 'exact' }),
      useful: madeRung(true, { test: 'mcnemar', against: 'always no' }),
      beyondOthers: { kind: 'not asked', reason: 'needs other models on the same items' },
    },
    opposite: madeRung(false),
    ...more,
  };
}

/** Returns results with these findings. */
export function madeResults(findings: readonly Finding[], more: Partial<Results> = {}): Results {
  return { ...noResults, findings, ...more };
}
