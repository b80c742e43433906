import { describe, expect, it } from 'vitest';
import { simulatedPort } from '../../train/hosts/simulated.ts';
import { checkDesign, checkPort } from './check-design.ts';
import { type StudyDesign, studyDesignSchema } from './design.ts';

const design: StudyDesign = {
  targets: ['ann', 'bob'],
  arms: ['self', 'cross', 'scramble'],
  port: { port: 'openai', hyperParameters: { epochs: 1, batchSize: 8, learningRateMultiplier: 2 } },
};

describe('checkDesign', () => {
  it('has nothing to say about a complete design', () => {
    expect(checkDesign(design)).toEqual([]);
  });

  it('labels a design whose port chooses hyperparameters', () => {
    expect(checkDesign({ ...design, port: { port: 'openai', hyperParameters: { epochs: 1 } } })).toEqual([
      'The port chooses batchSize, learningRate, so the arms may be trained with different values.',
    ]);
  });

  it.each(['simulated', 'bundled'] as const)(
    'says nothing about the hyperparameters of %s, which trains nothing',
    (port) => {
      expect(checkDesign({ ...design, port: { port } })).toEqual([]);
    },
  );

  it('labels a design without scramble arms', () => {
    expect(checkDesign({ ...design, arms: ['self', 'cross'] })[0]).toContain('cannot correct for habit');
  });

  it.each<[string, Partial<StudyDesign>, string]>([
    ['a target twice', { targets: ['ann', 'ann'] }, 'same-model'],
    [
      'shifted selves of the bundled models',
      { port: { port: 'bundled' }, shiftedSelves: { system: 'x' } },
      'no-shifted-selves',
    ],
    ['a training seed twice', { trainingSeeds: [1, 2, 1] }, 'seed-unused'],
    ['a predictor twice', { predictors: ['eve', 'eve'] }, 'same-model'],
    ['a near copy that is not a target', { nearCopies: [{ of: 'ann', copy: 'eve' }] }, 'unknown-target'],
    ['a target of another host', { targets: ['openai/a', 'mistral/b'] }, 'foreign-model'],
    ['a hosted target of a local port', { targets: ['openai/a', 'b'], port: { port: 'command' } }, 'foreign-model'],
    ['arms without self', { arms: ['cross'] }, 'no-comparison'],
    ['transfer to the trained experiment', { transfer: ['property'] }, 'unknown-experiment'],
    ['transfer to an unknown experiment', { transfer: ['chess'] }, 'unknown-experiment'],
    ['transfer to an experiment that compares models', { transfer: ['recognize'] }, 'unknown-experiment'],
  ])('refuses %s', (_, change, code) => {
    expect(() => checkDesign({ ...design, ...change })).toThrow(expect.objectContaining({ code }));
  });
});

describe('studyDesignSchema', () => {
  it.each(
    [['direct'], ['direct', 'direct'], ['direct', 'aloud'], ['direct', 'deliberate', 'direct']].map((modes) => [modes]),
  )('refuses the modes %s', (modes) => {
    expect(studyDesignSchema.safeParse({ ...design, modes }).success).toBe(false);
  });
});

describe('checkPort', () => {
  const paid = { ...simulatedPort(), name: 'openai' as const, isFree: false };

  it('refuses a budget where the price of training is unknown', () => {
    expect(() => checkPort({ ...design, budget: 5 }, paid)).toThrow(expect.objectContaining({ code: 'price-unknown' }));
  });

  it('accepts a budget with a price, a free port, or no budget', () => {
    expect(() => checkPort({ ...design, budget: 5, port: { port: 'openai', price: 25 } }, paid)).not.toThrow();
    expect(() => checkPort({ ...design, budget: 5, port: { port: 'simulated' } }, simulatedPort())).not.toThrow();
    expect(() => checkPort(design, paid)).not.toThrow();
  });

  it('refuses a hyperparameter that the port does not support', () => {
    const port = { port: 'openai' as const, hyperParameters: { learningRate: 1e-4 } };
    expect(() => checkPort({ ...design, port }, paid)).toThrow(expect.objectContaining({ code: 'bad-hyperparameter' }));
  });
});
