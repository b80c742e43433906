import { expect, test } from 'vitest';
import type { AppError } from '../util/app-error.ts';
import { parseModelName } from './model-name.ts';
import { providerNames } from './registry.ts';

function refusal(name: string): AppError {
  try {
    parseModelName(name, providerNames);
  } catch (error) {
    return error as AppError;
  }
  throw new Error(`${name} was accepted`);
}

test.each([
  ['openai/gpt-4.1-mini', 'openai', 'gpt-4.1-mini'],
  ['openrouter/openai/gpt-4.1', 'openrouter', 'openai/gpt-4.1'],
  ['gguf//models/a b.gguf', 'gguf', '/models/a b.gguf'],
  ['gguf/./x.gguf', 'gguf', './x.gguf'],
  ['simulated/sam?self=0.5&format=0.02', 'simulated', 'sam?self=0.5&format=0.02'],
  ['ollama/llama3.2:1b', 'ollama', 'llama3.2:1b'],
])('%s', (name, provider, model) => {
  expect(parseModelName(name, providerNames)).toEqual({ provider, model });
});

test('suggests the nearest providers for an unknown one', () => {
  const error = refusal('opnai/gpt-4.1');
  expect(error.message).toContain('"opnai"');
  expect(error.hint).toMatch(/did you mean openai\?.*seb models/);
  expect(refusal('gpt-4.1-mini').hint).toContain('provider/model');
  expect(refusal('gpt-4.1-mini').hint).not.toContain('did you mean');
});

test.each([
  ['localhost:1234', 'openai-compatible/MODEL --base-url http://localhost:1234/v1'],
  ['localhost:1234/llama', 'openai-compatible/llama --base-url http://localhost:1234/v1'],
  ['http://10.0.0.1:8000/v1/qwen/qwen3', 'openai-compatible/qwen/qwen3 --base-url http://10.0.0.1:8000/v1'],
  ['https://example.org/v1/', 'openai-compatible/MODEL --base-url https://example.org/v1'],
  ['http://[::1]:8000', 'openai-compatible/MODEL --base-url http://[::1]:8000/v1'],
])('writes the model and the base URL of the address %s', (name, form) => {
  const error = refusal(name);
  expect(error.message).toBe(`${name} is the address of a server, not a model`);
  expect(error.hint).toContain(form);
});

test.each(['qwen2.5:0.5b', 'my-model', 'nope/x:1', 'C:/x.gguf'])('does not take %s for an address', (name) => {
  expect(refusal(name).message).not.toContain('address of a server');
});

test('refuses an imported model by name, without suggesting providers', () => {
  expect(refusal('recorded/gpt-4').message).toContain('cannot answer new calls');
});

test('refuses a provider without a model', () => {
  expect(refusal('openai').code).toBe('unknown-model');
  expect(refusal('openai/').hint).toContain('openai/MODEL');
});
