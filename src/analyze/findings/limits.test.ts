import { describe, expect, it } from 'vitest';
import { madeBeyond, madeFinding, madeRung } from '../../../test/support/made-findings.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Beyond } from '../../results/finding.ts';
import type { JudgeCheck } from './judge-check.ts';
import { limitsOf } from './limits.ts';

const input = {
  ...{ experiments: experimentRegistry(), judges: [] as readonly JudgeCheck[], fields: [] },
  selection: { kind: 'run' },
} as const;
const none = { kind: 'not asked', reason: 'x' } as const;
const noSign = {
  fit: 'no sign',
  rungs: { informative: madeRung(false), useful: madeRung(false), beyondOthers: none },
} as const;

describe('limitsOf', () => {
  it('states what would be missed: shares in points, other scores in their own units', () => {
    const findings = [
      madeFinding({ ...noSign, chance: 0.5, detectable: 0.55, clusters: 40 }),
      madeFinding({ ...noSign, chance: 0.5, detectable: 0.8, clusters: 20 }),
      madeFinding({ ...noSign, unit: 'doublings', better: 'lower', chance: 1.5, detectable: 1.375, clusters: 40 }),
    ];
    expect(limitsOf(findings, input, [])).toEqual([
      'With 20 to 40 groups of items, a score less than 5 to 30 points, or 0.125 above chance would usually be missed.',
    ]);
  });

  it('says that the words of a part of an import hold for this part only', () => {
    const findings = [madeFinding({ model: 'recorded/a' })];
    const sentence = expect.stringContaining('Only the scores shown are adjusted for each other');
    expect(limitsOf(findings, input, [])).toContainEqual(sentence);
    expect(limitsOf(findings, { ...input, selection: { kind: 'import' } }, [])).not.toContainEqual(sentence);
    expect(limitsOf([madeFinding({ model: 'a' })], input, [])).not.toContainEqual(sentence);
  });

  it('states no size that would be missed where missing answers decide', () => {
    const rungs = { ...noSign.rungs, informative: madeRung(false, { missing: 'at their worst' }) };
    const missing = { ...noSign, rungs, chance: 0.5, detectable: 0.55, changedByMissing: true };
    expect(limitsOf([madeFinding(missing)], input, [])).toEqual([
      'Answers are missing in the score; scores leave them out, and tests count them at their worst, which changed its word (*).',
    ]);
  });

  it('says for how many scores nothing could be found, instead of 0', () => {
    const findings = [madeFinding({ ...noSign, detectable: null }), madeFinding({})];
    expect(limitsOf(findings, input, [])).toEqual([
      'In 1 of 2 scores, so few or so equal answers could be read that hardly any score would be informative.',
    ]);
  });

  it('says who judged, how far the rule agrees, and to use another judge where one is unsafe', () => {
    const of = (model: string, agreement: number, unsafe: string | null = null) =>
      ({ experiment: 'restriction', model, judge: 'itself', runs: ['r'], responses: 60, agreement, unsafe }) as const;
    const findings = [madeFinding({ model: 'a', run: 'r' }), madeFinding({ model: 'b', run: 'r' })];
    const asWell = { ...of('a', 0.5), judge: 'human:ann', runs: [] }; // a person who labeled in addition
    const judges = [of('a', 0.95), of('b', 0.9), of('of another run', 0), asWell];
    expect(limitsOf(findings, { ...input, judges }, [])).toEqual([
      'Each model judged itself; a rule differs on 5 to 10 %.',
    ]);
    expect(limitsOf(findings.slice(0, 1), { ...input, judges: [of('a', 0.15, 'wrong')] }, [])).toEqual([
      'The model judged itself; a rule differs on 85 %. Run again with another --judge, or label them (seb label).',
    ]);
  });

  it('says that a rule judged where no model did', () => {
    const judges = [
      {
        experiment: 'restriction',
        model: 'a',
        judge: 'rule',
        runs: ['r'],
        responses: 0,
        agreement: null,
        unsafe: null,
      },
    ];
    expect(limitsOf([madeFinding({ model: 'a', run: 'r' })], { ...input, judges }, [])).toEqual([
      'A rule on its words decided whether a response refuses; no model judged it.',
    ]);
  });

  it('distinguishes units that were not asked, that could not be read, and that count against a word', () => {
    const findings = [
      madeFinding({ usable: 2, total: 100, notAsked: 98 }),
      madeFinding({
        rungs: { ...madeFinding().rungs, informative: madeRung(true, { missing: 'at their worst' }) },
      }),
      madeFinding({}),
    ];
    expect(limitsOf(findings, input, [])).toEqual([
      'Some units were not asked yet in 1 of 3 scores.',
      'Less than half of the units could be read in 1 of 3 scores.',
      'Answers are missing in 1 of 3 scores; scores leave them out, and tests count them at their worst.',
    ]);
    expect(limitsOf([...findings, madeFinding({ fit: 'unreadable' })], input, [])).toContain(
      'Answers are missing in 1 of 3 scores with a verdict; scores leave them out, and tests count them at their worst.',
    );
  });

  it('says that a rule for few groups of items cannot be compared with, and how many items could', () => {
    const limitOf = (clusters: number) => {
      const estimate = { value: 1, interval: null, n: 12, clusters, missing: null };
      const useful = madeRung(false, { against: 'the value of the item’s own text', estimate });
      const rungs = { ...madeFinding().rungs, useful };
      return limitsOf(
        [madeFinding({ fit: 'informative', rungs, usable: 84, total: 84, clusters: 24 })],
        input,
        [],
      ).join();
    };
    expect(limitOf(12)).toContain(
      'is not shown to be useful: the value of the item’s own text answers 12 of 84 units, in 12 groups of items, and a comparison with it needs 20. About 40 groups of items (now 24) have enough.',
    );
    expect(limitOf(12)).not.toContain('is not shown to beat');
    expect(limitOf(20)).toContain('is not shown to beat the value of the item’s own text');
  });

  it('counts predictions of exactly one half', () => {
    expect(limitsOf([madeFinding({ halves: 22, total: 60 }), madeFinding({})], input, [])).toEqual([
      '22 of 60 predictions state exactly one half, which is neither yes nor no and scores one half.',
    ]);
  });

  it('says that drift is not excluded only where a word rests on calls without a planned order', () => {
    const informative = madeRung(true, { parts: null });
    const recorded = madeFinding({ rungs: { ...madeFinding().rungs, informative } });
    expect(limitsOf([recorded], input, []).join()).toContain('Drift is not excluded');
    expect(limitsOf([madeFinding({})], input, [])).toEqual([]);
  });
});

