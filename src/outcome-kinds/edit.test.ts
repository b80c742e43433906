import { describe, expect, it } from 'vitest';
import type { Observed } from '../domain/outcome.ts';
import { changeSize, type EditOutcome, editKind, flipRate, ruleFlipRate, smallChangeShare } from './edit.ts';
import { itemScore, sumsOf } from './outcome-kinds.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });
const absent: Observed<never> = { kind: 'absent', slot: 'change', reason: 'unparsed', detail: 'secret' };
const yes = [true, true];
const no = [false, false];

/** Returns a change of `distance` characters in a question of 100, or one that could not be read. */
function outcome(
  distance: number | null,
  flips: readonly boolean[],
  rules: readonly (readonly boolean[])[],
): EditOutcome {
  return {
    ...{ kind: 'edit', unit: '', limit: 20, distance, size: distance === null ? null : distance / 100 },
    change: distance === null ? absent : present('a changed question'),
    executions: distance === null ? [absent, absent] : flips.map(present),
    rules: rules.map((each, index) => ({ name: `rule ${index}`, executions: each.map(present) })),
  };
}

function totals(outcomes: readonly EditOutcome[], policy: 'parsed' | 'failures-wrong' = 'parsed') {
  return sumsOf(outcomes, policy);
}

const rate = flipRate(1);

describe('measures of changes', () => {
  it('count flips of small changes only, and average their sizes', () => {
    const outcomes = [outcome(10, yes, []), outcome(4, [true, false], []), outcome(21, yes, []), outcome(0, yes, [])];
    const sums = totals(outcomes);
    expect(rate.value(sums)).toBeCloseTo(1.5 / 4, 12);
    expect(smallChangeShare.value(sums)).toBe(0.5);
    expect(changeSize.value(sums)).toBeCloseTo((0.1 + 0.5 * 0.04) / 1.5, 12);
  });

  it('have the best rule as base rate, and one rule as item rule', () => {
    const sums = totals([outcome(5, no, [yes, no]), outcome(5, no, [[true, false], no]), outcome(5, no, [no, yes])]);
    expect(rate.baseRate?.(sums)).toBeCloseTo(0.5, 12);
    expect(rate.itemRule?.(sums)).toBeCloseTo(1 / 3, 12);
    expect(ruleFlipRate('unchanged_flip_rate', 0).value(sums)).toBeCloseTo(0.5, 12);
  });

  it('count a missing change as no flip where missing values count as wrong', () => {
    const outcomes = [outcome(5, yes, [yes]), outcome(null, [], [no])];
    expect(rate.value(totals(outcomes))).toBe(1);
    const wrong = totals(outcomes, 'failures-wrong');
    expect(rate.value(wrong)).toBe(0.5);
    expect(rate.bounds?.(wrong)).toEqual([0.5, 1]);
    expect(rate.baseRate?.(wrong)).toBe(0.5);
    expect(editKind.missing(outcome(null, [], []), {})).toBe('change: unparsed');
  });

  it('show the changed question and what most answers did, and withhold both texts', () => {
    const one = outcome(5, [true, true, false], []);
    const shown = editKind.texts(one, { yes: '', no: '' });
    expect(shown).toMatchObject({ prediction: 'a changed question', outcome: 'another answer', agree: 2 });
    expect(itemScore([one])).toBeCloseTo(2 / 3, 12);
    expect(JSON.stringify(editKind.withheld(outcome(5, yes, [])))).not.toContain('changed question');
    expect(JSON.stringify(editKind.withheld(outcome(null, [], [])))).not.toContain('secret');
  });
});
