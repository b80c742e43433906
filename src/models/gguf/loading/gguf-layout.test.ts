import { expect, test } from 'vitest';
import type { ModelOptions } from '../../model-options.ts';
import { ggufLayout, wantedLlama } from './gguf-layout.ts';

const small = 8e6;
const large = 4e9;
const processor = { gpu: false, cores: 8 };
const graphics = { gpu: true, cores: 8 };

test('runs a small file on the CPU unless a GPU is requested', () => {
  expect(wantedLlama(small, {}).gpu).toBe(false);
  expect(wantedLlama(small, { gpu: 'cuda' }).gpu).toBe('cuda');
  expect(wantedLlama(large, {}).gpu).toBe('auto');
  expect(wantedLlama(large, { gpu: 'none' }).gpu).toBe(false);
});

test('limits the compute threads of all contexts together, except of small files on the CPU, which have one each', () => {
  const limited = (bytes: number, options: ModelOptions) => wantedLlama(bytes, options).limited;
  expect(limited(small, {})).toBe(false);
  expect(limited(small, { gpu: 'none' })).toBe(false);
  expect(limited(small, { gpu: 'cuda' })).toBe(true);
  expect(limited(large, {})).toBe(true);
  expect(limited(large, { gpu: 'none' })).toBe(true);
});

test('gives a small file on a CPU one context per core with one sequence', () => {
  expect(ggufLayout(small, {}, processor)).toMatchObject({ contexts: 8, threads: 1, sequences: 1 });
});

test('gives a large file, or a GPU, one batched context', () => {
  expect(ggufLayout(large, {}, processor)).toMatchObject({ contexts: 1, threads: 8, sequences: 8 });
  expect(ggufLayout(small, {}, graphics)).toMatchObject({ contexts: 1, sequences: 8 });
  expect(ggufLayout(large, {}, { gpu: false, cores: 2 })).toMatchObject({ contexts: 2, threads: 1, sequences: 1 });
});

test("prefers the user's settings", () => {
  expect(ggufLayout(large, { sequences: 'single', contextSize: 2048 }, graphics)).toMatchObject({
    sequences: 1,
    contextSize: 2048,
  });
  expect(ggufLayout(small, { sequences: 'batched' }, processor)).toMatchObject({ contexts: 8, sequences: 8 });
});
