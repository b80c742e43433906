import { describe, expect, it } from 'vitest';
import { armsOf, isMain } from './arms.ts';
import type { StudyDesign } from './design.ts';
import { trainingsOf } from './what-design-shows.ts';

const design: StudyDesign = {
  targets: ['ann', 'bob'],
  arms: ['untrained', 'self', 'cross', 'scramble'],
  port: { port: 'simulated' },
};
const shown = (of: StudyDesign) =>
  armsOf(of).map(({ base, arm, target }) => [base, arm, target].filter((each) => each !== null).join(' '));

describe('armsOf', () => {
  it('crosses every base with every target, with a scramble arm for each cell', () => {
    expect(shown(design)).toEqual([
      'ann untrained',
      'bob untrained',
      'ann self ann',
      'ann cross bob',
      'bob cross ann',
      'bob self bob',
      'ann scramble ann',
      'ann scramble bob',
      'bob scramble ann',
      'bob scramble bob',
    ]);
  });

  it('adds further predictors, and near copies', () => {
    expect(shown({ ...design, arms: ['self', 'cross'], targets: ['ann'], predictors: ['eve'] })).toEqual([
      'eve cross ann',
      'ann self ann',
    ]);
    const copies = shown({ ...design, arms: ['cross'], nearCopies: [{ of: 'ann', copy: 'bob' }] });
    expect(copies).toEqual(['ann near-copy bob', 'bob near-copy ann']);
  });

  it('numbers given models of one base, arm and target as its trainings, and no others', () => {
    const given = (model: string, arm: 'self' | 'cross', target: string) => ({ model, base: 'ann', arm, target });
    const trained = [
      given('a1', 'self', 'ann'),
      given('b1', 'cross', 'bob'),
      given('a2', 'self', 'ann'),
      given('a3', 'self', 'ann'),
    ];
    const arms = armsOf({ targets: ['ann', 'bob'], trained });
    expect(arms.slice(2).map(({ name, training }) => [name, training?.run])).toEqual([
      ['a1', 1],
      ['b1', undefined],
      ['a2', 2],
      ['a3', 3],
    ]);
    expect(trainingsOf({ trained })).toBe(1);
    expect(trainingsOf({ trained: trained.filter(({ arm }) => arm === 'self') })).toBe(3);
  });

  it('repeats arms for each training seed; the first repetition is the main one', () => {
    const names = ['ann trained on ann', 'ann trained on bob', 'bob trained on ann', 'bob trained on bob'];
    const arms = armsOf({ ...design, arms: ['self', 'cross'], trainingSeeds: [7, 8] });
    expect(arms.map(({ name, training }) => [name, training?.run])).toEqual([
      ...[7, 8].flatMap((seed, index) => names.map((name) => [`${name}, seed ${seed}`, index + 1])),
    ]);
    expect(arms.filter(isMain).map(({ name }) => name)).toHaveLength(4);
  });

  it('adds each target on each shifted self, for each training seed, outside the main arms', () => {
    const selves = { ...design, arms: ['self' as const, 'cross' as const], predictors: ['eve'], trainingSeeds: [1, 2] };
    const shifted = armsOf({ ...selves, shiftedSelves: { system: 'Be a pirate.' } }).filter(
      ({ shiftedOf }) => shiftedOf !== undefined,
    );
    const once = [
      ['ann', 'ann (shifted)', 'ann'],
      ['ann', 'bob (shifted)', 'bob'],
      ['bob', 'ann (shifted)', 'ann'],
      ['bob', 'bob (shifted)', 'bob'],
    ];
    expect(shifted.map(({ base, target, shiftedOf }) => [base, target, shiftedOf])).toEqual([...once, ...once]);
    expect(shifted.filter(isMain)).toEqual([]);
  });

  it('uses given trained models next to their untrained bases', () => {
    const { port: _, arms: __, ...rest } = design;
    const trained = [{ model: 'ann+self', base: 'ann', arm: 'self' as const, target: 'ann' }];
    expect(armsOf({ ...rest, trained }).map(({ name, model }) => [name, model])).toEqual([
      ['ann', 'ann'],
      ['bob', 'bob'],
      ['ann+self', 'ann+self'],
    ]);
  });
});
