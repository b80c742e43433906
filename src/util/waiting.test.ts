import { describe, expect, it } from 'vitest';
import { pause, unlessStopped, Waiters } from './waiting.ts';

const never = new Promise<never>(() => {});

describe('pause', () => {
  it('ends when the signal is aborted, before or during it', async () => {
    const stop = new AbortController();
    const pausing = pause(1e9, stop.signal);
    stop.abort();
    await pausing;
    await pause(1e9, stop.signal);
  });
});

describe('unlessStopped', () => {
  it('resolves to the value, or to null once the signal is aborted', async () => {
    const stop = new AbortController();
    expect(await unlessStopped(Promise.resolve(3), stop.signal)).toBe(3);
    const waiting = unlessStopped(never, stop.signal);
    stop.abort();
    expect(await waiting).toBeNull();
    expect(await unlessStopped(never, stop.signal)).toBeNull();
  });

  it('rejects with the error of the promise, and ignores it after the abort', async () => {
    const stop = new AbortController();
    await expect(unlessStopped(Promise.reject(new Error('gone')), stop.signal)).rejects.toThrow('gone');
    stop.abort();
    expect(await unlessStopped(Promise.reject(new Error('gone')), stop.signal)).toBeNull();
  });
});

describe('Waiters', () => {
  it('wakes all callers at an event, after their time and at an abort, and lets none wait after it', async () => {
    const stop = new AbortController();
    const waiters = new Waiters(stop.signal);
    const both = Promise.all([waiters.wait(), waiters.wait(1e9)]);
    waiters.wakeAll();
    await both;
    await waiters.wait(1);
    const waiting = waiters.wait();
    stop.abort();
    await waiting;
    await waiters.wait();
  });
});
