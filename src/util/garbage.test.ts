import { constants, PerformanceObserver } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { UnseenMemory } from './garbage.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns a reference to an object that is garbage but not yet collected. */
function dead(): WeakRef<object> {
  return new WeakRef({ once: 'alive' });
}

/** Counts collections that a program forced; V8 collects garbage at any time. */
function forcedCollections(): { readonly count: () => number; readonly stop: () => void } {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as readonly { detail?: { flags: number } }[]) {
      if (((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) count += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return { count: () => count, stop: () => observer.disconnect() };
}

test('collects unseen memory only above the threshold', async () => {
  const unseen = new UnseenMemory();
  const reference = dead();
  const forced = forcedCollections();
  await pause(0); // a dereferenced WeakRef target stays alive until the task ends
  unseen.add(1000);
  await pause(20);
  expect(forced.count()).toBe(0);
  unseen.add(1e12);
  await pause(0);
  expect(reference.deref()).toBeUndefined();
  await expect.poll(forced.count).toBe(1);
  forced.stop();
});
