import { describe, expect, it } from 'vitest';
import { experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { conditionName } from '../plan/item-task.ts';
import { conditionsOf } from './conditions.ts';
import type { RunOptions } from './options.ts';

const experiment = experimentNamed(experimentRegistry(), 'association');
const of = (options: RunOptions) => conditionsOf(experiment, options);

describe('conditionsOf', () => {
  it("is the published protocol's one condition unless told otherwise", () => {
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

  it('names conditions apart that differ at the end of a long system prompt only', () => {
    const long = 'You are a careful assistant who always answers in one sentence';
    const [one, other] = of({ system: [`${long}.`, `${long}, in rhyme.`] });
    if (one === undefined || other === undefined) throw new Error('two conditions');
    expect(conditionName(one)).not.toBe(conditionName(other));
    expect(conditionName(one)).toBe(conditionName({ ...one }));
  });

  it('says what there is to choose from', () => {
    expect(() => of({ wording: ['effort'] })).toThrow(/association has no wording "effort"/);
    expect(() => of({ language: ['fr'] })).toThrow(/no language "fr"/);
  });
});
