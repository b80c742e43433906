import { describe, expect, test } from 'vitest';
import { somePortSettings, someTrainingRequest } from '../../test/support/train/requests.ts';
import { openAiPort } from './hosts/openai.ts';
import { estimateLines, hyperParameterText, planLines, stateText } from './job-lines.ts';
import { planJob } from './training.ts';

const port = openAiPort(somePortSettings('openai'), { environment: { OPENAI_API_KEY: 'k-of-openai' } });

describe('planLines', () => {
  test('name job, base, rows, values, tokens, money and hosting', () => {
    const lines = planLines(planJob(someTrainingRequest({ base: 'gpt\u001b[31m', price: 25 }), port));
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'job',
      'base',
      'rows',
      'values',
      'tokens',
      'training',
      'hosting',
    ]);
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines[5]).toMatch(/\$\d+\.\d+, at most \$\d+\.\d+/);
  });
});

describe('estimateLines', () => {
  test('report an unknown price', () => {
    const { estimate } = planJob(someTrainingRequest(), port);
    expect(estimateLines(estimate)[1]).toBe('training  price unknown');
  });
});

describe('stateText', () => {
  test.each([
    [{ kind: 'intended' }, 'not submitted yet'],
    [{ kind: 'unresolved' }, 'submitted, no response yet'],
    [{ kind: 'running', id: 'j', word: 'run\u0007' }, 'running (run\\u0007)'],
    [{ kind: 'failed', id: null, reason: 'no rows' }, 'failed: no rows'],
  ] as const)('of %j is %j', (state, text) => {
    expect(stateText({ state })).toBe(text);
  });
});

describe('hyperParameterText', () => {
  test('names the values that are given', () => {
    const none = { epochs: null, batchSize: null, learningRate: null, learningRateMultiplier: null, loraRank: null };
    expect(hyperParameterText(none)).toBe("the host's own");
    expect(hyperParameterText({ ...none, epochs: 1, loraRank: 32 })).toBe('epochs 1, loraRank 32');
  });
});
