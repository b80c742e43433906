import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { type DecisionOutcome, decisionKind, firstOptionRate, payoff } from './decision.ts';
import { itemScore, sumsOf } from './outcome-kinds.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
const absent: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

/** Returns a decision between answering (1 or 0 in each execution) and a sure payoff. */
function outcome(choice: number | null, answers: readonly number[], sure: number, rules = [0, 1]): DecisionOutcome {
  return {
    ...{ kind: 'decision', unit: '', options: ['self', 'colleague'], rules },
    choice: choice === null ? absent : present(choice),
    payoffs: answers.map((right) => present([right, sure])),
  };
}

function totals(outcomes: readonly DecisionOutcome[], policy: 'parsed' | 'failures-wrong' = 'parsed') {
  return sumsOf(outcomes, policy);
}

describe('measures of decisions', () => {
  it('average the payoffs of the choices over executions', () => {
    const sums = totals([outcome(0, [1, 0], 0.7), outcome(1, [0, 0], 0.7)]);
    expect(payoff.value(sums)).toBeCloseTo((0.5 + 0.7) / 2, 12);
    expect(firstOptionRate.value(sums)).toBe(0.5);
  });

  it('have the best fixed rule as base rate, which may depend on the item', () => {
    const sums = totals([outcome(0, [1], 0.3, [0, 1, 0]), outcome(0, [0], 0.9, [0, 1, 1])]);
    // Always self: 0.5; always colleague: 0.6; colleague where it is good: 0.95.
    expect(payoff.baseRate?.(sums)).toBeCloseTo(0.95, 12);
  });

  it('choose by another execution', () => {
    const sums = totals([outcome(1, [1, 1, 0], 0.5)]);
    // By one other: the two right ones see one right and one wrong execution each; the wrong one sees two right ones.
    expect(payoff.reexecution?.(sums)).toBeCloseTo((1 + 0.5 + 1 + 0.5 + 0 + 0) / 6, 12);
  });

  it('give a missing decision nothing where it counts as wrong', () => {
    const outcomes = [outcome(1, [1], 0.5), outcome(null, [1], 0.5)];
    expect(payoff.value(totals(outcomes))).toBe(0.5);
    const wrong = totals(outcomes, 'failures-wrong');
    expect(payoff.value(wrong)).toBe(0.25);
    expect(payoff.bounds?.(wrong)).toEqual([0.25, 0.75]);
    expect(decisionKind.missing(outcome(null, [1], 0.5), {})).toBe('forecast: unparsed');
  });

  it('call a decision right where no other option earned more, however little it earned', () => {
    expect(decisionKind.isRight(outcome(1, [0, 0], 0.3))).toBe(true);
    expect(decisionKind.isRight(outcome(1, [1, 1], 0.7))).toBe(false);
    expect(decisionKind.isRight(outcome(null, [1], 0.5))).toBeNull();
  });

  it('show the choice, the option that was best most often, and the mean payoff', () => {
    const one = outcome(0, [1, 1, 0], 0.5);
    const shown = decisionKind.texts(one, { yes: '', no: '' });
    expect(shown).toMatchObject({ prediction: 'self', outcome: 'self', agree: 2, executions: 3 });
    expect(itemScore([one])).toBeCloseTo(2 / 3, 12);
  });
});
