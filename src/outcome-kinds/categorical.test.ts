import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { absent } from '../experiments/common/observe.ts';
import { type CategoricalOutcome, categoricalTerms, modalValue, truthOf } from './categorical.ts';

const part = (value: string | null, slot: 'forecast' | 'execute'): Observed<string> =>
  value === null ? absent(slot, 'unparsed', '') : { kind: 'present', value, step: 'text' };

function outcome(predictions: readonly (string | null)[], executions: readonly (string | null)[]): CategoricalOutcome {
  return {
    kind: 'categorical',
    unit: 'first-word',
    group: 'animals',
    values: 'open',
    predictions: predictions.map((value) => part(value, 'forecast')),
    executions: executions.map((value) => part(value, 'execute')),
    modal: 0,
    label: null,
    echo: null,
  };
}

function terms(of: CategoricalOutcome, policy: 'parsed' | 'failures-wrong' = 'failures-wrong') {
  return categoricalTerms(of, policy);
}

describe('modalValue', () => {
  it('is the most frequent value, and the first of equally frequent ones', () => {
    expect(modalValue(['b', 'a', 'a'])).toEqual({ kind: 'known', value: 'a' });
    expect(modalValue(['b', 'a', 'b', 'a', 'c'])).toEqual({ kind: 'known', value: 'b' });
    expect(modalValue(['b'])).toEqual({ kind: 'known', value: 'b' });
  });

  it('is absent for two or more distinct values, and for no values', () => {
    expect(modalValue(['a', 'b'])).toEqual({ kind: 'unknown', reason: 'no-mode' });
    expect(modalValue([])).toEqual({ kind: 'unknown', reason: 'no-execution' });
  });
});

describe('truthOf', () => {
  it('uses the value of the modal answer under the published rule', () => {
    const of = { ...outcome(['a'], ['b', 'a', 'a']), modal: 0 };
    expect(truthOf(of, 'modal-answer')).toEqual({ kind: 'known', value: 'b' });
    expect(truthOf(of)).toEqual({ kind: 'known', value: 'a' });
  });

  it('is absent where the modal answer has no value', () => {
    const of = { ...outcome(['a'], [null, 'a']), modal: 0 };
    expect(truthOf(of, 'modal-answer')).toEqual({ kind: 'unknown', reason: 'no-execution' });
    expect(truthOf({ ...of, modal: null }, 'modal-answer')).toEqual({ kind: 'unknown', reason: 'no-mode' });
  });

  it('does not depend on a prediction', () => {
    expect(truthOf(outcome([null], ['a', 'a']))).toEqual(truthOf(outcome(['b', 'c'], ['a', 'a'])));
  });
});

describe('categoricalTerms', () => {
  it('counts a right prediction, and the share of executions that it hits', () => {
    const at = terms(outcome(['a'], ['a', 'a', 'b']));
    expect([at.right, at.rows, at.answered, at.hit]).toEqual([1, 1, 1, 2 / 3]);
  });

  it('counts an absent prediction as wrong, or leaves the row out', () => {
    const of = outcome([null], ['a']);
    expect([terms(of).right, terms(of).rows, terms(of).answered]).toEqual([0, 1, 0]);
    expect(terms(of, 'parsed').rows).toBe(0);
    expect(terms(of, 'parsed').predictionsAsked).toBe(1);
  });

  it('shares the weight of a row among repeated predictions', () => {
    expect(terms(outcome(['a', 'b', null, 'a'], ['a'])).right).toBe(0.5);
    expect(terms(outcome(['a', 'b', null, 'a'], ['a']), 'parsed').right).toBeCloseTo(2 / 3, 12);
  });

  it('excludes and counts a row without a truth', () => {
    const at = terms(outcome(['a'], ['a', 'b']));
    expect([at.rows, at.noMode, at.hit]).toEqual([0, 1, 0.5]);
  });

  it('compares each execution with the truth of the others', () => {
    const of = (...executed: readonly string[]) => {
      const at = terms(outcome(['a'], [...executed]));
      return [at.reExecutionRight, at.reExecutions];
    };
    expect(of('a', 'a', 'a')).toEqual([1, 1].map((value) => expect.closeTo(value, 12)));
    expect(of('a', 'a', 'b')).toEqual([0, expect.closeTo(1 / 3, 12)]); // only `b` is compared: the others of an `a` differ
    expect(of('a', 'b', 'c')).toEqual([0, 0]);
    expect(of('a', 'a')).toEqual([0, 0]);
    expect(of('a')).toEqual([0, 0]);
  });

  it('estimates what one more execution scores beside a truth from one execution less', () => {
    // values a to d with probabilities 0.4 and three times 0.2: of three executions, over all 64 outcomes
    const chances = [
      ['a', 0.4],
      ['b', 0.2],
      ['c', 0.2],
      ['d', 0.2],
    ] as const;
    const sums = { right: 0, n: 0, fresh: 0, known: 0 };
    for (const [x, p] of chances)
      for (const [y, q] of chances)
        for (const [z, r] of chances) {
          const at = terms(outcome(['a'], [x, y, z]));
          sums.right += p * q * r * at.reExecutionRight;
          sums.n += p * q * r * at.reExecutions;
          if (x !== y) continue; // a truth of the first two; the third is the further execution
          sums.known += p * q * r;
          if (z === x) sums.fresh += p * q * r;
        }
    expect(sums.right / sums.n).toBeCloseTo(sums.fresh / sums.known, 12);
  });
});
