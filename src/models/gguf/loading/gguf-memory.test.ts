import { describe, expect, it } from 'vitest';
import { gigabytes, memoryProblem, neededBytes } from './gguf-memory.ts';

const memory = { weights: 4e9, context: 1e9, contextSize: 8192 };
const plan = { contexts: 2, mapped: false };

describe('memoryProblem', () => {
  it('is null for a model that fits, and names the context size that would fit otherwise', () => {
    expect(neededBytes(memory, plan)).toBe(6e9);
    expect(memoryProblem('m.gguf', memory, { plan, free: 6e9 })).toBeNull();
    const problem = memoryProblem('m.gguf', memory, { plan, free: 5.1e9 });
    expect(problem?.isFatal).toBe(true);
    expect(problem?.error.code).toBe('no-memory');
    expect(problem?.error.message).toBe(
      'm.gguf needs about 6.0 GB of memory (weights 4.0 GB, 2 contexts of 8192 tokens 2.0 GB), and 5.1 GB are free',
    );
    expect(problem?.error.hint).toContain('--context-size 4096'); // 4 GB and 1 GB
  });

  it('advises another file where not even a small context fits', () => {
    expect(memoryProblem('m.gguf', memory, { plan, free: 3e9 })?.error.hint).not.toContain('--context-size');
  });

  it('only warns where weights are mapped and the contexts fit', () => {
    const mapped = { contexts: 1, mapped: true };
    expect(memoryProblem('m.gguf', memory, { plan: mapped, free: 2e9 })?.isFatal).toBe(false);
    expect(memoryProblem('m.gguf', memory, { plan: mapped, free: 0.9e9 })?.isFatal).toBe(true);
  });
});

it('gigabytes shows one decimal below ten', () => {
  expect([0.7e9, 9.94e9, 12.3e9].map(gigabytes)).toEqual(['0.7 GB', '9.9 GB', '12 GB']);
});