describe('limitsOf, about strata, texts and missing rows', () => {
  it('says within which kinds of questions predictions are not shuffled, because too few items share one', () => {
    const undealt = { column: 'topic', strata: 16 };
    expect(limitsOf([madeFinding({ undealt })], input, []).join()).toContain(
      'Not shuffled within 16 topics: too few questions each. Knowing which are hard is not excluded.',
    );
    expect(limitsOf([madeFinding({ undealt, fit: 'too few' })], input, []).join()).not.toContain('Not shuffled');
  });

  it('says within how many strata predictions are shuffled, and what the stratum alone gives', () => {
    const stratum = { column: 'category', strata: 57, score: 0.62 };
    const findings = [madeFinding({ stratum }), madeFinding({ stratum: { ...stratum, score: 0.58 } })];
    expect(limitsOf(findings, input, [])).toEqual([
      'Predictions are shuffled within 57 categories only: knowing which categories are hard does not count as fit (knowing only the category would score 58 to 62 %).',
    ]);
  });

  it('says what beyond others does not exclude, and where the text of the items is among it', () => {
    const beyond = (text: Extract<Beyond, { kind: 'tested' }>['text']) =>
      madeFinding({
        beyond: 'yes',
        rungs: { ...madeFinding().rungs, beyondOthers: madeBeyond({ text }) },
      });
    const asked = beyond({ kind: 'tested', p: 0.001, hardest: 'words', value: 0.1 });
    const few = beyond({ kind: 'not asked', reason: '80 groups of items, fewer than the 100 that its test needs' });
    const known =
      'A “yes” to beyond others has other explanations, which no test here excludes: topics that no column names, undeclared relatives and copies, a model that knows better than the others what all of them have in common';
    expect(limitsOf([asked, madeFinding({})], input, [])).toEqual([`${known}.`]);
    expect(limitsOf([few, asked], input, [])).toEqual([
      `${known}, and in 1 of 2 scores the text of the items, which was not tested (80 groups of items, fewer than the 100 that its test needs).`,
    ]);
    expect(limitsOf([few], input, [])[0]).toContain(', and the text of the items, which was not tested (80 groups');
    expect(limitsOf([madeFinding({ ...asked, beyond: 'not shown' })], input, [])).toEqual([]);
  });

  it.each([
    ['whose word missing answers changed', { changedByMissing: true, usable: 199 }],
    ['of which no whole row is missing', { usable: 200 }],
  ])('does not say what useful would survive of a score %s', (_, changes) => {
    const finding = madeFinding({ survives: 1, total: 200, ...changes });
    expect(limitsOf([finding], input, []).join(' ')).not.toContain('would survive');
  });

  it('says how many missing rows useful of stated probabilities would survive', () => {
    expect(limitsOf([madeFinding({ survives: 4, usable: 197, total: 200 })], input, [])).toEqual([
      '“Useful” of stated probabilities would survive 4 missing rows; 3 are missing.',
    ]);
  });
});
