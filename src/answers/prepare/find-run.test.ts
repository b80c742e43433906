import { describe, expect, it } from 'vitest';
import type { RunId } from '../../domain/run-config.ts';
import type { RunRecord } from '../../store/store.ts';
import { findRun } from './find-run.ts';

const some = (id: string, createdAt: string, name?: string, repeatAs?: string) =>
  ({ id: id as RunId, createdAt, provenance: { name }, config: { repeatAs } }) as RunRecord; // nothing else is read
const runs = [
  some('ea6a8b773693', '2026-01-02'),
  some('efb59f5b6d53', '2026-01-03'),
  some('0b', '2026-01-01', 'eager'),
];

describe('findRun', () => {
  it('accepts a prefix of an id only if it is unambiguous', () => {
    expect(findRun(runs, 'ea6').id).toBe('ea6a8b773693');
    expect(findRun(runs, 'efb59f5b6d53').id).toBe('efb59f5b6d53');
    expect(() => findRun(runs, 'e')).toThrow('2 runs begin with "e"');
    expect(() => findRun(runs, '')).toThrow('3 runs begin with ""');
    expect(() => findRun(runs, 'f')).toThrow('no run f');
  });

  it('finds a run by its name, and the newest run as "latest"', () => {
    expect(findRun(runs, 'eager').id).toBe('0b');
    expect(findRun(runs, 'latest').id).toBe('efb59f5b6d53');
    expect(() => findRun([], 'latest')).toThrow('no run latest');
  });

  it('finds a run by the name of its repetition, unless another run has that name itself', () => {
    const nightly = [...runs, some('0c', '2026-01-04', undefined, 'monday'), some('0d', '2026-01-05', 'x', 'eager')];
    expect(findRun(nightly, 'monday').id).toBe('0c');
    expect(findRun(nightly, 'eager').id).toBe('0b');
    expect(() => findRun([...nightly, some('0e', '2026-01-06', 'y', 'monday')], 'monday')).toThrow('2 runs are named');
  });

  it('refuses a name that several runs of merged stores have', () => {
    expect(() => findRun([...runs, some('0c', '2026-01-04', 'eager')], 'eager')).toThrow('2 runs are named "eager"');
  });
});
