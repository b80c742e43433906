import { describe, expect, it } from 'vitest';
import type { Contrast } from '../../results/contrast.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { Direction } from '../../results/study-result.ts';
import { missingEstimate } from '../../stats/jackknife.ts';
import { partContrast } from './study-contrast.ts';
import { directionWord, type PairAnalysis, verdictOf } from './verdict.ts';

function estimate(low: number, high: number): Quantity {
  return { value: (low + high) / 2, interval: [low, high], n: 400, clusters: 100, missing: null };
}

const above = estimate(0.02, 0.08);
const around = estimate(-0.02, 0.04);
const below = estimate(-0.08, -0.02);

function direction(target: string, word: Direction['word']): Direction {
  const of = word === 'higher' ? above : word === 'lower' ? below : around;
  const tested = { test: 't', p: 0.01, adjusted: 0.02, family: 2, reason: null, detectable: null } as const;
  const other = target === 'ann' ? 'bob' : 'ann';
  return {
    ...tested,
    a: target,
    b: other,
    quantity: of,
    word,
    trainings: 3,
    read: { own: 1, other: 1 },
    explainingDeviation: null,
  };
}

function contrast(quantity: Quantity, p: number | null): Contrast {
  return partContrast({ a: 'a', b: 'b', quantity, p, word: 'no difference found' });
}

function beyond(target: string, p: number | null): PairAnalysis['beyondRules'][number] {
  return { ...contrast(around, p), a: target, b: target === 'ann' ? 'mode' : 'itemOnly' };
}

function pair(i: Quantity, e: Quantity, changes: Partial<PairAnalysis> = {}): PairAnalysis {
  return {
    a: 'ann',
    b: 'bob',
    gainBase: 'scramble',
    trainings: 3,
    arms: [],
    accuracy: null,
    plain: [],
    shifted: null,
    beyondRules: [beyond('ann', 0.025), beyond('bob', 0.001)],
    I: contrast(i, 0.001),
    determinant: e,
    meanGain: estimate(0.2, 0.3),
    E: contrast(e, 0.001),
    detectable: 0.11,
    detectableWith: { strings: 0.06, trainings: 0.09 },
    detectableGain: 0.07,
    excludedGroups: [],
    ...changes,
  };
}

function shifted(...ps: readonly number[]): readonly ShiftedSelf[] {
  return ['ann', 'bob'].map((target, index): ShiftedSelf => {
    const leads = { plain: around, difference: contrast(above, ps[index] ?? null) };
    return { target, shifted: `${target}-king`, trainings: 3, ...leads, hardness: contrast(around, 0.05) };
  });
}

type ShiftedSelf = NonNullable<PairAnalysis['shifted']>[number];

const both = [direction('ann', 'higher'), direction('bob', 'higher')];
const alone = { directions: both, nearCopies: [] };
const power = 'A real advantage of 11.0 points, equal in both directions, would be noticed in 4 of 5 such studies.';

describe('directionWord', () => {
  it.each([
    [0.02, 0.05, 'higher'],
    [-0.02, 0.05, 'lower'],
    [0.02, 0.051, 'no difference found'],
    [0.02, null, 'no difference found'],
    [null, 0.01, 'not measured'],
  ] as const)('judges a difference of %s at an adjusted p of %s: %s', (value, adjusted, word) => {
    expect(directionWord({ quantity: { ...around, value }, adjusted, trainings: 3 }).word).toBe(word);
  });

  it('has no word for fewer than three trainings of an arm, and without an interval', () => {
    const found = { quantity: above, adjusted: 0.001 };
    expect(directionWord({ ...found, trainings: 1 })).toEqual({ word: 'no test', reason: 'one training' });
    expect(directionWord({ ...found, trainings: 2 }).word).toBe('not measured');
    expect(directionWord({ ...found, quantity: { ...above, interval: null }, trainings: 3 }).word).toBe('not measured');
  });
});

