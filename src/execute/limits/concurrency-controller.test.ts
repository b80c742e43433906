import { describe, expect, test } from 'vitest';
import { maxWaitMs } from '../../models/http/retry-after.ts';
import { seededRandom } from '../../util/random.ts';
import { ConcurrencyController } from './concurrency-controller.ts';
import {
  absentServer,
  type Bucket,
  bucketServer,
  during,
  forgetfulServer,
  moodyServer,
  placesServer,
  type SimulatedServer,
  simulateLoad,
  windowServer,
} from './testing/simulated-load.ts';

const ceiling = 64;
const latencyMs = 200;

function run(server: SimulatedServer, seconds: number, mode: 'adaptive' | 'fixed' = 'adaptive') {
  const simulation = simulateLoad(server, { seconds, ceiling, mode });
  const late = (counts: readonly number[]) => during(counts, seconds / 2, seconds) / (seconds / 2);
  return { ...simulation, answersASecond: late(simulation.answered), refusalsASecond: late(simulation.refused) };
}

describe('a server that works on so many calls at once', () => {
  test.each([1, 2, 4, 20, 48])('%i places: most are used, and few calls are refused', (places) => {
    const { answersASecond, refusalsASecond, refused } = run(
      placesServer(() => places, latencyMs),
      120,
    );
    const capacity = (places * 1000) / latencyMs;
    expect(answersASecond).toBeGreaterThan(0.8 * capacity);
    expect(refusalsASecond).toBeLessThan(0.005 * capacity);
    expect(during(refused, 0, 120)).toBeLessThan(50); // learning it
  });

  test('a fixed limit storms it, which is why it is not the default', () => {
    const { refusalsASecond } = run(
      placesServer(() => 20, latencyMs),
      20,
      'fixed',
    );
    expect(refusalsASecond).toBeGreaterThan(1000);
  });

  test('with no limit, all that is allowed is in flight after a few round trips, and it stays there', () => {
    const { record, answered } = run(
      placesServer(() => 1e9, latencyMs),
      20,
    );
    expect(record).toMatchObject({ mostInFlight: ceiling, refused: 0, pausedMs: 0 });
    expect(record.history.find(({ limit }) => limit === ceiling)?.atMs).toBeLessThan(4 * latencyMs);
    expect(during(answered, 1, 20)).toBeGreaterThan(0.95 * 19 * (ceiling * (1000 / latencyMs)));
  });

  test('its capacity may fall and rise', () => {
    const places = (now: number) => (now < 60_000 ? 20 : now < 120_000 ? 5 : 40);
    const { answered, refused } = run(placesServer(places, latencyMs), 240);
    expect(during(answered, 70, 120) / 50).toBeGreaterThan(0.75 * 25);
    expect(during(answered, 190, 240) / 50).toBeGreaterThan(0.75 * 200);
    expect(during(refused, 60, 240)).toBeLessThan(40);
  });
});

describe('a server that takes so many calls a second', () => {
  const buckets: readonly Omit<Bucket, 'says'>[] = [
    { perSecond: 1, burst: 1, latencyMs },
    { perSecond: 10, burst: 10, latencyMs },
    { perSecond: 10, burst: 600, latencyMs },
    { perSecond: 200, burst: 200, latencyMs },
  ];

  test.each(buckets)('that says nothing of it: $perSecond/s, $burst at once', (bucket) => {
    const { answersASecond, refusalsASecond, refused } = run(bucketServer({ ...bucket, says: 'nothing' }), 300);
    expect(answersASecond).toBeGreaterThan(0.75 * bucket.perSecond);
    expect(refusalsASecond).toBeLessThan(0.08 * bucket.perSecond);
    expect(during(refused, 0, 300)).toBeLessThan(60 + 0.06 * 300 * bucket.perSecond);
  });

  test.each(buckets)('that says how long to wait: $perSecond/s, $burst at once', (bucket) => {
    const { answersASecond, refusalsASecond } = run(bucketServer({ ...bucket, says: 'retry-after' }), 300);
    expect(answersASecond).toBeGreaterThan(0.75 * bucket.perSecond);
    expect(refusalsASecond).toBeLessThan(0.08 * bucket.perSecond);
  });

  test.each(buckets.slice(2))('that says how many are left: $perSecond/s, $burst at once', (bucket) => {
    const { answered, refused } = run(bucketServer({ ...bucket, says: 'headers' }), 300);
    expect(during(answered, 0, 300)).toBeGreaterThan(0.95 * (300 * bucket.perSecond + bucket.burst));
    expect(during(refused, 0, 300)).toBe(0);
  });

  test('with a window of a minute that says how many are left, none is refused and none is left over', () => {
    const { answered, refused } = run(windowServer(600, 60_000, 'headers'), 300);
    expect(during(answered, 0, 300)).toBeGreaterThan(0.95 * 3000);
    expect(during(refused, 0, 300)).toBeLessThan(5);
  });

  test('with a window of a minute that says nothing, what is refused is one call at a time', () => {
    const { answered, refused } = run(windowServer(600, 60_000, 'nothing'), 300);
    expect(during(answered, 0, 300)).toBeGreaterThan(0.95 * 3000);
    expect(during(refused, 0, 300)).toBeLessThan(100);
  });
});

