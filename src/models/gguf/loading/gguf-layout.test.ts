import { expect, test } from 'vitest';
import { ggufLayout, wantedGpu } from './gguf-layout.ts';

const small = 8e6;
const large = 4e9;
const processor = { gpu: false, cores: 8 };
const graphics = { gpu: true, cores: 8 };

test('runs a small file on the CPU unless a GPU is requested', () => {
  expect(wantedGpu(small, {})).toBe(false);
  expect(wantedGpu(small, { gpu: 'cuda' })).toBe('cuda');
  expect(wantedGpu(large, {})).toBe('auto');
  expect(wantedGpu(large, { gpu: 'none' })).toBe(false);
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
