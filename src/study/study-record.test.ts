import { describe, expect, it } from 'vitest';
import type { StudyDesign } from './design/design.ts';
import { executionsOfStudy, parseStudyRecord, runOfStep, studyId } from './study-record.ts';

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

describe('executionsOfStudy', () => {
  it('finds the executions of a shifted self for the models that were trained on it', () => {
    const arm = { base: 'openai-compatible/two', arm: 'cross', target: 'openai-compatible/one' };
    const record = parseStudyRecord('study', {
      design: {
        ...{ targets: ['openai-compatible/one', 'openai-compatible/two'], arms: ['self', 'cross'] },
        ...{ port: { port: 'openai-compatible' }, shiftedSelves: { system: 'Be a pirate.' } },
      },
      arms: [
        { ...arm, name: 'on one', model: 'm1' },
        { ...arm, name: 'on one (shifted)', target: `${arm.target} (shifted)`, shiftedOf: arm.target, model: 'm2' },
      ],
      runs: [
        { step: 'executions', run: 'r1' },
        { step: 'shifted-executions', run: 'r2' },
        { step: 'predictions', run: 'r3' },
      ],
      ...{ jobs: [], notes: [], testItems: 1, testStrings: 1 },
    });
    expect(executionsOfStudy(record, 'r3', 'm1')).toEqual({ run: 'r1', model: arm.target });
    expect(executionsOfStudy(record, 'r3', 'm2')).toEqual({ run: 'r2', model: arm.target });
  });
});
