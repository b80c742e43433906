import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stepDisplay } from './step-display.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows one step for a time, and returns what was written and the longest time between two writes, in milliseconds. */
function shown(lastsMs: number, isTTY: boolean) {
  const writes: { at: number; text: string }[] = [];
  const stream = new PassThrough() as unknown as NodeJS.WriteStream; // the display uses these fields alone
  Object.assign(stream, { isTTY, columns: 80 });
  stream.write = (text: string | Uint8Array) => writes.push({ at: performance.now(), text: String(text) }) > 0;
  const startedAt = performance.now();
  const display = stepDisplay(stream);
  display.begin('m: a test call');
  vi.advanceTimersByTime(lastsMs);
  const endedAt = performance.now();
  display.end();
  vi.advanceTimersByTime(60_000);
  const times = [startedAt, ...writes.map(({ at }) => at).filter((at) => at <= endedAt), endedAt];
  const longest = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  return { text: writes.map(({ text }) => text).join(''), longest, last: writes.at(-1)?.at ?? startedAt, endedAt };
}

describe('stepDisplay', () => {
  it.each([true, false])('is never silent for more than two seconds (terminal: %s), and ends', (isTTY) => {
    const { text, longest, last, endedAt } = shown(45_000, isTTY);
    expect(longest).toBeLessThanOrEqual(2_000);
    expect(text).toContain('checking m: a test call ... (44 s)');
    expect(last).toBeLessThanOrEqual(endedAt);
  });

  it('is not silent where steps follow each other', () => {
    const writes: number[] = [];
    const stream = new PassThrough() as unknown as NodeJS.WriteStream; // as above
    stream.write = () => writes.push(performance.now()) > 0;
    const startedAt = performance.now();
    const display = stepDisplay(stream);
    for (let step = 0; step < 20; step += 1) {
      display.begin(`m: step ${step}`);
      vi.advanceTimersByTime(1_400);
    }
    display.end();
    const times = [startedAt, ...writes];
    expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))).toBeLessThanOrEqual(2_000);
    expect(writes.length).toBeGreaterThan(10);
  });

  it('writes nothing about a quick step into a file', () => {
    expect(shown(300, false).text).toBe('');
  });

  it('clears its line on a terminal', () => {
    expect(shown(300, true).text).toMatch(/checking m: a test call \.\.\.\r.\[2K$/);
  });
});
