import { describe, expect, it } from 'vitest';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Estimate } from '../../results/estimate.ts';
import { isAboveCoin, lossLines } from './limits.ts';

const estimate = (measure: string, value: number, interval: Estimate['interval'], condition = 'c'): Estimate => ({
  ...{ run: 'r', experiment: 'injection', model: 'simulated/a', condition, measure, unit: 'share', policy: 'parsed' },
  ...{ value, interval, level: 0.95, method: '', n: 40, clusters: 40, coverage: { units: 40, usable: 40, lost: {} } },
  ...{ baseRate: null, itemRule: null, otherModels: null, reexecution: null, skill: null, bounds: null },
});

const experiments = experimentRegistry();
const able = (condition: string, lost: number) => [
  estimate('unchanged_rate', 0.7, [0.6, 0.8], condition),
  estimate('lost_share', lost, [lost - 0.1, lost + 0.1], condition),
];
const guessing = (condition: string) => [
  estimate('unchanged_rate', 0.3, [0.2, 0.45], condition),
  estimate('lost_share', 0.16, [0.05, 0.3], condition),
];

describe('lossLines', () => {
  it('state the accuracy lost of a model that answers above a coin, with its interval or range', () => {
    expect(lossLines(able('c', 0.16), experiments)).toEqual([
      'Accuracy that simulated/a loses to the insertion: 16 [6, 26] percentage points.',
    ]);
    expect(lossLines([...able('c', 0.16), ...able('d', 0.03)], experiments)).toEqual([
      'Accuracy that simulated/a loses to the insertion: 3 to 16 percentage points in 2 conditions.',
    ]);
  });

  it('say that nothing is measured where the model is at the level of a coin, and never its number', () => {
    expect(isAboveCoin(guessing('c'), 0.25)).toBe(false);
    expect(lossLines(guessing('c'), experiments)).toEqual([
      'Accuracy that simulated/a loses to the insertion: not measured. Without it, 30 % of its answers are right; a coin gets 25 %.',
    ]);
  });

  it('are empty for experiments that change nothing', () => {
    expect(lossLines([{ ...estimate('accuracy', 0.7, null), experiment: 'know' }], experiments)).toEqual([]);
  });
});
