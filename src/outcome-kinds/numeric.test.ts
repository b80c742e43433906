import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import {
  constantLogs,
  log2Bias,
  log2Error,
  maxError,
  type NumericOutcome,
  nearConstants,
  numericKind,
  typicalTokens,
  withinFactorTwo,
} from './numeric.ts';
import { itemScore, sumsOf } from './outcome-kinds.ts';

const present = (value: number): Observed<number> => ({ kind: 'present', value, step: 'strict' });
const absent: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function outcome(predicted: number | null, executions: readonly number[], rule: number | null = null): NumericOutcome {
  const prediction = predicted === null ? absent : present(predicted);
  return { kind: 'numeric', unit: 'tokens', prediction, executions: executions.map(present), rule };
}

function totals(outcomes: readonly NumericOutcome[], policy: 'parsed' | 'failures-wrong' = 'parsed') {
  return sumsOf(outcomes, policy);
}

describe('nearConstants', () => {
  it('scores each constant answer by the share of executions within a factor of two', () => {
    const scores = nearConstants(outcome(null, [8, 64])) ?? [];
    const at = (value: number) => scores[constantLogs.indexOf(Math.log2(value))];
    expect([at(2), at(8), at(16), at(32), at(256)]).toEqual([0, 0.5, 0.5, 0.5, 0]);
    expect(nearConstants(outcome(8, []))).toBeNull();
  });
});

describe('measures of numbers', () => {
  it('average the absolute logarithms over executions, too high and too low alike', () => {
    const sums = totals([outcome(64, [32, 256]), outcome(10, [10])]);
    expect(log2Error.value(sums)).toBeCloseTo((1.5 + 0) / 2, 12);
    expect(withinFactorTwo.value(sums)).toBeCloseTo((0.5 + 1) / 2, 12);
    expect(log2Bias.value(sums)).toBeCloseTo((0.5 * (1 - 2) + 0) / 2, 12);
    expect(log2Error.reexecution?.(sums)).toBeCloseTo(3, 12);
    expect(typicalTokens.value(totals([outcome(1, [4, 16])]))).toBeCloseTo(8, 12);
  });

  it('limit an error, and give it to missing predictions where these count as wrong', () => {
    expect(log2Error.value(totals([outcome(10_000_000, [1])]))).toBe(maxError);
    const outcomes = [outcome(8, [8]), outcome(null, [8])];
    expect(log2Error.value(totals(outcomes))).toBe(0);
    const wrong = totals(outcomes, 'failures-wrong');
    expect(log2Error.value(wrong)).toBe(maxError / 2);
    expect(log2Error.bounds?.(wrong)).toEqual([maxError / 2, 0]);
    expect(withinFactorTwo.value(wrong)).toBe(0.5);
  });

  it('have the best constant as base rate and the rule of each outcome as item rule', () => {
    const sums = totals([outcome(1, [10], 20), outcome(1, [40], 40), outcome(1, [160])]);
    // The median, 40, is a constant up to a step of 1/16.
    expect(log2Error.baseRate?.(sums)).toBeCloseTo(4 / 3, 1);
    expect(log2Error.itemRule?.(sums)).toBeCloseTo(0.5, 12);
    expect(log2Error.itemRule?.(totals([outcome(1, [10])]))).toBeNull();
  });

  it('show the median and the predictions near it, and hide the rule of a withheld item', () => {
    const one = outcome(30, [10, 20, 100], 7);
    const shown = numericKind.texts(one, { yes: '', no: '' });
    expect(shown).toMatchObject({ prediction: '30', outcome: '20', agree: 2, executions: 3 });
    expect(itemScore([one])).toBeCloseTo(1 / 3, 12);
    expect(numericKind.withheld(outcome(30, [10], 7)).rule).toBeNull();
  });
});