describe('verdictOf', () => {
  it.each([
    ['I and E', above, above, 'own better'],
    ['I only', above, around, 'no advantage found'],
    ['E only', around, above, 'no advantage found'],
    ['neither', around, around, 'no advantage found'],
    ['neither, both being below', below, below, 'no advantage found'],
  ] as const)('needs both above zero: %s', (_, i, e, kind) => {
    expect(verdictOf(pair(i, e), alone).verdict).toBe(kind);
  });

  it('says without shifted selves that a handicap of cross training is not excluded', () => {
    const { sentence, reasons } = verdictOf(pair(above, above), alone);
    expect(sentence).toBe(
      'ann and bob: better predicted by itself; a handicap of cross training is not excluded (over 3 trainings of each arm).',
    );
    expect(reasons.some((reason) => reason.startsWith('Without shifted selves'))).toBe(true);
  });

  it('says advantage only where both leads exceed those on the shifted selves, at one-sided 2.5 %', () => {
    const judge = (...ps: readonly number[]) =>
      verdictOf(pair(above, above, { shifted: shifted(...ps) }), alone).verdict;
    expect(judge(0.025, 0.001)).toBe('advantage');
    expect(judge(0.026, 0.001)).toBe('own better');
    expect(judge(0.001)).toBe('own better');
    const failing = verdictOf(pair(above, around, { shifted: shifted(0.001, 0.001) }), alone);
    expect(failing.verdict).toBe('no advantage found');
  });

  it('needs both directions, and names the model that is predicted better by the other', () => {
    const directions = [direction('ann', 'higher'), direction('bob', 'lower')];
    const { verdict, sentence, reasons } = verdictOf(pair(above, above), { ...alone, directions });
    expect(verdict).toBe('no advantage found');
    expect(sentence).toContain('bob is predicted better by ann than by itself');
    expect(reasons.at(-1)).toBe(power);
    const neither = [direction('ann', 'no difference found'), direction('bob', 'higher')];
    expect(verdictOf(pair(above, above), { ...alone, directions: neither }).sentence).toContain(
      'ann: no difference found between itself and bob',
    );
  });

  it('needs both own models above every rule, and names the rule', () => {
    const judge = (beyondRules: PairAnalysis['beyondRules']) => verdictOf(pair(above, above, { beyondRules }), alone);
    const mode = judge([beyond('ann', 0.026), beyond('bob', 0.001)]);
    expect(mode.verdict).toBe('no advantage found');
    expect(mode.sentence).toContain('but ann is not shown to be above the base rate');
    expect(judge([beyond('ann', 0.01), beyond('bob', null)]).sentence).toContain(
      'bob is not shown to be above the rule “item-only”',
    );
  });

  it('says first that training taught nothing, and still names a model that the other predicts better', () => {
    const untaught = pair(above, above, {
      meanGain: around,
      E: contrast(missingEstimate('nothing was learned'), null),
    });
    const directions = [direction('ann', 'higher'), direction('bob', 'lower')];
    const { verdict, sentence, reasons } = verdictOf(untaught, { ...alone, directions });
    expect(verdict).toBe('training taught nothing');
    expect(sentence).toBe(
      'ann and bob: not shown that training taught anything (mean gain +1.0 points [−2.0, 4.0]); bob is predicted better by ann than by itself.',
    );
    expect(reasons.at(-1)).toContain('A real mean gain of about 7.0 points ');
  });

  it('says no advantage where a near copy predicts the model as well', () => {
    const nearCopies = [pair(around, around, { a: 'ann', b: 'ann-2' })];
    const found = pair(above, above, { shifted: shifted(0.001, 0.001) });
    const { verdict, reasons } = verdictOf(found, { ...alone, nearCopies });
    expect(verdict).toBe('own better');
    expect(reasons.join(' ')).toContain('ann and ann-2, near copies, are not shown to predict themselves better');
  });

  it('says advantage only where the shifted selves were shown to be as hard to learn', () => {
    const [ann, bob] = shifted(0.001, 0.001) as [ShiftedSelf, ShiftedSelf];
    const { verdict, sentence } = verdictOf(
      pair(above, above, { shifted: [ann, { ...bob, hardness: contrast(around, 0.051) }] }),
      alone,
    );
    expect(verdict).toBe('own better');
    expect(sentence).toContain(
      'the shifted self of bob was not shown to be as hard to learn (difference +1.0 points [−2.0,',
    );
    const once = verdictOf(pair(above, above, { shifted: [ann, { ...bob, trainings: 1 }] }), alone);
    expect(once.verdict).toBe('own better');
  });

  it('names the number of trainings and their accuracies, and judges none of two', () => {
    const arms = [{ base: 'ann', target: 'bob', kind: 'trained' as const, accuracies: [0.5, 0.52, 0.61] }];
    const three = verdictOf(pair(above, above, { arms }), alone);
    expect(three.sentence).toContain('(over 3 trainings of each arm)');
    expect(three.reasons).toContain('Right in each training: ann about bob 50.0 %, 52.0 %, 61.0 %.');
    expect(verdictOf(pair(above, above, { trainings: 2, arms }), alone).verdict).toBe('not measured');
  });

  it('compares the copies of one training, and says what seeds would have to do', () => {
    const copies = { trainings: 1, p: null, adjusted: null, word: 'no test' } as const;
    const directions = [
      { ...direction('ann', 'higher'), ...copies, explainingDeviation: 0.0408 },
      { ...direction('bob', 'no difference found'), ...copies },
    ];
    const { verdict, sentence } = verdictOf(pair(above, above, { trainings: 1 }), { ...alone, directions });
    expect(verdict).toBe('not measured');
    expect(sentence).toBe(
      'ann and bob: not measured, because an arm (a model and what it is trained on) was trained once; a verdict needs three trainings of each. These copies alone: predictions about ann, by itself minus by the other: +5.0 points [2.0, 8.0]; if trainings of one recipe vary by more than 4.1 points (standard deviation), seeds alone explain it. Predictions about bob, by itself minus by the other: +1.0 points [−2.0, 4.0], not shown to differ.',
    );
  });

  it('gives the reason for not measured', () => {
    const missing = missingEstimate('no rows of bob trained on ann');
    const { verdict, sentence } = verdictOf(pair(missing, missing, { gainBase: null }), alone);
    expect([verdict, sentence]).toEqual(['not measured', 'ann and bob: not measured: no rows of bob trained on ann.']);
  });
});
