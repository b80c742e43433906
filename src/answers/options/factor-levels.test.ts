import { describe, expect, it } from 'vitest';
import type { Factors } from '../../domain/condition.ts';
import { type FactorOwner, levelsByExperiment } from './factor-levels.ts';
import type { RunOptions } from './run-options.ts';

const base = { language: { levels: ['en'] }, mode: { levels: ['direct', 'deliberate'] } } as const;
const [association, restriction, toy]: readonly (readonly [string, Factors])[] = [
  ['association', { ...base, wording: { levels: ['paper', 'quoted'] }, system: { levels: 'any text' } }],
  ['restriction', { ...base, wording: { levels: ['paper', 'plain'] }, system: { levels: 'any text' } }],
  [
    'toy',
    { ...base, wording: { levels: ['paper'] }, mode: { levels: ['direct'] }, tone: { levels: ['plain', 'polite'] } },
  ],
];
const owner = (
  [name, factors]: readonly [string, Factors] = ['', { ...base, wording: { levels: [''] } }],
): FactorOwner => ({
  name,
  factors,
});
const both = [owner(association), owner(restriction)];

const wordings = (...wording: readonly string[]) => {
  const { of, notes } = levelsByExperiment({ wording: [...wording] }, both);
  const [first, second] = ['association', 'restriction'].map((name) => of(name).get('wording'));
  return { association: first, restriction: second, notes };
};

const toyLevels = (options: RunOptions) => {
  const { of, notes } = levelsByExperiment(options, [owner(association), owner(toy)]);
  return { association: Object.fromEntries(of('association')), toy: Object.fromEntries(of('toy')), notes };
};

describe('levelsByExperiment', () => {
  it('gives each experiment its own wordings', () => {
    expect(wordings('restriction=plain', 'association=quoted', 'paper')).toEqual({
      association: ['quoted', 'paper'],
      restriction: ['plain', 'paper'],
      notes: [],
    });
    expect(wordings('restriction=plain')).toMatchObject({ association: undefined, restriction: ['plain'] });
    expect(wordings('all')).toMatchObject({ association: ['all'], restriction: ['all'] });
  });

  it('leaves a wording out of an experiment that lacks it, with a note, where another has it', () => {
    expect(wordings('paper', 'plain')).toEqual({
      association: ['paper'],
      restriction: ['paper', 'plain'],
      notes: ['experiment association has no wording "plain" and runs without it'],
    });
  });

  it('refuses where nothing is left for an experiment, and an experiment that is not in the run', () => {
    expect(() => wordings('plain')).toThrow('experiment association has no wording "plain"');
    expect(() => wordings('stump=plain')).toThrow('for "stump", which is not in this run');
  });

  it('leaves a name that no experiment has to the message that lists the known ones', () => {
    expect(wordings('plian').association).toEqual(['plian']);
  });

  it('gives a factor of one experiment to that experiment only', () => {
    expect(toyLevels({ factor: ['tone=polite', 'tone=plain'] })).toEqual({
      association: {},
      toy: { tone: ['polite', 'plain'] },
      notes: [],
    });
  });

  it('treats every factor alike: a level that one experiment lacks is left out, or refused as the only one', () => {
    expect(toyLevels({ mode: ['direct', 'deliberate'] })).toEqual({
      association: { mode: ['direct', 'deliberate'] },
      toy: { mode: ['direct'] },
      notes: ['experiment toy has no mode "deliberate" and runs without it'],
    });
    expect(() => toyLevels({ system: ['Be brief.'] })).toThrow('experiment toy has no system prompt "Be brief."');
    expect(toyLevels({ system: ['none'] }).toy).toEqual({ system: ['none'] });
  });

  it('refuses a factor that no experiment has, one without a level, and one with a flag', () => {
    expect(() => toyLevels({ factor: ['shots=4'] })).toThrow('no experiment of this run has the factor "shots"');
    for (const text of ['tone', 'mode=direct']) {
      expect(() => toyLevels({ factor: [text] })).toThrow(`--factor ${text} must have the form NAME=LEVEL`);
    }
  });
});
