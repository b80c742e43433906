import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { someRunOf } from '../../../test/support/answers.ts';
import { leaserProcess } from '../../../test/support/leaser-process.ts';
import { dialects, startedPlace } from '../../../test/support/stores.ts';
import { openStore } from '../open.ts';
import type { Store } from '../store.ts';

const { id: run } = someRunOf(1);
const { id: otherRun } = someRunOf(2);
const expire = 'update seb.leases set expires_at = expires_at - 31000';

describe.each(dialects)('a lease in $dialect', ({ start }) => {
  const place = startedPlace(start);
  let location: string;
  let store: Store;
  let other: Store;

  beforeEach(async () => {
    location = await place.fresh();
    store = await openStore(location);
    other = await openStore(location);
    return async () => {
      await store.close();
      await other.close();
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is held by one process at a time per run', async () => {
    const lease = await store.lease(run);
    expect(await store.lease(run)).toBeNull();
    expect(await other.lease(run)).toBeNull();
    expect(await other.lease(otherRun)).not.toBeNull();
    await lease?.release();
    await lease?.release();
    expect(await other.lease(run)).not.toBeNull();
  });

  test('goes to one of many concurrent processes', async () => {
    const leases = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? store : other).lease(run)));
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
  });

  test('ends when the store is closed', async () => {
    await store.lease(run);
    await store.close();
    expect(await other.lease(run)).not.toBeNull();
  });

  test('is refused while another process lives, and taken over when that was killed', async () => {
    const process = await leaserProcess(location, run);
    expect(process.said).toBe('taken');
    expect(await store.lease(run)).toBeNull();
    await place.execute(location, expire); // a clock that jumped, or the clock of the second process
    expect(await store.lease(run)).toBeNull();
    await process.kill();
    expect(await store.lease(run)).not.toBeNull();
  });

  test('of a suspended process lasts until it expires', async () => {
    const process = await leaserProcess(location, run);
    process.suspend();
    await vi.waitFor(async () => {
      await place.execute(location, expire);
      expect(await store.lease(run)).not.toBeNull();
    });
    await process.kill();
  });

  test('counts from its request: a process that was suspended until the reply does not have it', async () => {
    const base = performance.now();
    let calls = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      calls += 1;
      return calls === 1 ? base : base + 31_000; // the reply comes 31 s later
    });
    const lease = await store.lease(run);
    expect(lease?.isCurrent()).toBe(false);
    clock.mockRestore();
  });

  test('of a process whose id now belongs to a later one is taken over', async () => {
    await store.lease(run);
    await place.execute(location, `update seb.leases set owner = 'earlier@1'`);
    expect(await other.lease(run)).not.toBeNull();
  });

  test('of a process of another host lasts until it expires, even if no such process is here', async () => {
    await store.lease(run);
    await place.execute(location, `update seb.leases set host = 'elsewhere', pid = 999999999`);
    expect(await other.lease(run)).toBeNull();
    await place.execute(location, expire);
    expect(await other.lease(run)).not.toBeNull();
  });

  test('of a killed process leaves what it held for calls in flight as a possible charge, once', async () => {
    const process = await leaserProcess(location, run, 5);
    expect(await other.possibleCharges(run)).toBe(0);
    await process.kill();
    const takers = await Promise.all([other, store, other, store].map((each) => each.lease(run)));
    const taken = takers.find((each) => each !== null);
    expect(await other.possibleCharges(run)).toBe(5);
    let inFlight = 1;
    await taken?.hold(() => inFlight);
    inFlight = 0;
    await taken?.release(); // in order: every call was settled
    await other.lease(run);
    expect(await other.possibleCharges(run)).toBe(5);
  });

  test('that is released with money of calls in flight leaves it as a possible charge, once', async () => {
    const lease = await store.lease(run);
    await lease?.hold(() => 3); // an answer arrived and could not be stored
    await lease?.release();
    const worker = await store.leaseWorker(run);
    await worker.hold(() => 2);
    await worker.release();
    await (await other.lease(run))?.release();
    expect(await other.possibleCharges(run)).toBe(5);
  });

  test('that another process has ended and charged is not charged again when it is released', async () => {
    const lease = await store.lease(run);
    await lease?.hold(() => 3);
    await place.execute(location, `update seb.leases set host = 'elsewhere'`);
    await place.execute(location, expire);
    const taken = await other.lease(run);
    await lease?.release();
    expect(await other.possibleCharges(run)).toBe(3);
    await taken?.release();
    expect(await other.possibleCharges(run)).toBe(3);
  });

  test('holds at most what is in flight after it is renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lease = await store.lease(run);
    let inFlight = 8;
    await lease?.hold(() => inFlight);
    inFlight = 2;
    vi.advanceTimersByTime(10_000);
    await store.setStatus(run, 'paused').catch(() => {}); // written after the renewal, so it waits for it
    await place.execute(location, 'update seb.leases set pid = 999999999'); // as if this process had been killed
    await other.lease(run);
    expect(await other.possibleCharges(run)).toBe(2);
  });

  test('of a process of another host ends in time after the clock of the store was set back', async () => {
    await store.lease(run);
    const later = 24 * 3_600_000;
    await place.execute(location, `update seb.leases set host = 'elsewhere', expires_at = expires_at + ${later}`);
    expect(await other.lease(run)).toBeNull(); // and bounds it
    await place.execute(location, `update seb.leases set expires_at = expires_at - 31000`);
    expect(await other.lease(run)).not.toBeNull();
  });

  test('is renewed, and signals its loss', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lease = await store.lease(run);
    await place.execute(location, `update seb.leases set expires_at = expires_at - 16000, host = 'elsewhere'`);
    vi.advanceTimersByTime(10_000);
    await store.setStatus(run, 'paused').catch(() => {}); // written after the renewal, so it waits for it
    await place.execute(location, 'update seb.leases set expires_at = expires_at - 16000');
    expect(await other.lease(run)).toBeNull();
    expect(lease?.lost.aborted).toBe(false);

    await place.execute(location, `update seb.leases set owner = 'another'`);
    const lost = once(lease!.lost, 'abort');
    vi.advanceTimersByTime(10_000);
    await lost;
    await lease?.release();
    expect(await other.lease(run)).toBeNull();
  });
});
