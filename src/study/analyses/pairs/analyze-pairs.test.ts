import { describe, expect, it } from 'vitest';
import { simulatedModel, simulatedRows, simulatedWorld } from '../../../../test/support/study/simulated-rows.ts';
import { CellIndex } from '../cells.ts';
import { analyzePairs, pairsOf } from './analyze-pairs.ts';

describe('analyzePairs', () => {
  const models = ['ann', 'ann-2', 'bob'].map((name) => simulatedModel(name, 2, { knowledge: 0.5 }));
  const rows = simulatedRows(simulatedWorld(models, 2), { strings: 100, seed: 1 });
  const pairs = analyzePairs(new CellIndex(rows), [{ of: 'ann', copy: 'ann-2' }], { seed: 1 });

  it('judges every pair, and marks near copies', () => {
    expect(pairs.map(({ a, b, isNearCopy }) => [a, b, isNearCopy])).toEqual([
      ['ann', 'ann-2', true],
      ['ann', 'bob', false],
      ['ann-2', 'bob', false],
    ]);
  });

  it('adjusts directions over both directions of all pairs, and gives each a word', () => {
    const raw = pairs.flatMap(({ plain }) => plain.map(({ p }) => p as number));
    const holm = pairs.flatMap(({ plain }) => plain.map((each) => each.holm as number));
    expect(Math.min(...holm)).toBeCloseTo(6 * Math.min(...raw), 12);
    for (const { word, value, holm: adjusted } of pairs.flatMap(({ plain }) => plain)) {
      const isFound = (adjusted as number) <= 0.05;
      expect(word).toBe(isFound ? ((value as number) > 0 ? 'own better' : 'other better') : 'no difference found');
    }
  });
});

describe('pairsOf', () => {
  it('gives each unordered pair once', () => {
    expect(pairsOf(['a', 'b', 'c'])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(pairsOf(['a'])).toEqual([]);
  });
});