describe('a server that fails whatever its load', () => {
  const all = ceiling * (1000 / latencyMs);

  test('and refuses one call in fifty is not driven down to one call at a time', () => {
    expect(run(moodyServer(0.02), 240).answersASecond).toBeGreaterThan(5 * (1000 / latencyMs));
    expect(run(moodyServer(0.1), 240).answersASecond).toBeGreaterThan(1000 / latencyMs / 2);
  });

  test('and leaves single prompts unanswered keeps its limit; one that leaves half of all does not', () => {
    const few = run(forgetfulServer(0.05), 60);
    expect(few.record.history.at(-1)?.limit).toBe(ceiling);
    expect(few.answersASecond).toBeGreaterThan(0.4 * all); // the places are taken by calls that time out
    const half = run(forgetfulServer(0.5), 60).record.history.at(-1)?.limit ?? 0;
    expect(half).toBeLessThan(ceiling / 2);
    expect(half).toBeGreaterThanOrEqual(0.9);
  });
});

describe('a server that is away', () => {
  test('for a while: it is asked now and then, and used again when it is back', () => {
    const { answered, refused, record } = run(absentServer(20_000, 40_000), 120);
    expect(during(refused, 20, 40)).toBeLessThan(40);
    expect(during(answered, 80, 120) / 40).toBeGreaterThan(0.9 * (ceiling * (1000 / latencyMs)));
    expect(record.pausedMs).toBeGreaterThan(10_000);
  });

  test('for good: that is noticed within five minutes', () => {
    expect(run(absentServer(2_000, Number.POSITIVE_INFINITY), 300).isHopeless).toBe(true);
    expect(run(absentServer(20_000, 40_000), 60).isHopeless).toBe(false);
  });
});

function governor(mode: 'adaptive' | 'fixed' = 'adaptive'): ConcurrencyController {
  return new ConcurrencyController({
    endpoint: 'x',
    mode,
    ceiling,
    begunAt: 0,
    startedAt: '',
    random: seededRandom('one'),
  });
}

describe('one burst', () => {
  const throttled = { kind: 'throttled', retryAfterMs: null } as const;

  test('of refusals is one decrease', () => {
    const one = governor();
    const tickets = Array.from({ length: 16 }, () => one.start(0));
    for (const ticket of tickets) one.ended(ticket, throttled, 10);
    expect(one.record()).toMatchObject({ refused: 16, attempts: 16 });
    expect(one.record().history.map(({ why, limit }) => [why, limit])).toEqual([
      ['start', 16],
      ['refused', 11],
    ]);
  });

  test('of time-outs is one small decrease; a 500 is none', () => {
    const one = governor();
    const tickets = Array.from({ length: 16 }, () => one.start(0));
    for (const ticket of tickets) one.ended(ticket, { kind: 'strained' }, 10);
    expect(one.state(10).limit).toBe(14);
    const before = one.record().history;
    one.ended(one.start(5000), { kind: 'neutral' }, 5010);
    expect(one.record().history).toEqual(before);
  });

  test('Retry-After holds for all, also for a fixed limit, and the longest one counts', () => {
    for (const mode of ['adaptive', 'fixed'] as const) {
      const one = governor(mode);
      const [first, second] = [one.start(0), one.start(0)];
      one.ended(first, { kind: 'throttled', retryAfterMs: 3000 }, 10);
      one.ended(second, { kind: 'throttled', retryAfterMs: 1000 }, 20);
      expect(one.wait(20)).toBe(2990);
      expect(one.state(20).waiting).toEqual({ ms: 2990, why: 'paused' });
      expect(one.record().pausedMs).toBe(3000);
      expect(one.wait(3010)).toBe(0);
    }
  });
});

describe('what a server states of its limits', () => {
  const window = { unit: 'requests', limit: 100, remaining: 0, resetMs: 30_000 } as const;

  test('is kept to, but a wrong header holds a run up for a minute at most', () => {
    const one = governor();
    one.ended(one.start(0), { kind: 'answered', tokens: null }, 0);
    one.stated([window], 0);
    expect(one.wait(0)).toBe(30_000);
    expect(one.state(0).waiting).toEqual({ ms: 30_000, why: 'rate-limit' });
    one.stated([{ ...window, resetMs: 86_400_000 }], 0);
    expect(one.wait(0)).toBe(60_000);
  });

  test('in tokens, by what an answer takes', () => {
    const one = governor();
    one.ended(one.start(0), { kind: 'answered', tokens: 1000 }, 0);
    one.stated([{ unit: 'tokens', limit: 100_000, remaining: 5000, resetMs: 30_000 }], 0);
    expect(one.wait(0)).toBe(6000); // five calls in thirty seconds
    one.stated([{ unit: 'tokens', limit: 100_000, remaining: 50_000, resetMs: 30_000 }], 0);
    expect(one.wait(0)).toBe(0);
  });
});

test('the history of a long run is bounded, and keeps its end', () => {
  const { record } = run(bucketServer({ perSecond: 3, burst: 3, latencyMs, says: 'nothing' }), 20_000);
  expect(record.history.length).toBeLessThanOrEqual(200);
  expect(record.history[0]).toMatchObject({ why: 'start', atMs: 0 });
  expect(record.history.at(-1)?.atMs).toBeGreaterThan(19_000_000);
});

test('a server that asks four times in a row to wait beyond all bounds is given up, in both modes', () => {
  for (const mode of ['adaptive', 'fixed'] as const) {
    const one = new ConcurrencyController({
      endpoint: 'e',
      mode,
      ceiling: 1,
      begunAt: 0,
      startedAt: '',
      random: () => 1,
    });
    let now = 0;
    for (let wait = 1; wait <= 4; wait += 1) {
      expect(one.isHopeless).toBe(false);
      const ticket = one.start(now);
      one.ended(ticket, { kind: 'throttled', retryAfterMs: maxWaitMs }, now);
      now += one.wait(now) ?? Number.NaN;
    }
    expect(one.isHopeless).toBe(true);
    expect(now).toBeLessThanOrEqual(4 * maxWaitMs);
  }
});
