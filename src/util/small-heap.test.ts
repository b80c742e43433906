import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { keepHeapSmall, releaseMemory, UnseenMemory } from './small-heap.ts';

afterAll(() => setFlagsFromString('--semi-space-growth-factor=2')); // V8's default

const mebibytes = (bytes: number) => bytes / 1024 / 1024;
const youngSize = () =>
  mebibytes(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Keeps a window of objects alive while allocating more, slower than the timer samples: V8 then enlarges its young
 * generation.
 */
async function churn(): Promise<number> {
  const window: unknown[] = [];
  for (let made = 0; made < 1_000_000; made += 1) {
    window[made % 200_000] = { made };
    if (made % 50_000 === 0) await pause(20);
  }
  return window.length;
}

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

test('keeps the young generation small, and lets it grow again', async () => {
  keepHeapSmall({ young: 32, growth: 100 }); // V8 starts below this limit
  await churn();
  keepHeapSmall();
  keepHeapSmall({ young: 64, growth: 300 }); // the stricter limit applies
  await pause(200);
  await churn();
  await pause(200);
  await churn();
  expect(youngSize()).toBeLessThanOrEqual(16);
  releaseMemory();
  expect(youngSize()).toBeLessThanOrEqual(8);
  const much = Array.from({ length: 300 }, () => Array.from({ length: 10_000 }, (_, at) => ({ at }))); // about 120 MB
  expect(much).toHaveLength(300);
}, 240_000);
