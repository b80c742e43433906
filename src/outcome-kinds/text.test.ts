import { describe, expect, it } from 'vitest';
import type { Measure } from '../domain/measure.ts';
import type { Observed } from '../domain/outcome.ts';
import { totalsOf } from '../stats/jackknife.ts';
import { missingReason, sumsOf } from './outcome-kinds.ts';
import { type TextFailure, type TextOutcome, textMeasures } from './text.ts';

const { differsShare, editSimilarity, engagesShare, exactMatch, judgedEngagesShare, tokenF1 } = textMeasures;

const text = (value: string): Observed<string> => ({ kind: 'present', value, step: 'text' });
const absent: Observed<never> = { kind: 'absent', slot: 'forecast', reason: 'unparsed', detail: '' };

function outcome(
  prediction: string | null,
  executions: readonly (string | null)[],
  more: Partial<TextOutcome> = {},
): TextOutcome {
  return {
    kind: 'text',
    prediction: prediction === null ? absent : text(prediction),
    executions: executions.map((each) => (each === null ? { ...absent, slot: 'execute' } : text(each))),
    unrelated: null,
    failure: null,
    ...more,
  };
}

function totals(outcomes: readonly TextOutcome[], policy: 'parsed' | 'failures-wrong' = 'parsed') {
  return sumsOf(outcomes, policy);
}

describe('measures of texts', () => {
  it('average the similarity over executions, and the re-execution over their pairs', () => {
    const sums = totals([outcome('a b', ['a b', 'a c', 'd e'], { unrelated: 'a z' })]);
    expect(exactMatch.value(sums)).toBeCloseTo(1 / 3, 12);
    expect(tokenF1.value(sums)).toBeCloseTo((1 + 0.5 + 0) / 3, 12);
    // Pairs of executions: a b | a c, a b | d e, a c | d e.
    expect(tokenF1.reexecution?.(sums)).toBeCloseTo(0.5 / 3, 12);
    // The base rate compares the first execution with the response to another prompt.
    expect(tokenF1.baseRate?.(sums)).toBeCloseTo(0.5, 12);
    expect(editSimilarity.n(sums)).toBe(1);
  });

  it('have no re-execution with one execution, and no base rate without another prompt', () => {
    const sums = totals([outcome('a', ['a'])]);
    expect(exactMatch.reexecution?.(sums)).toBeNull();
    expect(exactMatch.baseRate?.(sums)).toBeNull();
    expect(exactMatch.value(sums)).toBe(1);
  });

  it('exclude missing predictions or count them as wrong, and report bounds', () => {
    const outcomes = [outcome('a', ['a', null]), outcome(null, ['a', 'a'])];
    expect(exactMatch.value(totals(outcomes))).toBe(1);
    const strict = totals(outcomes, 'failures-wrong');
    expect(exactMatch.value(strict)).toBeCloseTo(0.5 / 2, 12);
    expect(exactMatch.bounds?.(strict)).toEqual([0.25, 1]);
    expect(exactMatch.reexecution?.(strict)).toBe(1);
    const slots = { forecast: { kind: 'predict' }, execute: { kind: 'behave' } } as const;
    expect(outcomes.map((each) => missingReason(each, slots))).toEqual([null, 'forecast: unparsed']);
  });

  it('count failures among classified predictions, including malformed ones that engage', () => {
    const failing = (failure: TextFailure | null, prediction: string | null = 'b') =>
      outcome(prediction, ['a'], { failure });
    const outcomes = [
      failing('differs'),
      failing('engages'),
      failing('engages', null),
      failing(null, 'a'),
      failing(null, null),
    ];
    const sums = totals(outcomes);
    expect(engagesShare.value(sums)).toBeCloseTo(2 / 4, 12);
    expect(differsShare.value(sums)).toBeCloseTo(1 / 4, 12);
    expect(judgedEngagesShare.value(sums)).toBeNull();
    const judged = (value: TextFailure | null) =>
      outcome('b', ['a'], { judgedFailure: { kind: 'present', value, step: 'strict' } });
    expect(judgedEngagesShare.value(totals([judged('engages'), judged(null), judged('differs')]))).toBeCloseTo(
      1 / 3,
      12,
    );
  });

  it('are of sums: those of two sets are the sums of the sets', () => {
    const outcomes = [outcome('a b', ['a c', 'b']), outcome(null, ['x']), outcome('long text', ['other text', 'a'])];
    const each = outcomes.map((one) => totals([one], 'failures-wrong'));
    const measures: readonly Measure[] = [exactMatch, tokenF1, editSimilarity];
    for (const measure of measures) expect(measure.value(totalsOf(each))).not.toBeNull();
    expect(totalsOf(each)).toEqual(totals(outcomes, 'failures-wrong'));
  });
});
