import { describe, expect, it } from 'vitest';
import { madeFinding, madeQuantity } from '../../../test/support/made-findings.ts';
import type { Beyond, Finding } from '../../results/finding.ts';
import type { Verdict } from '../../results/verdict.ts';
import { answerText, namesText } from './results-sentences.ts';

const quantity = madeQuantity(0.1, [0.02, 0.18]);
const asked: Beyond = {
  ...{ kind: 'tested', test: 'residual tetrads', p: 0.5, adjusted: 1, family: 6, holds: false },
  ...{ own: quantity, private: quantity, nearest: { model: 'b', difference: quantity, p: 0.4 } },
  ...{ references: ['other models'], models: 6, blocks: 1, missing: 'none' },
};

const nameOf = ({ model }: Finding) => model;
const answer = (...verdicts: readonly Verdict[]) =>
  answerText(
    verdicts.map((verdict, index) => madeFinding({ verdict, model: `m${index}` })),
    nameOf,
  );

describe('answerText', () => {
  it('counts what beats a constant as yes, and names up to two such scores', () => {
    expect(answer('useful', 'no sign', 'informative')).toBe('Yes in 1 of 3 scores: m0.');
    expect(answer('useful', 'useful', 'beyond others')).toBe('Yes in 3 of 3 scores.');
  });

  it('says what was found beyond others where it was asked, and names the label where there is one', () => {
    const rungs = { ...madeFinding().rungs, beyondOthers: asked };
    expect(answerText([madeFinding({ rungs, model: 'm' })], nameOf)).toBe(
      'Yes in 1 of 1 score: m; none is shown to go beyond what others or the item’s label tell.',
    );
    expect(answerText([madeFinding({ rungs, model: 'm', label: null })], nameOf)).toContain(
      '; none is shown to go beyond what others tell.',
    );
    expect(answer('useful')).not.toContain('beyond');
    expect(answerText([madeFinding({ rungs }), madeFinding({ verdict: 'useful' })], nameOf)).toContain(
      '; of 1 compared with other models, none is shown to go beyond',
    );
  });

  it('says partly where scores only tell items apart, and else that there is no sign', () => {
    expect(answer('informative', 'no sign')).toBe(
      'Partly: 1 of 2 scores tells items apart, none is shown to beat a constant.',
    );
    expect(answer('no sign', 'opposite')).toBe('No sign in 2 scores.');
  });

  it('counts scores without a verdict apart', () => {
    expect(answer('useful', 'too few', 'unreadable')).toBe('Yes in 1 of 1 score: m0; 2 have no verdict.');
    expect(answer('too few')).toBe('The score has no verdict: too few.');
    expect(answer('too few', 'one answer')).toBe('None of 2 scores has a verdict.');
  });
});

describe('namesText', () => {
  it('counts models instead of naming them where the names are long', () => {
    expect(namesText(['a', 'b', 'c', 'd'])).toBe('a, b and 2 other models');
    expect(namesText(['a-model-with-a-long-name', 'b', 'c', 'd'])).toBe('4 models');
    expect(namesText(['a-model-with-a-long-name', 'another-model-with-a-long-name'])).toContain(' and another-model');
  });
});
