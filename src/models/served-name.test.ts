import { describe, expect, it } from 'vitest';
import { isServedName } from './served-name.ts';

describe('isServedName', () => {
  it.each([
    ['openai/gpt-4o', 'gpt-4o-2024-08-06'],
    ['openai-compatible/gpt-4o', 'openai/gpt-4o'],
    ['openai-compatible/openai/gpt-4o', 'gpt-4o'],
    ['openai/gpt-4-0613', 'gpt-4'],
    ['openai/ft:gpt-4o-mini:org::abc', 'ft:gpt-4o-mini-2024-07-18:org::abc'],
    ['anthropic/claude-sonnet-4-0', 'claude-sonnet-4-20250514'],
    ['anthropic/claude-3-5-haiku-latest', 'claude-3-5-haiku-20241022'],
    ['google/gemini-2.5-flash', 'gemini-2.5-flash-preview-09-2025'],
    ['recorded/gemini-2.5-pro', 'google/gemini-2.5-pro-preview-03-25'],
    ['mistral/mistral-large-latest', 'mistral-large-2411'],
    ['ollama/llama3.2', 'llama3.2:latest'],
    ['ollama/llama3.2:1b', 'llama3.2:1b'],
    ['vllm/base:my-lora', 'my-lora'],
    ['vllm/meta-llama/Llama-3.1-8B-Instruct', 'meta-llama/Llama-3.1-8B-Instruct'],
    ['llamacpp/smollm2-135m', '/models/SmolLM2-135M-Instruct.Q4_K_M.gguf'],
    ['llamacpp/qwen', 'C:\\models\\qwen.gguf'],
    ['openai-compatible/m', 'm'],
    ['openai-compatible/модель', 'модель'],
  ])('accepts that %s answers as %s', (model, served) => {
    expect(isServedName(model, served)).toBe(true);
  });

  it.each([
    ['openai-compatible/gpt-4o', 'mistral-7b'],
    ['openai-compatible/gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['openai-compatible/smart', 'gpt-4o'],
    ['openai-compatible/llama-3.1-70b-instruct', 'llama-3.1-8b-instruct'],
    ['openai-compatible/llama-3.1-8b', 'llama-3.3-8b'],
    ['openai-compatible/qwen-latest', 'smol-latest'],
    ['ollama/llama3.2:1b', 'llama3.2:3b'],
    ['llamacpp/qwen', 'smol'],
    ['vllm/base:my-lora', 'other-lora'],
    ['openai-compatible/claude-sonnet-4', 'claude-haiku-4'],
    ['openai-compatible/deepseek-chat', 'deepseek-coder'],
    ['openai-compatible/m', '???'],
  ])('does not accept that %s answers as %s', (model, served) => {
    expect(isServedName(model, served)).toBe(false);
  });
});
