import { describe, expect, it } from 'vitest';
import type { RunId } from '../../domain/run-config.ts';
import type { Job } from '../../train/jobs/job.ts';
import type { TrainingEstimate } from '../../train/jobs/job-event.ts';
import { Spending } from './spending.ts';

const store = { spent: async () => ({ dollars: 2, unknown: 0 }) };

const estimate = (maxDollars: number | null): TrainingEstimate => ({
  ...{ tokens: 1, maxTokens: 1, dollars: maxDollars, maxDollars, source: '', hosting: '' },
});

const job = (
  state: object,
  { ours = null, stated = null, attempt = 1 }: { ours?: number | null; stated?: number | null; attempt?: number },
) =>
  ({
    key: 'k'.repeat(64),
    state,
    intended: { estimate: estimate(ours) },
    statedDollars: stated,
    attempt,
  }) as unknown as Job; // only the fields that the sum reads

const running = { kind: 'running' };

describe('Spending', () => {
  it('has no limit without a budget', async () => {
    const spending = new Spending(null);
    spending.addJob(job(running, {}), estimate(null));
    expect(await spending.left(store)).toBeNull();
  });

  it('subtracts runs once each, with calls of unknown cost at the most that they can cost', async () => {
    const spending = new Spending(10);
    spending.addRun('a' as RunId, 0);
    spending.addRun('a' as RunId, 3);
    expect(await spending.left(store)).toBe(10 - 2 - 3);
  });

  it.each([
    ['its actual cost', job({ kind: 'succeeded', dollars: 1 }, { ours: 5, stated: 4 }), 5, 1],
    ['what the host said', job(running, { stated: 40 }), null, 40],
    ['what the host said, where ours is another', job(running, { stated: 4, ours: 9 }), 9, 4],
    ['our estimate', job(running, { ours: 3 }), 3, 3],
    ['the estimate of today, where the job was started without a price', job(running, {}), 7, 7],
    ['each attempt', job(running, { ours: 3, attempt: 3 }), 3, 9],
    ['earlier attempts beside the actual cost', job({ kind: 'succeeded', dollars: 1 }, { ours: 3, attempt: 2 }), 3, 4],
    ['each attempt that failed', job({ kind: 'failed', reason: '' }, { stated: 2, attempt: 2 }), null, 4],
  ])('counts a job with %s', async (_, counted, today, dollars) => {
    const spending = new Spending(100);
    spending.addJob(counted, estimate(today));
    expect(await spending.left(store)).toBe(100 - dollars);
  });

  it.each([
    ['running', job(running, {})],
    ['succeeded without a cost', job({ kind: 'succeeded', dollars: null }, {})],
    ['succeeded at the second attempt', job({ kind: 'succeeded', dollars: 1 }, { attempt: 2 })],
  ])('refuses to keep a budget beside a job without any price: %s', (_, unpriced) => {
    expect(() => new Spending(50).addJob(unpriced, estimate(null))).toThrow('has no known price');
  });

  it('adds what the step itself has spent, and never reaches zero', async () => {
    const spending = new Spending(1);
    expect(await spending.left(store, 0.5)).toBe(1.5);
    spending.addRun('a' as RunId, 0);
    expect(await spending.left(store)).toBeGreaterThan(0);
    expect(await spending.left(store)).toBeLessThan(1e-300);
  });
});
