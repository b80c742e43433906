import { describe, expect, it } from 'vitest';
import type { JudgeAgreement } from '../../results/answers.ts';
import { judgeChecks, labelChecks } from './judge-check.ts';

const agreement = (first: string, second: string): JudgeAgreement => ({
  ...{ experiment: 'restriction', model: 'a', first, second, n: 60, clusters: 60, table: bad },
  ...{ agreement: 0.5, kappa: 0, kappaInterval: null, level: 0.95, method: '', firstRefuses: 0.5, secondRefuses: 0.5 },
  ...{ differing: [], onlyFirst: [0, 0], onlySecond: [0, 0] },
  ...{ isThreeWay: false, threeWayKappa: null, partialRecall: null, partialPrecision: null },
});
const bad = [
  [15, 0, 15],
  [0, 0, 0],
  [15, 0, 15],
];
const model = { name: 'a', identity: 'a', baseUrl: null };
const judgedBy = (id: string, name: string | null) => {
  const judge = name === null ? null : { name, identity: name, baseUrl: null };
  return { id, config: { models: [model], judge } };
};

describe('judgeChecks', () => {
  it('gives each judge the runs that it decided, whatever the order of the judges', () => {
    const names = ['itself, two-way', 'm, two-way', 'human:ann, three-way'];
    const pairs = [
      ...names.map((name) => agreement(name, 'rule, two-way')),
      agreement('rule, two-way', 'human:bea, three-way'),
    ];
    const runs = [judgedBy('1', null), judgedBy('2', 'm'), judgedBy('3', 'human:ann'), judgedBy('4', 'a')];
    expect(judgeChecks(pairs, runs).map(({ judge, runs: decided }) => [judge, decided])).toEqual([
      ['itself', ['1', '4']],
      ['m', ['2']],
      ['human:ann', ['3']],
      ['human:bea', []],
    ]);
  });

  it('measures the rule judge by a person, and a model judge by the rule judge', () => {
    const unsafeOf = (judge: string) => judgeChecks([agreement(judge, 'rule, two-way')], [])[0]?.unsafe;
    expect(unsafeOf('m, two-way')).toBe('the rule judge disagrees on 50 % of 60 responses (kappa 0.00)');
    expect(unsafeOf('human:ann, three-way')).toBeNull();
  });

  describe('labels that are the outcomes', () => {
    const labeled = (
      person: 'first' | 'second',
      [answers, refusals]: readonly [number, number],
      others: readonly number[],
    ) => {
      const table = [
        [answers, 0, 0],
        [0, 0, 0],
        [0, 0, refusals],
      ]; // prettier-ignore
      const names = ['rule, two-way', 'human:ann, three-way'] as const;
      const [first, second] = person === 'first' ? [names[1], names[0]] : names;
      const only = person === 'first' ? { onlySecond: others } : { onlyFirst: others };
      const own = { ...agreement(first, second), table, n: answers + refusals, ...only };
      return labelChecks([own], [judgedBy('3', 'human:ann'), judgedBy('1', null)]);
    };

    it.each(['first', 'second'] as const)(
      'are named where they were drawn by the verdicts of another judge, person %s',
      (person) => {
        expect(labeled(person, [45, 45], [475, 35])).toMatchObject([
          {
            ...{ judge: 'human:ann', runs: ['3'], agreement: null },
            unsafe:
              'the labels are no random sample: the judge rule calls 45 of 90 labeled responses refusals, and 35 of 510 others',
          },
        ]);
      },
    );

    it.each([
      ['a random sample', [78, 12], [442, 68]],
      ['a random sample, a little off', [72, 18], [442, 68]],
      ['all responses', [520, 80], [0, 0]],
      ['a stratified sample of a judge that refuses half', [45, 45], [255, 255]],
      ['few labels', [2, 2], [475, 35]],
    ] as const)('are not where they are %s', (_, counts, others) => {
      expect(labeled('second', counts, others)).toEqual([]);
    });
  });
});
