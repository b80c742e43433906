import { describe, expect, it } from 'vitest';
import { madeFinding, madeQuantity } from '../../../test/support/made-findings.ts';
import type { Finding } from '../../results/finding.ts';
import type { Fit } from '../../results/verdict.ts';
import { answerText, namesText } from './results-sentences.ts';

const nameOf = ({ model }: Finding) => model;
const answer = (...fits: readonly Fit[]) =>
  answerText(
    fits.map((fit, index) => madeFinding({ fit, model: `m${index}` })),
    nameOf,
  );

describe('answerText', () => {
  it('counts scores that fit and scores that beat every constant, and names up to two that fit', () => {
    expect(answer('useful', 'no sign', 'informative')).toBe(
      'Fits in 2 of 3 scores (m0, m2), beats every constant in 1.',
    );
    expect(answer('useful', 'useful', 'useful')).toBe('Fits in 3 of 3 scores, beats every constant in 3.');
    expect(answer('informative', 'no sign')).toBe('Fits in 1 of 2 scores (m0), beats every constant in none.');
    expect(answer('no sign', 'no sign')).toBe('No sign in 2 scores.');
  });

  it('counts no score as beaten by a constant that too few groups could be compared with', () => {
    const estimate = { ...madeQuantity(1, null), n: 12, clusters: 12 };
    const useful = { kind: 'tested', test: 't', p: 1, against: 'a rule', estimate } as never;
    const few = madeFinding({ fit: 'informative', usable: 84, rungs: { ...madeFinding({}).rungs, useful } });
    expect(answerText([few, few], nameOf)).toBe(
      `Fits in 2 of 2 scores (${few.model}), with too few groups of items to compare with every constant.`,
    );
    expect(answerText([few, madeFinding({ fit: 'useful', model: 'b' })], nameOf)).toMatch(
      /, beats every constant in 1 of the 1 with enough groups for it\.$/,
    );
  });

  it('names what fits worse than shuffled predictions, and never as no sign', () => {
    const worse = 'fits worse than predictions shuffled among the items in';
    expect(answer('opposite')).toBe(`Fits in none of 1 score; ${worse} m0.`);
    expect(answer('no sign', 'opposite')).toBe(`Fits in none of 2 scores; ${worse} m1.`);
    expect(answer('useful', 'opposite', 'opposite', 'opposite')).toContain(`; ${worse} 3.`);
  });

  it('counts beyond others among the scores that were asked, whatever their fit', () => {
    const text = (...beyond: readonly Finding['beyond'][]) =>
      answerText(
        beyond.map((each) => madeFinding({ beyond: each, fit: 'informative' })),
        nameOf,
      );
    expect(text('not asked', 'not asked', 'not asked')).not.toContain('beyond');
    expect(text('not shown', 'depends on the items', 'not asked')).toContain(
      '; not shown in any of 2 tested to add to what other models tell.',
    );
    expect(text('not shown', 'not asked')).toContain('; not shown in the one tested to add to what other models');
    expect(text('yes', 'not shown', 'yes')).toBe(
      'Fits in 3 of 3 scores, beats every constant in none; shown in 2 of 3 to add to what other models tell.',
    );
  });

  it('counts scores without a verdict apart', () => {
    expect(answer('useful', 'too few', 'unreadable')).toBe(
      'Fits in 1 of 1 score (m0), beats every constant in 1; 2 more have no verdict.',
    );
    expect(answer('too few', 'one answer')).toBe('None of 2 scores has a verdict.');
    expect(answer('one answer')).toBe('The score has no verdict: one answer.');
  });

  it('says which number is too small, whichever it is', () => {
    for (const reason of [
      '12 groups of items, fewer than the 20 that a verdict needs; 8 more items, each in a new group, would be enough',
      '140 items in 41 groups of unequal size count as 1.9, fewer than the 15 that a verdict needs; 253 more would be enough',
      '6 groups of items in strata with several answers, fewer than the 20 that a verdict needs; 14 more there would be enough',
      '2 answers of the rarer kind in strata with both, fewer than the 5 that a verdict needs; 3 more there would be enough',
      'no two groups of items can be shuffled',
    ])
      expect(answerText([madeFinding({ fit: 'too few', clusters: 30, reason })], nameOf)).toBe(
        `The score has no verdict: ${reason}.`,
      );
  });
});

describe('namesText', () => {
  it('counts models instead of naming them where the names are long', () => {
    expect(namesText(['a', 'b', 'c', 'd'])).toBe('a, b and 2 other models');
    expect(namesText(['a-model-with-a-long-name', 'b', 'c', 'd'])).toBe('4 models');
    expect(namesText(['a-model-with-a-long-name', 'another-model-with-a-long-name'])).toContain(' and another-model');
  });
});
