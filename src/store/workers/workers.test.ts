import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { someKey, someRunOf } from '../../../test/support/answers.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import type { Store, WorkerLease } from '../store.ts';

const { id: run } = someRunOf(1);
const endpoint = 'https://host.example/v1';

describe.each(dialects)('workers of a run in $dialect', ({ start }) => {
  const place = startedPlace(start);
  let location: string;
  let store: Store;
  let other: Store;
  let first: WorkerLease;
  let second: WorkerLease;

  beforeEach(async () => {
    location = await place.fresh();
    [store, other] = [await openStore(location), await openStore(location)];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    [first, second] = [await store.leaseWorker(run), await other.leaseWorker(run)];
    return async () => {
      vi.useRealTimers();
      await store.close();
      await other.close();
    };
  });

  /** Makes the first worker's lease that of a process of another host, which expired. */
  const expireFirst = async () => {
    await first.claims.claim(someKey(0)); // its claim shows which lease is its own
    const mine = 'owner in (select owner from seb.claims)';
    await place.execute(
      location,
      `update seb.leases set host = 'elsewhere', expires_at = expires_at - 31000 where ${mine}`,
    );
  };
  /** Renews the leases; resolves to whether the first worker has lost its own. */
  const losesLease = async () => {
    vi.advanceTimersByTime(10_000);
    await Promise.all([store, other].map((each) => each.setStatus(run, 'running').catch(() => {}))); // written after the renewals
    await sleep(100); // PostgreSQL may reply to the later commit first
    return first.lost.aborted;
  };

  it('renews an expired lease of which no claim was taken, and loses one of which a claim was taken', async () => {
    await expireFirst();
    expect(await second.claims.claim(someKey(1))).toBe(true); // a call that the first has not claimed
    expect(await losesLease()).toBe(false);
    await expireFirst();
    expect(await second.claims.claim(someKey(0))).toBe(true);
    expect(await losesLease()).toBe(true);
    expect(first.isCurrent()).toBe(false);
    expect(await first.claims.claim(someKey(2))).toBe(false);
  });

  it('keeps the sum of the shares of an endpoint within its maximum while workers come and go', async () => {
    const share = (worker: WorkerLease, held: number) => worker.share({ endpoint, held, maxInFlight: 10 });
    expect(await share(first, 0)).toEqual({ granted: 10, workers: 1 });
    expect(await share(second, 0)).toEqual({ granted: 0, workers: 2 });
    expect(await share(first, 7)).toEqual({ granted: 7, workers: 2 });
    expect(await share(second, 0)).toEqual({ granted: 3, workers: 2 });
    expect(await share(first, 5)).toEqual({ granted: 5, workers: 2 });
    expect(await share(second, 3)).toEqual({ granted: 5, workers: 2 });
    await second.release();
    expect(await share(first, 5)).toEqual({ granted: 10, workers: 1 });
  });

  it('gives one call to the first of more workers than calls in flight, and then to the next', async () => {
    const share = (worker: WorkerLease, held: number) => worker.share({ endpoint, held, maxInFlight: 1 });
    expect(await share(first, 0)).toEqual({ granted: 1, workers: 1 });
    expect(await share(second, 0)).toEqual({ granted: 0, workers: 2 });
    expect(await share(first, 1)).toEqual({ granted: 1, workers: 2 });
    expect(await share(first, 0)).toEqual({ granted: 1, workers: 2 }); // between two calls
    await first.release();
    expect(await share(second, 0)).toEqual({ granted: 1, workers: 1 });
  });

  it('takes the share of an expired worker and ends its lease', async () => {
    await first.share({ endpoint, held: 0, maxInFlight: 10 });
    await expireFirst();
    expect(await second.share({ endpoint, held: 0, maxInFlight: 10 })).toEqual({ granted: 10, workers: 1 });
    expect(await losesLease()).toBe(true);
  });

  it('draws no more than the budget leaves, and counts what a dead worker had drawn as a possible charge', async () => {
    const draw = (worker: WorkerLease, needed: number, held = 0) => worker.draw({ limit: 8, needed, held });
    expect(await draw(first, 5)).toMatchObject({ granted: 5, others: 0, free: 8 });
    expect(await draw(second, 4)).toEqual({ granted: 0, others: 5, free: 3 });
    expect(await draw(second, 3)).toMatchObject({ granted: 3 });
    expect(await draw(first, 6, 5)).toMatchObject({ granted: 5, others: 3, free: 5 });
    await expireFirst();
    expect(await draw(second, 4, 3)).toEqual({ granted: 3, others: 0, free: 3 });
    expect(await draw(second, 4, 3)).toMatchObject({ granted: 3 });
    expect(await other.possibleCharges(run)).toBe(5);
  });

  it('are counted by the activity of the run', async () => {
    expect(await store.activity(run)).toMatchObject({ live: true, alone: false, workers: 2 });
    await first.release();
    await second.release();
    await store.lease(run);
    expect(await store.activity(run)).toMatchObject({ live: true, alone: true, workers: 0 });
  });
});
