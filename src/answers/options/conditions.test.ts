import { describe, expect, it } from 'vitest';
import { vowel } from '../../../test/support/vowel/index.ts';
import { association } from '../../experiments/association/index.ts';
import { conditionName } from '../plan/item-task.ts';
import { conditionsOf } from './conditions.ts';

type Levels = Readonly<Record<string, readonly string[]>>;
const of = (levels: Levels, experiment: Pick<typeof association, 'name' | 'factors'> = association) =>
  conditionsOf(experiment, new Map(Object.entries(levels)));

describe('conditionsOf', () => {
  it("returns the published protocol's one condition if the user names no levels", () => {
    expect(of({})).toEqual([{ wording: 'paper', optionOrder: 'given', mode: 'direct', language: 'en', system: null }]);
  });

  it('crosses every factor with every other, each condition once', () => {
    const crossed = of({
      wording: ['all', 'paper'],
      optionOrder: ['given', 'reversed', 'given'],
      mode: ['direct', 'deliberate'],
      language: ['all'],
      system: ['none', 'Be brief.'],
    });
    expect(crossed.length).toBe(3 * 2 * 2 * 4 * 2);
    expect(new Set(crossed.map((condition) => JSON.stringify(condition))).size).toBe(crossed.length);
    expect(new Set(crossed.map(conditionName)).size).toBe(crossed.length);
    expect(crossed.filter(({ system }) => system === null).length).toBe(crossed.length / 2);
  });

  it('keeps the order of fields and conditions that stored runs have', () => {
    const [first, second, third] = of({ mode: ['direct', 'deliberate'], system: ['none', 'Be brief.'] });
    expect(Object.keys(first ?? {})).toEqual(['wording', 'optionOrder', 'mode', 'language', 'system']);
    expect([first, second, third].map((each) => [each?.mode, each?.system])).toEqual([
      ['direct', null],
      ['direct', 'Be brief.'],
      ['deliberate', null],
    ]);
  });

  it('gives conditions that differ only at the end of a long system prompt different names', () => {
    const long = 'You are a careful assistant who always answers in one sentence';
    const [one, other] = of({ system: [`${long}.`, `${long}, in rhyme.`] });
    if (one === undefined || other === undefined) throw new Error('two conditions');
    expect(conditionName(one)).not.toBe(conditionName(other));
    expect(conditionName(one)).toBe(conditionName({ ...one }));
  });

  it('crosses and names the factors that only the experiment declares', () => {
    expect(of({}, vowel).map(conditionName)).toEqual(['plain, direct, tone plain']);
    expect(of({ tone: ['all'] }, vowel).map(conditionName)).toEqual([
      'plain, direct, tone plain',
      'plain, direct, tone polite',
    ]);
  });

  it('limits a system prompt to executions where the options say so', () => {
    const levels = new Map([['system', ['none', 'Be brief.']]]);
    expect(conditionsOf(association, levels, { systemOn: 'execution' }).map(({ systemOn }) => systemOn)).toEqual([
      undefined,
      'execution',
    ]);
  });

  it('lists the levels to choose from', () => {
    expect(() => of({ wording: ['effort'] })).toThrow(/association has no wording "effort"/);
    expect(() => of({ language: ['fr'] })).toThrow(/no language "fr"/);
    expect(() => of({ tone: ['rude'] }, vowel)).toThrow(/vowel has no tone "rude"/);
    expect(() => of({ optionOrder: ['reversed'] }, vowel)).toThrow(/vowel has no order of options "reversed"/);
    expect(of({ optionOrder: ['given'], system: ['none'] }, vowel)).toEqual(of({}, vowel));
  });
});
