import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundledPath } from './gguf/bundled.ts';
import type { ModelOptions } from './model-options.ts';
import { createModel, kindOf, listProviders } from './registry.ts';

const environment = { OPENAI_API_KEY: 'key-of-the-test', MY_KEY: 'another' };

test('lists every provider with its description, its names, and whether its key is set', () => {
  const listed = listProviders(environment);
  for (const { name, about, example } of listed) {
    expect(about).not.toBe('');
    expect(example.startsWith(`${name}/`)).toBe(true);
  }
  const ready = listed.filter((provider) => provider.ready).map(({ name }) => name);
  expect(ready).toContain('openai');
  expect(ready).toContain('ollama');
  expect(ready).not.toContain('anthropic');
});

test.each([
  ['openai/gpt-4.1-mini', {}, 'openai/gpt-4.1-mini'],
  ['ollama/llama3.2', {}, 'ollama/llama3.2@http://127.0.0.1:11434/v1'],
  ['vllm/org/model', {}, 'vllm/org/model@http://127.0.0.1:8000/v1'],
  ['vllm/org/model:self', {}, 'vllm/org/model:self@http://127.0.0.1:8000/v1'],
  ['ollama/llama3:8b', {}, 'ollama/llama3:8b@http://127.0.0.1:11434/v1'],
  ['lmstudio/m', { apiKeyVariable: 'MY_KEY' }, 'lmstudio/m@http://127.0.0.1:1234/v1'],
  ['llamacpp/m', { baseUrl: 'http://box:8081/v1/' }, 'llamacpp/m@http://box:8081/v1'],
  ['openai-compatible/m', { baseUrl: 'http://box:9000/v1' }, 'openai-compatible/m@http://box:9000/v1'],
] as const)('%s opens without sending anything', async (name, options: ModelOptions, identity) => {
  const model = await createModel(name, { environment, concurrency: 3, ...options });
  expect(model).toMatchObject({ name, identity, defaultConcurrency: 3 });
  await model.close();
});

test.each([
  ['anthropic/claude', {}, /ANTHROPIC_API_KEY is not set/],
  ['openai-compatible/m', {}, /needs the address of its server/],
  ['vllm/m', { apiKeyVariable: 'NO_KEY' }, /NO_KEY is not set/],
  ['gguf/no/such.gguf', {}, /file not found/],
  ['bundled/adda', {}, /no bundled model "adda"/],
  ['bundled/ada+slef', {}, /no bundled model "ada\+slef"/],
  ['gguf/a.gguf+b.gguf@much', {}, /"much" of the adapter b.gguf is not a number/],
  ['vllm/base:', {}, /has no adapter/],
  ['opnai/x', {}, /unknown model provider "opnai"/],
] as const)('%s is refused with a reason', async (name, options: ModelOptions, reason) => {
  await expect(createModel(name, { environment, ...options })).rejects.toThrow(reason);
});

test('determines the kind of a name by its provider alone', () => {
  expect(kindOf('openrouter/gguf/x')).toBe('hosted');
  expect(kindOf('gguf//models/x.gguf')).toBe('in-process');
  expect(kindOf('mine/openai')).toBeNull();
  expect(kindOf('constructor/x')).toBeNull(); // not a property that every object inherits
});

test.skipIf(!existsSync(bundledPath('ada')))('a bundled model opens by its name', async () => {
  const model = await createModel('bundled/ada');
  expect(model.identity).toMatch(/^bundled\/ada@sha256:[0-9a-f]{64};pieces=64$/);
  await model.close();
});

test.skipIf(!existsSync(bundledPath('ada')))('a bundled adapter opens by its name', async () => {
  const model = await createModel('bundled/ada+self');
  expect(model.identity).toMatch(/^bundled\/ada\+self@sha256:[0-9a-f]{64}\+sha256:[0-9a-f]{64}@1;pieces=64$/);
  await model.close();
});
