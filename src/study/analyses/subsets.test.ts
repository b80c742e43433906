import { describe, expect, it } from 'vitest';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../test/support/study/simulated-rows.ts';
import { missingEstimate } from '../../stats/jackknife.ts';
import type { JudgedPair } from './pairs/analyze-pairs.ts';
import { analyzeSubsets, oneTokenHabit } from './subsets.ts';

const models = ['ann', 'bob'].map((name) => simulatedModel(name, 3, { knowledge: 0.5 }));
const rows = simulatedRows(simulatedWorld(models, 3), { strings: 60, seed: 1 }).map((row) => ({
  ...row,
  split: row.property === 'property-3' ? ('new-task' as const) : row.split,
  halves: { first: row.truth, second: row.truth },
}));

describe('analyzeSubsets', () => {
  const subsets = analyzeSubsets(rows, [], { seed: 1 });

  it('repeats the analysis on every part that has rows', () => {
    expect(subsets.map(({ name, pairs }) => [name, pairs.length])).toEqual([
      ['divergent', 1],
      ['shallow', 1],
      ['deep', 1],
      ['new-string', 1],
      ['new-task', 1],
      ['wording asked-before', 1],
    ]);
  });

  it('counts the properties of strings that a part keeps', () => {
    const kept = Object.fromEntries(subsets.map(({ name, kept, of }) => [name, [kept, of]]));
    expect(kept.shallow).toEqual([60, 180]);
    expect(kept['new-task']).toEqual([60, 180]);
    expect(kept.divergent![0]).toBeLessThan(180);
  });
});

describe('oneTokenHabit', () => {
  const pair = (low: number) => {
    const interval = [low, 0.2] as const;
    const estimate = { ...missingEstimate(''), value: 0.1, interval };
    return { doubleDifference: estimate, excess: estimate } as JudgedPair;
  };

  it('warns where an advantage is found in shallow properties only', () => {
    expect(oneTokenHabit(pair(0.01), pair(-0.01))).toMatch(/^One-token habit/);
    expect(oneTokenHabit(pair(0.01), pair(0.01))).toBeNull();
    expect(oneTokenHabit(pair(-0.01), pair(-0.01))).toBeNull();
  });
});
