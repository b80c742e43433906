import { describe, expect, it } from 'vitest';
import { modelVerdicts, type TestedModel } from './model-verdicts.ts';

const better = { value: 0.1, p: 0.001 };
const worse = { value: -0.1, p: 0.001 };
const same = { value: 0.01, p: 0.6 };

function model(more: Partial<TestedModel>): TestedModel {
  return {
    withheld: null,
    ...{ clusters: 40, base: better, constants: [better, better], missing: 0, missingWrong: [better, better] },
    permutedMissingWrong: better,
    ...{ permuted: better, rule: better, others: better, beyondShared: { ...better, models: 6 } },
    ...more,
  };
}

describe('modelVerdicts', () => {
  it('tests nothing where scores are withheld, says why, and leaves the adjustment of others alone', () => {
    const withheld = model({ withheld: 'constant: true in 40 of 40', clusters: 0 });
    expect(modelVerdicts([withheld, model({})])).toMatchObject([
      { verdict: 'one-value', reasons: ['constant: true in 40 of 40'], p: null },
      { verdict: 'above-constant-and-others', p: 0.001 },
    ]);
  });

  it.each<readonly [string, Partial<TestedModel>]>([
    ['above-constant-and-others', {}],
    ['above-constant-and-others', { rule: null }],
    ['above-constant', { others: null }], // the only model of its run: the best possible verdict
    ['above-constant', { others: same }],
    ['above-constant', { rule: same }],
    ['above-constant', { beyondShared: { ...same, models: 6 } }],
    ['above-constant', { beyondShared: { ...better, models: 5 } }], // what five models share is not determined well enough
    ['above-constant', { beyondShared: null }],
    ['above-constant-below-rule', { rule: worse }], // a rule that needs no model does better
    ['not-distinguishable', { base: same, permuted: same }],
    ['not-distinguishable', { base: same, permuted: null }],
    ['not-above-tells-apart', { base: same }],
    ['not-above-tells-apart', { constants: [better, { value: 0, p: 1 }] }], // the prediction is mostly that constant answer
    ['below-constant', { base: worse, constants: [worse, better], permuted: same }],
    ['below-constant', { base: worse, permuted: worse }],
    ['below-constant-tells-apart', { base: worse }],
    ['not-distinguishable', { base: { value: -0.1, p: 0.03 }, permuted: same }], // the best of several is better by chance alone
    ['not-distinguishable', { missing: 0.3, missingWrong: [better, same], permutedMissingWrong: same }],
    ['not-above-tells-apart', { missing: 0.3, missingWrong: [better, same] }],
    ['below-constant', { base: worse, missing: 0.3, permutedMissingWrong: same }], // telling apart is withheld alone
    ['insufficient', { clusters: 19 }],
    ['insufficient', { base: { value: null, p: null } }],
  ])('returns %s for %j', (verdict, more) => {
    expect(modelVerdicts([model(more)])[0]?.verdict).toBe(verdict);
  });

  it.each<readonly [string, Partial<TestedModel>]>([
    ['not above the item rule', { rule: same }],
    [
      'not above the other models’ behavior or what all models share',
      { others: same, beyondShared: { ...same, models: 9 } },
    ],
    ['above it if the missing 30 % are left out', { missing: 0.3, missingWrong: [better, same] }],
    ['tells items apart if the missing 30 % are left out', { base: same, missing: 0.3, permutedMissingWrong: same }],
  ])('says what a reader would not guess from the numbers: %s', (reason, more) => {
    expect(modelVerdicts([model(more)])[0]?.reasons.join('; ')).toContain(reason);
  });

  it('says nothing of one test alone of those that a verdict needs, because it is not adjusted', () => {
    for (const more of [{ constants: [same] }, { base: same }]) {
      expect(modelVerdicts([model({ ...more, permuted: same })])[0]).toMatchObject({
        verdict: 'not-distinguishable',
        reasons: [],
      });
    }
  });

  it('counts one group as one', () => {
    expect(modelVerdicts([model({ clusters: 1 })])[0]?.reasons).toEqual(['1 group of items; a verdict needs 20']);
  });

  it('withholds nothing because of missing units that are few, but says what does not hold if they count as wrong', () => {
    const few = { missing: 0.1, missingWrong: [same], permutedMissingWrong: same };
    expect(modelVerdicts([model(few)])[0]).toMatchObject({
      verdict: 'above-constant-and-others',
      reasons: ['above it if the missing 10 % are left out, not if they count as wrong'],
    });
    const reasons = ['tells items apart if the missing 10 % are left out, not if they count as wrong'];
    expect(modelVerdicts([model({ ...few, base: same })])[0]).toMatchObject({
      verdict: 'not-above-tells-apart',
      reasons,
    });
    expect(modelVerdicts([model({ ...few, base: worse })])[0]).toMatchObject({
      verdict: 'below-constant-tells-apart',
      reasons: [expect.any(String), ...reasons],
    });
    expect(modelVerdicts([model({ missing: 0.3 })])[0]).toMatchObject({
      verdict: 'above-constant-and-others',
      reasons: [],
    });
  });

  it('adjusts for the number of models and experiments', () => {
    const p = 0.02;
    const one = model({ base: { value: 0.1, p }, constants: [{ value: 0.1, p }], permuted: null });
    expect(modelVerdicts([one])[0]).toMatchObject({ verdict: 'above-constant-and-others', p });
    const three = modelVerdicts([one, one, one]);
    expect(three.map(({ verdict }) => verdict)).toEqual(new Array(3).fill('not-distinguishable'));
    expect(three[0]?.p).toBeCloseTo(3 * p, 12);
    expect(three[0]?.reasons[0]).toContain('after adjustment for the number of tests');
  });

  it.each<readonly [string, string, Partial<TestedModel>]>([
    ['below-constant', 'not-distinguishable', { base: { value: -0.1, p: 0.02 }, permuted: same }],
    ['not-above-tells-apart', 'not-distinguishable', { base: same, permuted: { value: 0.1, p: 0.03 } }],
    ['above-constant-below-rule', 'above-constant', { rule: { value: -0.1, p: 0.03 } }],
    ['above-constant-and-others', 'above-constant', { beyondShared: { value: 0.1, p: 0.03, models: 6 } }],
  ])('says %s of one model, and %s of each of three with the same p values', (alone, together, more) => {
    const words = (models: number) =>
      modelVerdicts(Array.from({ length: models }, () => model(more))).map(({ verdict }) => verdict);
    expect(words(1)).toEqual([alone]);
    expect(words(3)).toEqual([together, together, together]);
  });
});
