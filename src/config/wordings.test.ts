import { describe, expect, it } from 'vitest';
import { wordingsByExperiment } from './wordings.ts';

const experiments = [
  { name: 'association', wordings: ['paper', 'quoted'] },
  { name: 'restriction', wordings: ['paper', 'plain'] },
];
const of = (...asked: readonly string[]) => {
  const { of: wordings, notes } = wordingsByExperiment(asked, experiments);
  return { association: wordings('association'), restriction: wordings('restriction'), notes };
};

describe('wordingsByExperiment', () => {
  it('gives each experiment its own wordings', () => {
    expect(of('restriction=plain', 'association=quoted', 'paper')).toEqual({
      association: ['quoted', 'paper'],
      restriction: ['plain', 'paper'],
      notes: [],
    });
    expect(of('restriction=plain')).toMatchObject({ association: undefined, restriction: ['plain'] });
    expect(of('all')).toMatchObject({ association: ['all'], restriction: ['all'] });
  });

  it('leaves a wording out of an experiment that lacks it, with a note, where another has it', () => {
    expect(of('paper', 'plain')).toEqual({
      association: ['paper'],
      restriction: ['paper', 'plain'],
      notes: ['experiment association has no wording "plain" and is asked without it'],
    });
  });

  it('refuses where nothing is left for an experiment, and an experiment that is not in the run', () => {
    expect(() => of('plain')).toThrow('experiment association has no wording "plain"');
    expect(() => of('stump=plain')).toThrow('for "stump", which is not in this run');
  });

  it('leaves a name that no experiment has to the message that lists the known ones', () => {
    expect(of('plian').association).toEqual(['plian']);
  });
});
