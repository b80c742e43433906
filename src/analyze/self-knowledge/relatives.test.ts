import { describe, expect, it } from 'vitest';
import { providerNames } from '../../models/registry.ts';
import { familiesOf, makerOf } from './relatives.ts';

describe('makerOf', () => {
  it.each<readonly [string, string | null]>([
    ['openrouter/meta-llama/llama-3.1-8b-instruct', 'Meta'],
    ['ollama/llama3.1:8b', 'Meta'],
    ['recorded/llama-3.2-3b', 'Meta'],
    ['anthropic/claude-sonnet-4', 'Anthropic'],
    ['bedrock/us.anthropic.claude-3-haiku', 'Anthropic'],
    ['openrouter/anthropic/claude-3.5-haiku', 'Anthropic'],
    ['openai/gpt-4.1-mini', 'OpenAI'],
    ['recorded/o4-mini', 'OpenAI'],
    ['vllm/mistralai/Mixtral-8x7B', 'Mistral'],
    ['gguf/models/qwen2.5-0.5b-instruct-q4_k_m.gguf', 'Alibaba'],
    ['openai-compatible/deepseek-r1', 'DeepSeek'],
    ['google/gemini-2.5-pro', 'Google'],
    ['togetherai/google/gemma-2-9b', 'Google'],
    ['xai/grok-4', 'xAI'],
    ['openai-compatible/my-model', null],
    ['ollama/own', null],
    ['bundled/ada', null],
    ['simulated/gpt?self=1', null],
    ['vllm/omega', null],
  ])('%s: %s', (model, maker) => {
    expect(makerOf(model)).toBe(maker);
  });

  it('takes only the providers that make models for makers', () => {
    const making = providerNames.filter((name) => makerOf(`${name}/own`) !== null);
    expect(making).toEqual(['openai', 'anthropic', 'google', 'mistral', 'deepseek', 'xai']);
  });

  it('prefers what is given', () => {
    expect(makerOf('openai-compatible/my-model', { maker: 'Meta' })).toBe('Meta');
  });
});

describe('familiesOf', () => {
  const models = ['ollama/llama3', 'ollama/own', 'openrouter/meta-llama/llama-2', 'ollama/other', 'openai/gpt-5'];

  it('joins models of one maker, never those that one host serves', () => {
    expect(familiesOf(models)).toEqual({ familyOf: [0, 1, 0, 2, 3], unknown: ['ollama/own', 'ollama/other'] });
  });

  it('follows what is declared, in both directions', () => {
    const relatives = [['ollama/own', 'openai/gpt-5']];
    const unrelated = [['ollama/llama3', 'openrouter/meta-llama/llama-2']];
    expect(familiesOf(models, { relatives, unrelated })).toEqual({
      familyOf: [0, 1, 2, 3, 1],
      unknown: ['ollama/other'],
    });
  });

  it('joins the families of models that are declared relatives', () => {
    expect(familiesOf(models, { relatives: [['ollama/llama3', 'ollama/own']] }).familyOf).toEqual([0, 0, 0, 1, 2]);
  });
});
