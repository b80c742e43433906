import { expect, it } from 'vitest';
import { effectiveSampling } from './effective-sampling.ts';

it('names what a model file is sampled with, and the defaults that only a server knows', () => {
  expect(effectiveSampling('gguf/a.gguf', {})).toBe('temperature 1, top-p 1, no top-k or min-p, seeded by each call');
  expect(effectiveSampling('bundled/ada', { temperature: 0 })).toContain('temperature 0, top-p 1');
  expect(effectiveSampling('llamacpp/a', {})).toBe('the servers’ default sampling');
  expect(effectiveSampling('vllm/a', { temperature: 0, seed: 3 })).toBe(
    'temperature 0, seed 3, otherwise the servers’ defaults',
  );
});
