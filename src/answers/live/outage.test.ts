import { describe, expect, it } from 'vitest';
import { Outage } from './outage.ts';

/** Tries whenever a call may start, until the server is given up; returns the start times of all calls. */
function tryUntilGivenUp(outage: Outage, begin: number): readonly number[] {
  const starts: number[] = [];
  let now = begin;
  while (!outage.isHopeless && starts.length < 100) {
    now += outage.wait(now) ?? Number.NaN;
    outage.started(now);
    starts.push(now);
    outage.unreached(now, now + 1);
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

  it('states the time until it gives up', () => {
    const outage = new Outage(() => 1);
    outage.reached(0, true);
    outage.unreached(1, 2);
    const left = outage.givenUpIn(2) ?? 0;
    expect(left).toBeGreaterThan(180_000);
    expect(outage.givenUpIn(102)).toBe(left - 100);
  });
});
