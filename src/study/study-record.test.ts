import { describe, expect, it } from 'vitest';
import type { StudyDesign } from './design/design.ts';
import { parseStudyRecord, runOfStep, studyId } from './study-record.ts';

const design: StudyDesign = {
  targets: ['openai-compatible/one', 'openai-compatible/two'],
  arms: ['self', 'cross'],
  port: { port: 'openai-compatible', baseUrl: 'http://h/v1' },
};

describe('studyId', () => {
  it.each<[string, Partial<StudyDesign>]>([
    ['the budget', { budget: 5 }],
    ['the context length', { contextSize: 512 }],
    ['the concurrency', { concurrency: 4, concurrencyMode: 'fixed' }],
    ['retries and time limit', { retries: 1, timeout: 10 }],
    ['the name of the key variable', { apiKeyVariable: 'KEY' }],
    ['prices', { prices: 'prices.json', callPrices: { 'openai-compatible/one': { input: 1, output: 1 } } }],
    ['the processor', { gpu: 'none', sequences: 'single' }],
  ])('does not depend on %s', (_, change) => {
    expect(studyId({ ...design, ...change })).toBe(studyId(design));
  });

  it.each<[string, Partial<StudyDesign>]>([
    ['the addresses of the models, like the id of a run', { baseUrl: 'http://other/v1' }],
    ['the sampling', { sampling: { temperature: 0 } }],
    ['the seed', { seed: 2 }],
  ])('depends on %s', (_, change) => {
    expect(studyId({ ...design, ...change })).not.toBe(studyId(design));
  });
});

describe('parseStudyRecord', () => {
  it('reads a study that an earlier version stored, without the arms and options that are no longer analyzed', () => {
    const stored = {
      design: {
        targets: ['openai-compatible/one', 'openai-compatible/two'],
        arms: ['self', 'cross'],
        port: { port: 'openai-compatible' },
        selfExecution: { experiments: ['association'], items: 3 },
        ...{ sizes: [20], filters: { minEntropy: 1 }, controls: { fit: 4 } },
      },
      arms: [null, 20].map((size) => ({ name: `${size}`, base: 'one', arm: 'self', target: 'one', size, model: 'm' })),
      trained: [{ task: 'animals', property: 'first-word' }],
      runs: [
        { step: 'self-execution', run: 'r1' },
        { step: 'fit', run: 'r2' },
      ],
      jobs: [],
      notes: [],
      ...{ testItems: 1, testStrings: 1 },
    };
    const record = parseStudyRecord('study', stored);
    expect(record.design).toMatchObject({ transfer: ['association'], transferItems: 3 });
    expect(record.arms.map(({ name }) => name)).toEqual(['null']);
    expect(runOfStep(record, 'transfer')).toBe('r1');
    expect(runOfStep(record, 'fit')).toBe('r2');
  });
});
