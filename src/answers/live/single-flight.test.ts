import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { someAnswer, someKey, someRunOf, withoutCall } from '../../../test/support/answers.ts';
import type { Answer } from '../../domain/answer.ts';
import type { CallKey } from '../../domain/call.ts';
import { compactKey } from '../../store/answers/compact-key.ts';
import type { Claims, FoundAnswer } from '../../store/store.ts';
import type { BatchJob } from '../jobs/batch-job.ts';
import { SingleFlight } from './single-flight.ts';

const key = someKey(1);
const { answer } = someAnswer(1);

/** A store with in-memory claims, as one run sees it next to another. */
class World implements Claims {
  readonly stored = new Map<CallKey, FoundAnswer>();
  readonly theirs = new Set<CallKey>();
  readonly ours = new Set<CallKey>();
  isThere = false;
  /** Jobs by the ids of their calls, as they were read last. */
  jobs = new Map<string, BatchJob>();
  refresh = () => {};

  async answers(keys: readonly CallKey[]) {
    return new Map([...this.stored].filter(([stored]) => keys.includes(stored)));
  }
  async isShared() {
    return this.isThere;
  }
  async claim(wanted: CallKey) {
    if (this.theirs.has(wanted)) return false;
    this.ours.add(wanted);
    return true;
  }
  async release(given: CallKey) {
    this.ours.delete(given);
  }
  async unclaimed(keys: readonly CallKey[]) {
    return keys.filter((each) => !this.theirs.has(each));
  }
}

describe('SingleFlight', () => {
  let world: World;
  let stop: AbortController;
  let flights: SingleFlight;
  let waits: number;
  let outs: number;
  let found: (FoundAnswer | null)[];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    world = new World();
    stop = new AbortController();
    waits = 0;
    outs = 0;
    found = [];
    flights = new SingleFlight({
      store: world,
      claims: world,
      stop: stop.signal,
      out: { jobOf: (id) => world.jobs.get(id), refresh: async () => world.refresh() },
      onOut: () => {
        outs += 1;
      },
      onFound: (each) => found.push(each),
      onWait: () => {
        waits += 1;
      },
      onWaited: () => {
        waits -= 1;
      },
    });
  });
  afterEach(() => {
    flights.close();
    vi.useRealTimers();
  });

  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  };
  const look = async () => {
    vi.advanceTimersByTime(50);
    await settled();
  };

  it('claims calls in flight again where the claim could not be written when a second run was noticed', async () => {
    await flights.start();
    let reply = (_: Answer) => {};
    const sent = flights.once(key, () => new Promise<Answer>((resolve) => (reply = resolve)));
    await settled();
    world.isThere = true;
    const claim = vi.spyOn(world, 'claim').mockRejectedValueOnce(new Error('the disk is full'));
    await look();
    expect(world.ours.has(key)).toBe(false);
    await look();
    expect(world.ours.has(key)).toBe(true);
    expect(claim).toHaveBeenCalledTimes(2);
    reply(answer);
    await sent;
  });
  const sending = () => {
    const sent = Promise.withResolvers<Answer | null>();
    return { send: vi.fn(() => sent.promise), end: sent.resolve };
  };

  it('claims nothing while no other run uses the store', async () => {
    await flights.start();
    const { send, end } = sending();
    const outcome = flights.once(key, send);
    await settled();
    expect(world.ours.size).toBe(0);
    end(answer);
    expect(await outcome).toBe(answer);
  });

  it('claims calls in flight when another run starts, and releases them when it has ended', async () => {
    await flights.start();
    const { send, end } = sending();
    const outcome = flights.once(key, send);
    await settled();
    world.isThere = true;
    await look();
    expect([...world.ours]).toEqual([key]);
    end(answer);
    await outcome;
    expect(world.ours.size).toBe(0);
  });

  it('waits for the answer of another run instead of sending the call', async () => {
    world.isThere = true;
    world.theirs.add(key);
    await flights.start();
    const { send } = sending();
    const outcome = flights.once(key, send);
    await look();
    expect(waits).toBe(1);
    const stored = withoutCall(someAnswer(1, { run: someRunOf(2).id }));
    world.stored.set(key, stored);
    await look();
    expect(await outcome).toBe(stored.answer);
    expect(send).not.toHaveBeenCalled();
    expect(found).toEqual([stored]);
    expect(waits).toBe(0);
    expect(world.ours.size).toBe(0);
  });

  it('sends the call once the other run has released it', async () => {
    world.isThere = true;
    world.theirs.add(key);
    await flights.start();
    const { send, end } = sending();
    const outcome = flights.once(key, send);
    await look();
    expect(send).not.toHaveBeenCalled();
    world.theirs.delete(key);
    await look();
    expect([...world.ours]).toEqual([key]);
    end(answer);
    expect(await outcome).toBe(answer);
  });

  it('ends a wait when the run stops', async () => {
    world.isThere = true;
    world.theirs.add(key);
    await flights.start();
    const { send } = sending();
    const outcome = flights.once(key, send);
    await settled();
    stop.abort();
    expect(await outcome).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    ['that was out at the start', false],
    ['that a job got while another run was executed', true],
  ])('does not send a call %s', async (_, isShared) => {
    const job = { key: 'job' } as unknown as BatchJob; // only passed on
    const give = () => void world.jobs.set(compactKey(key), job);
    if (isShared) world.refresh = give;
    else give();
    world.isThere = isShared;
    await flights.start();
    const { send } = sending();
    expect(await flights.once(key, send)).toBeNull();
    await settled();
    expect(send).not.toHaveBeenCalled();
    expect([outs, found, world.ours.size]).toEqual([1, [], 0]);
  });

  it('takes the stored answer of a call that is out', async () => {
    world.jobs.set(compactKey(key), { key: 'job' } as unknown as BatchJob); // only passed on
    const stored = withoutCall(someAnswer(1));
    world.stored.set(key, stored);
    await flights.start();
    expect(await flights.once(key, sending().send)).toBe(stored.answer);
    expect(outs).toBe(0);
  });

  it('sends a call of two items once', async () => {
    await flights.start();
    const { send, end } = sending();
    const outcomes = [flights.once(key, send), flights.once(key, send)];
    end(answer);
    expect(await Promise.all(outcomes)).toEqual([answer, answer]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(found).toEqual([null]);
  });
});
