import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../../results/quantity.ts';
import { missingEstimate } from '../../../stats/jackknife/estimate-all.ts';
import type { PairAnalysis } from './analyze-pair.ts';
import { verdictOf, verdictP } from './verdict.ts';

function estimate(low: number, high: number): Quantity {
  return { value: (low + high) / 2, interval: [low, high], n: 400, clusters: 100, missing: null };
}

const above = estimate(0.02, 0.08);
const around = estimate(-0.02, 0.04);
const below = estimate(-0.08, -0.02);

function plain(target: string, oneSidedP: number | null): PairAnalysis['plain'][number] {
  return { target, other: target === 'ann' ? 'bob' : 'ann', ...around, oneSidedP, tests: null };
}

function beyond(target: string, oneSidedP: number | null): PairAnalysis['beyondRules'][number] {
  return { target, best: target === 'ann' ? 'mode' : 'itemOnly', ...around, oneSidedP };
}

function pair(i: Quantity, e: Quantity, changes: Partial<PairAnalysis> = {}): PairAnalysis {
  return {
    a: 'ann',
    b: 'bob',
    gainBase: 'scramble',
    trainings: 1,
    byTraining: [{ seed: null, doubleDifference: 0.05, excess: 0.05 }],
    accuracy: null,
    plain: [plain('ann', 0.001), plain('bob', 0.025)],
    smallerPlain: above,
    plainGains: [],
    plainRead: null,
    beyondRules: [beyond('ann', 0.025), beyond('bob', 0.001)],
    doubleDifference: i,
    determinant: e,
    meanGain: estimate(0.2, 0.3),
    excess: e,
    scrambleLags: [],
    correctedDeterminant: null,
    p: { doubleDifference: 0.001, excess: 0.001, correctedExcess: null },
    detectable: 0.11,
    excludedGroups: [],
    ...changes,
  };
}

const alone = { nearCopies: [], adjustedP: null };
const power = 'A real advantage of 0.110, equal in both directions, would be noticed in 4 of 5 such studies.';

