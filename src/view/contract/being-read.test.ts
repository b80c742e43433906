import { describe, expect, it } from 'vitest';
import { isBeingRead } from './being-read.ts';
import type { Overview } from './contract.ts';

const overview = (...kinds: readonly object[]) => ({ runs: kinds.map((index) => ({ index })) }) as unknown as Overview; // all that it reads

describe('isBeingRead', () => {
  it('holds until every run has been read, or could not be', () => {
    expect(isBeingRead(undefined)).toBe(true);
    for (const index of [{ kind: 'stale' }, { kind: 'building', share: 0.5 }])
      expect(isBeingRead(overview({ kind: 'ready' }, index))).toBe(true);
    expect(isBeingRead(overview({ kind: 'ready' }, { kind: 'failed', reason: 'x' }))).toBe(false);
    expect(isBeingRead(overview())).toBe(false);
  });
});
