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

  it('adjusts p values over the pairs that are not near copies', () => {
    const [copies, ...others] = pairs;
    expect(copies!.holm).toEqual({ doubleDifference: null, excess: null, verdict: null });
    const raw = others.map(({ p }) => p.excess as number);
    expect(Math.min(...others.map(({ holm }) => holm.excess as number))).toBeCloseTo(2 * Math.min(...raw), 12);
  });

  it('adjusts plain advantages over both directions of all pairs', () => {
    const raw = pairs.flatMap(({ plain }) => plain.map(({ tests }) => tests!.p as number));
    const smallest = Math.min(...pairs.flatMap(({ plainHolm }) => plainHolm as readonly number[]));
    expect(smallest).toBeCloseTo(6 * Math.min(...raw), 12);
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