describe('verdictOf', () => {
  it.each([
    ['I and E', above, above, 'advantage'],
    ['I only', above, around, 'not-distinguishable'],
    ['E only', around, above, 'not-distinguishable'],
    ['neither', around, around, 'not-distinguishable'],
    ['neither, both being below', below, below, 'not-distinguishable'],
  ] as const)('finds what it should where %s excludes 0', (_, i, e, kind) => {
    const verdict = verdictOf(pair(i, e), alone);
    expect(verdict.kind).toBe(kind);
    expect(verdict.sentence.includes('advantage')).toBe(kind === 'advantage');
  });

  it('prints values with their intervals', () => {
    expect(verdictOf(pair(around, around), alone)).toEqual({
      kind: 'not-distinguishable',
      sentence: 'ann and bob: no sign of privileged access: I = 0.010 [−0.020, 0.040], E = 0.010 [−0.020, 0.040].',
      reasons: [
        'The double difference I is not distinguishable from zero.',
        'The excess E is not distinguishable from zero.',
        power,
      ],
    });
  });

  it('needs both plain advantages above 0, and names the one that is not', () => {
    const { kind, sentence, reasons } = verdictOf(
      pair(above, above, { plain: [plain('ann', 0.001), plain('bob', 0.026)] }),
      alone,
    );
    expect(kind).toBe('stronger-model');
    expect(sentence).toContain('but the stronger model’s skill is not excluded: I = 0.050');
    expect(reasons.slice(-2)).toEqual(['bob minus ann about bob: 0.010 [−0.020, 0.040], one-sided p = 0.026.', power]);
  });

  it('needs both own models above every rule without a model, and names the rule', () => {
    const judge = (beyondRules: PairAnalysis['beyondRules']) => verdictOf(pair(above, above, { beyondRules }), alone);
    const mode = judge([beyond('ann', 0.026), beyond('bob', 0.001)]);
    expect(mode.kind).toBe('base-rates');
    expect(mode.sentence).toContain('but ann is not above its base rate: I = 0.050');
    expect(judge([beyond('ann', 0.01), beyond('bob', null)]).sentence).toContain(
      'bob is not above the rule “item-only”',
    );
  });

  it('names both where the plain advantage and the rule fail', () => {
    const { kind, reasons } = verdictOf(
      pair(above, above, { plain: [plain('ann', 0.6), plain('bob', 0.1)], beyondRules: [beyond('ann', 0.2)] }),
      alone,
    );
    expect(kind).toBe('stronger-model');
    expect(reasons.filter((reason) => reason.includes('one-sided'))).toHaveLength(3);
  });

  it('needs E over the higher base too where a scramble arm is below the mode', () => {
    const judge = (correctedDeterminant: Quantity, correctedExcess: number) =>
      verdictOf(
        pair(above, above, { correctedDeterminant, p: { doubleDifference: 0.001, excess: 0.001, correctedExcess } }),
        alone,
      );
    expect(judge(above, 0.01).kind).toBe('advantage');
    expect(judge(around, 0.01).kind).toBe('not-distinguishable');
    expect(judge(above, 0.06).kind).toBe('not-distinguishable');
    expect(judge(around, 0.01).reasons[2]).toContain('A scramble arm is below the base rate.');
  });

  it('is about the trained copies with one training run of each arm, and about none with two', () => {
    expect(verdictOf(pair(above, above), alone).sentence).toContain('for these trained copies: I =');
    const runs = [1, 2, 3].map((seed) => ({ seed, doubleDifference: 0.01 * seed, excess: 0.02 * seed }));
    const three = verdictOf(pair(above, above, { trainings: 3, byTraining: runs }), alone);
    expect(three.sentence).toContain('an advantage in predicting themselves, over 3 training runs of each arm: I');
    expect(three.reasons).toContain('Each training run: I = 0.010, 0.020, 0.030; E = 0.020, 0.040, 0.060.');
    const two = verdictOf(pair(above, above, { trainings: 2, byTraining: runs.slice(0, 2) }), alone);
    expect(two.kind).toBe('not-measured');
    expect(two.reasons).toEqual(['Each training run: I = 0.010, 0.020; E = 0.020, 0.040.']);
  });

  it('needs the largest p of all tests to survive the adjustment over several pairs', () => {
    const judge = (adjustedP: number) => verdictOf(pair(above, above), { nearCopies: [], adjustedP }).kind;
    expect(judge(0.05)).toBe('advantage');
    expect(judge(0.06)).toBe('not-distinguishable');
    const { p, ...rest } = pair(above, above);
    expect(verdictP({ ...rest, p })).toBe(0.05);
    expect(verdictP({ ...rest, p: { ...p, excess: 0.3 } })).toBe(0.3);
    expect(verdictP({ ...rest, p: { ...p, excess: null } })).toBeNull();
  });

  it('needs both to be significant by their jackknife standard errors', () => {
    const judge = (doubleDifference: number | null, excess: number | null) =>
      verdictOf(pair(above, above, { p: { doubleDifference, excess, correctedExcess: null } }), alone);
    expect(judge(0.05, 0.05).kind).toBe('advantage');
    expect(judge(0.08, 0.01).kind).toBe('not-distinguishable');
    expect(judge(0.01, null).kind).toBe('not-distinguishable');
    expect(judge(0.08, 0.01).sentence).not.toContain('advantage');
    expect(judge(0.08, 0.01).reasons.at(-2)).toContain('too few strings decide');
  });

  it('calls it family knowledge where a near copy predicts as well', () => {
    const judge = (...e: readonly Quantity[]) =>
      verdictOf(pair(above, above), { nearCopies: e.map((each) => pair(around, each)), adjustedP: null }).kind;
    expect(judge(around)).toBe('family-knowledge');
    expect(judge(above)).toBe('advantage');
    expect(judge(above, around)).toBe('family-knowledge');
  });

  it('returns nothing-learned where the mean gain is not distinguishable from 0', () => {
    const untaught = pair(above, above, { meanGain: around, excess: missingEstimate('nothing was learned') });
    expect(verdictOf(untaught, alone).kind).toBe('nothing-learned');
  });

  it('notes that habit was not removed without scramble arms', () => {
    const { reasons } = verdictOf(pair(above, above, { gainBase: 'mode' }), alone);
    expect(reasons.at(-1)).toMatch(/^Habit was not removed/);
  });

  it('gives the reason for not-measured', () => {
    const missing = missingEstimate('no rows of bob trained on ann');
    const { kind, reasons } = verdictOf(pair(missing, missing, { gainBase: null }), alone);
    expect([kind, ...reasons]).toEqual(['not-measured', 'Reason: no rows of bob trained on ann.']);
  });

  it.each([
    ['not distinguishable', pair(around, around), 'A real advantage of 0.110'],
    ['base rates', pair(above, above, { beyondRules: [beyond('ann', 0.5)] }), 'A real advantage of 0.110'],
    ['nothing learned', pair(above, above, { meanGain: estimate(-0.1, 0.1) }), 'A real mean gain of about 0.143'],
    ['unknown', pair(around, around, { detectable: null }), 'is not known: too few strings vary'],
  ])('says what a study without an advantage could have found: %s', (_, found, expected) => {
    const { kind, reasons } = verdictOf(found, { nearCopies: [], adjustedP: null });
    expect(kind).not.toBe('advantage');
    expect(reasons.filter((reason) => reason.includes(expected))).toHaveLength(1);
  });

  it('says what the study of a near copy could have found', () => {
    const nearCopy = pair(around, around, { a: 'ann', b: 'ann-2', detectable: 0.21 });
    const { kind, reasons } = verdictOf(pair(above, above), { nearCopies: [nearCopy], adjustedP: null });
    expect(kind).toBe('family-knowledge');
    expect(reasons.at(-1)).toContain('A real advantage of 0.210');
  });
});
