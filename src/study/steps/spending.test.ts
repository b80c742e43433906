import { describe, expect, it } from 'vitest';
import type { RunId } from '../../domain/run-config.ts';
import type { Job } from '../../train/jobs/job.ts';
import { Spending } from './spending.ts';

const store = { spent: async () => ({ dollars: 2, unknown: 0 }) };
const job = (state: object, maxDollars: number) =>
  ({ state, intended: { estimate: { maxDollars } } }) as unknown as Job; // only the fields that the sum reads

describe('Spending', () => {
  it('has no limit without a budget', async () => {
    expect(await new Spending(null).left(store)).toBeNull();
  });

  it('subtracts runs once each, and jobs by their actual cost or the most that they may cost', async () => {
    const spending = new Spending(10);
    spending.addRun('a' as RunId);
    spending.addRun('a' as RunId);
    spending.addJob(job({ kind: 'succeeded', dollars: 1 }, 5));
    spending.addJob(job({ kind: 'running' }, 3));
    expect(await spending.left(store)).toBe(10 - 2 - 1 - 3);
  });

  it('adds what the step itself has spent, and never reaches zero', async () => {
    const spending = new Spending(1);
    expect(await spending.left(store, 0.5)).toBe(1.5);
    spending.addRun('a' as RunId);
    expect(await spending.left(store)).toBeGreaterThan(0);
    expect(await spending.left(store)).toBeLessThan(1e-300);
  });
});
