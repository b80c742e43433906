import { describe, expect, it } from 'vitest';
import { sessionName } from './session-name.ts';

describe('sessionName', () => {
  it.each([
    ['predict', 0, 'prediction'],
    ['predict', 1, 'prediction 2'],
    ['behave', 0, 'execution 1'],
    ['judge', 1, 'judge 2'],
    ['author', 0, 'author 1'],
    ['control', 0, 'control'],
    ['consult', 1_000_002, 'inner session 3'],
    ['approve', 1_000_100, 'decision about an inner session 1'],
  ] as const)('names %s, sample %i', (kind, sample, name) => {
    expect(sessionName({ kind, sample })).toBe(name);
  });
});
