import { describe, expect, it } from 'vitest';
import { totalsOf } from '../stats/jackknife.ts';
import { bestConstant, guess, meansOf, termsOf } from './terms.ts';

const { zero, named, of, mean, share } = termsOf('text', ['lost', 'sum', 'weight'], { answers: 2 });

function unit(values: { readonly lost?: number; readonly sum?: number; readonly weight?: number }) {
  return Object.assign(zero(), values).numbers;
}

describe('termsOf', () => {
  it('names the numbers of a unit, and of sums over units', () => {
    const sums = totalsOf([unit({ sum: 1, weight: 2 }), unit({ sum: 2, weight: 2, lost: 7 })]);
    const { lost, sum, weight } = named(sums);
    expect([lost, sum, weight]).toEqual([7, 3, 4]);
    expect(of((terms) => terms.sum - terms.lost)(sums)).toBe(-4);
    expect(named(unit({})).sum).toBe(0);
  });

  it('adds to the numbers of a list, and to no number beyond it', () => {
    const terms = zero();
    terms.sum = 9;
    terms.addTo('answers', 1, 0.5);
    terms.addTo('answers', 1, 0.25);
    expect(terms.list('answers')).toEqual([0, 0.75]);
    expect(named(totalsOf([terms.numbers, terms.numbers])).list('answers')).toEqual([0, 1.5]);
    expect(() => terms.addTo('answers', 2, 1)).toThrow(RangeError);
  });

  it('defines means by the names of their terms', () => {
    const tokens = mean('tokens_mean', 'tokens', ['sum', 'weight']);
    expect(tokens).toMatchObject({ name: 'tokens_mean', kind: 'text', unit: 'tokens' });
    expect([tokens.value(unit({ sum: 3, weight: 4 })), tokens.n(unit({ weight: 4 }))]).toEqual([0.75, 4]);
    expect([tokens.value(unit({})), tokens.n(unit({}))]).toEqual([null, 0]);
    expect(mean('', 'tokens', [(terms) => terms.sum + 1, 'weight']).value(unit({ sum: 3, weight: 4 }))).toBe(1);
  });

  it('allows the interval of a share only for means of values in [0, 1]', () => {
    expect(mean('', 'tokens', ['sum', 'weight']).isMean).toBeUndefined();
    expect(share('', ['sum', 'weight']).isMean).toBe(true);
  });

  it('gives missing values that count as wrong the worst value, and in the best case the best one', () => {
    const sums = unit({ sum: 3, weight: 8, lost: 2 });
    const right = share('', ['sum', 'weight'], { lost: 'lost' });
    expect([right.value(sums), right.bounds?.(sums)]).toEqual([3 / 8, [3 / 8, 5 / 8]]);
    const error = mean('', 'doublings', ['sum', 'weight'], { lost: 'lost', worst: 5, best: 0 });
    expect([error.value(sums), error.bounds?.(sums)]).toEqual([13 / 8, [13 / 8, 3 / 8]]);
    expect(right.bounds?.(unit({}))).toBeNull();
  });
});

describe('bestConstant', () => {
  it('is the best mean score of a constant answer, the lowest of an error', () => {
    const scores = of((terms) => meansOf([terms.sum, terms.lost], terms.weight));
    const sums = unit({ sum: 3, lost: 5, weight: 10 });
    expect(bestConstant(scores).baseRate(sums)).toBe(0.5);
    expect(bestConstant(scores, 'lower').baseRate(sums)).toBe(0.3);
    expect(bestConstant(scores).baseRate(unit({}))).toBeNull();
    expect(guess(0.25).baseRate?.([])).toBe(0.25);
  });
});
