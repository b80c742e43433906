import { describe, expect, it } from 'vitest';
import { missingEstimate, type StudyEstimate } from '../estimate.ts';
import type { PairAnalysis } from './analyze-pair.ts';
import { verdictOf } from './verdict.ts';

function estimate(low: number, high: number): StudyEstimate {
  const interval = { low, high, level: 0.95, method: 'cluster bootstrap', seed: 1 };
  return { value: (low + high) / 2, interval, n: 400, clusters: 100, missing: null };
}

const above = estimate(0.02, 0.08);
const around = estimate(-0.02, 0.04);
const below = estimate(-0.08, -0.02);

function pair(i: StudyEstimate, e: StudyEstimate, changes: Partial<PairAnalysis> = {}): PairAnalysis {
  return {
    a: 'ann',
    b: 'bob',
    gainBase: 'scramble',
    accuracy: null,
    plain: [],
    smallerPlain: above,
    doubleDifference: i,
    determinant: e,
    meanGain: estimate(0.2, 0.3),
    excess: e,
    p: { doubleDifference: 0.001, excess: 0.001 },
    excludedGroups: [],
    ...changes,
  };
}

const alone = { nearCopy: null, adjusted: null };

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
      ],
    });
  });

  it('needs both to survive the adjustment over several pairs', () => {
    const judge = (doubleDifference: number, excess: number) =>
      verdictOf(pair(above, above), { nearCopy: null, adjusted: { doubleDifference, excess } }).kind;
    expect(judge(0.01, 0.05)).toBe('advantage');
    expect(judge(0.01, 0.06)).toBe('not-distinguishable');
    expect(judge(0.06, 0.01)).toBe('not-distinguishable');
  });

  it('needs both to be significant by their jackknife standard errors with one pair', () => {
    const judge = (doubleDifference: number | null, excess: number | null) =>
      verdictOf(pair(above, above, { p: { doubleDifference, excess } }), alone);
    expect(judge(0.05, 0.05).kind).toBe('advantage');
    expect(judge(0.08, 0.01).kind).toBe('not-distinguishable');
    expect(judge(0.01, null).kind).toBe('not-distinguishable');
    expect(judge(0.08, 0.01).sentence).not.toContain('advantage');
    expect(judge(0.08, 0.01).reasons.at(-1)).toContain('too few strings decide');
  });

  it('calls it family knowledge where a near copy predicts as well', () => {
    const judge = (e: StudyEstimate) =>
      verdictOf(pair(above, above), { nearCopy: pair(around, e), adjusted: null }).kind;
    expect(judge(around)).toBe('family-knowledge');
    expect(judge(above)).toBe('advantage');
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
});
