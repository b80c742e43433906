import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/support/train/fake-clock.ts';
import { somePortSettings, someTrainingRequest } from '../../test/support/train/requests.ts';
import type { HyperParameters } from './hosts/host-settings.ts';
import { mistralPort } from './hosts/mistral.ts';
import { openAiPort } from './hosts/openai.ts';
import { presetNames } from './hosts/published-hyperparameters.ts';
import { baseNameFor, openPort, type PortName, portNames, presetParameters, trainsNothing } from './hosts/registry.ts';
import { planJob } from './training.ts';

const environment = {
  OPENAI_API_KEY: 'k-of-openai',
  AZURE_API_KEY: 'k-of-azure',
  AZURE_RESOURCE_NAME: 'mine',
  TOGETHER_API_KEY: 'k-of-together',
  FIREWORKS_API_KEY: 'k-of-fireworks',
  FIREWORKS_ACCOUNT_ID: 'me',
  MISTRAL_API_KEY: 'k-of-mistral',
};
const none: HyperParameters = {
  epochs: null,
  batchSize: null,
  learningRate: null,
  learningRateMultiplier: null,
  loraRank: null,
};

describe('planJob', () => {
  test('plans the same job twice, with files in the format of the port', () => {
    const port = openAiPort(somePortSettings('openai'), { environment });
    const [one, two] = [planJob(someTrainingRequest(), port), planJob(someTrainingRequest(), port)];
    expect(one.key).toBe(two.key);
    expect(Buffer.from(one.files.train).toString()).toContain('{"messages":[');
    expect(one.spec.train.rows).toBe(someTrainingRequest().rows.train.length);
  });

  test.each<readonly [PortName, Partial<HyperParameters>, string]>([
    ['openai', { learningRate: 1e-4 }, '--lr'],
    ['openai', { loraRank: 8 }, '--rank'],
    ['mistral', { learningRateMultiplier: 2 }, '--lr-multiplier'],
    ['mistral', { batchSize: 2 }, '--batch'],
    ['mistral', { loraRank: 8 }, '--rank'],
  ])('refuses for %s what the port cannot send: %j', (name, values, flag) => {
    const port = (name === 'openai' ? openAiPort : mistralPort)(somePortSettings(name), { environment });
    const request = someTrainingRequest({
      settings: somePortSettings(name),
      hyperParameters: { ...none, ...values },
    });
    expect(() => planJob(request, port)).toThrow(`does not support ${flag}`);
  });

  test.each(portNames)('takes every preset at the port %s', async (name) => {
    const settings = somePortSettings(name, {
      template: 'trl',
      ...(name === 'openai-compatible' ? { baseUrl: 'http://127.0.0.1:9/v1' } : {}),
    });
    const port = await openPort(settings, { environment, clock: fakeClock() });
    for (const preset of presetNames) {
      const hyperParameters = presetParameters(preset, name);
      expect(planJob(someTrainingRequest({ settings, hyperParameters }), port).spec.hyperParameters.epochs).toBe(1);
    }
    await port.close();
  });
});

describe('trainsNothing', () => {
  test.each(portNames.filter(trainsNothing))('is true of %s, which is free', async (port) => {
    const opened = await openPort(somePortSettings(port), { environment, clock: fakeClock() });
    expect(opened).toMatchObject({ isFree: true, estimate: null });
  });
});

describe('baseNameFor', () => {
  test.each<readonly [PortName, string, string]>([
    ['openai', 'openai/gpt-x', 'gpt-x'],
    ['openai', 'gpt-x', 'gpt-x'],
    ['together', 'togetherai/meta-llama/Llama-3.3-70B', 'meta-llama/Llama-3.3-70B'],
    ['command', 'openai/gpt-oss-20b', 'openai/gpt-oss-20b'],
    ['command', 'vllm/Qwen/Qwen3-8B', 'Qwen/Qwen3-8B'],
    ['command', 'gguf/models/some.gguf', 'models/some.gguf'],
    ['fireworks', 'openai-compatible/accounts/fireworks/models/x', 'accounts/fireworks/models/x'],
    ['azure', 'azure/gpt-4.1-mini', 'gpt-4.1-mini'],
    ['simulated', 'simulated/bob', 'simulated/bob'],
  ])('names for %s the model %s as %s', (port, name, expected) => {
    expect(baseNameFor(port, name)).toBe(expected);
  });
});
