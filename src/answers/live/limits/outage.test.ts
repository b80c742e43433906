import { describe, expect, it } from 'vitest';
import { Outage } from './outage.ts';

/** Tries whenever a call may start, until the server is given up; returns the start times of all calls. */
function tryUntilGivenUp(outage: Outage, begin: number, end: 'unreached' | 'erred' = 'unreached'): readonly number[] {
  const starts: number[] = [];
  let now = begin;
  while (!outage.isHopeless && starts.length < 100) {
    now += outage.wait(now) ?? Number.NaN;
    outage.started(now);
    starts.push(now);
    outage[end](now, now + 1);
    now += 1;
  }
  return starts;
}

describe('Outage', () => {
  it('gives up a server that never replied after two refusals', () => {
    expect(tryUntilGivenUp(new Outage(() => 1), 0)).toEqual([0, 501]);
  });

  it('waits more than three minutes for a server that has replied, with pauses of at most 30 s', () => {
    const outage = new Outage(() => 1);
    outage.reached(0, true);
    const starts = tryUntilGivenUp(outage, 10);
    expect(starts).toHaveLength(14);
    const last = starts.at(-1) ?? 0;
    expect(last).toBeGreaterThan(180_000);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_001);
  });

  it('counts the calls of one burst once', () => {
    const outage = new Outage(() => 1);
    for (let call = 0; call < 64; call += 1) outage.started(call);
    for (let call = 0; call < 64; call += 1) outage.unreached(call, 100 + call);
    expect(outage.isHopeless).toBe(false);
    expect(outage.wait(101)).toBe(499);
  });

  it('lets one call try at a time, and all again once one has reached the server', () => {
    const outage = new Outage(() => 1);
    outage.reached(0, true);
    outage.unreached(1, 2);
    expect(outage.wait(600)).toBe(0);
    outage.started(600);
    expect(outage.wait(601)).toBeNull();
    outage.unreached(600, 602);
    expect(outage.wait(602)).toBe(1000);
    outage.started(1700);
    outage.reached(1700, true);
    expect(outage.wait(1701)).toBe(0);
    expect(outage.givenUpIn(1701)).toBeNull();
  });

  it.each([
    ['that never handled a call', false, 14],
    ['that handled calls before', true, 29],
  ])(
    'gives up a server %s and sends errors alone, after a handful of calls in more than a minute',
    (_, hasWorked, calls) => {
      for (const random of [0, 0.5, 1]) {
        const outage = new Outage(() => random);
        if (hasWorked) outage.reached(0, true);
        const starts = tryUntilGivenUp(outage, 10, 'erred');
        expect(starts).toHaveLength(calls);
        expect(starts.at(-1)).toBeGreaterThan(68_000);
        expect(starts.at(-1)).toBeLessThan(92_000);
      }
    },
  );

  it('counts errors among answers as those of single calls', () => {
    const outage = new Outage(() => 1);
    for (let call = 0; call < 200; call += 1) {
      outage.erred(call, call);
      if (call % 20 === 4) outage.reached(call, true);
      expect(outage.wait(call)).toBe(0);
    }
  });

  it('sends all calls again once a server that sent errors alone answers', () => {
    const outage = new Outage(() => 1);
    for (let call = 0; call < 6; call += 1) outage.erred(call, call);
    expect([outage.wait(6), outage.isErring]).toEqual([499, true]);
    outage.started(600);
    outage.reached(600, true);
    expect([outage.wait(601), outage.isErring, outage.givenUpIn(601)]).toEqual([0, false, null]);
  });

  it('states the time until it gives up', () => {
    const outage = new Outage(() => 1);
    outage.reached(0, true);
    outage.unreached(1, 2);
    const left = outage.givenUpIn(2) ?? 0;
    expect(left).toBeGreaterThan(180_000);
    expect(outage.givenUpIn(102)).toBe(left - 100);
  });
});
