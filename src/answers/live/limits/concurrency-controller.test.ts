import { describe, expect, test } from 'vitest';
import {
  absentServer,
  type Bucket,
  bucketServer,
  during,
  forgetfulServer,
  moodyServer,
  placesServer,
  queueServer,
  type SimulatedServer,
  simulateLoad,
  windowServer,
} from '../../../../test/support/run/simulated-load.ts';
import { maxRetryAfterMs } from '../../../models/http/retry-after.ts';
import { seededRandom } from '../../../util/random.ts';
import { ConcurrencyController } from './concurrency-controller.ts';

const maxInFlight = 64;
const latencyMs = 200;

function run(server: SimulatedServer, seconds: number, mode: 'adaptive' | 'fixed' = 'adaptive') {
  const simulation = simulateLoad(server, { seconds, maxInFlight, mode });
  const late = (counts: readonly number[]) => during(counts, seconds / 2, seconds) / (seconds / 2);
  return { ...simulation, answersASecond: late(simulation.answered), refusalsASecond: late(simulation.refused) };
}

describe('a server with a fixed number of parallel calls', () => {
  test.each([1, 2, 4, 20, 48])('%i slots: uses most of them, with few refusals', (places) => {
    const { answersASecond, refusalsASecond, refused } = run(
      placesServer(() => places, latencyMs),
      120,
    );
    const capacity = (places * 1000) / latencyMs;
    expect(answersASecond).toBeGreaterThan(0.8 * capacity);
    expect(refusalsASecond).toBeLessThan(0.005 * capacity);
    expect(during(refused, 0, 120)).toBeLessThan(50); // while the limit adapts
  });

  test('is overloaded by a fixed limit, which is why that is not the default', () => {
    const { refusalsASecond } = run(
      placesServer(() => 20, latencyMs),
      20,
      'fixed',
    );
    expect(refusalsASecond).toBeGreaterThan(1000);
  });

  test('reaches the maximum after a few round trips without a limit, and stays there', () => {
    const { record, answered } = run(
      placesServer(() => 1e9, latencyMs),
      20,
    );
    expect(record).toMatchObject({ mostInFlight: maxInFlight, refused: 0, pausedMs: 0 });
    expect(record.history.find(({ limit }) => limit === maxInFlight)?.atMs).toBeLessThan(4 * latencyMs);
    expect(during(answered, 1, 20)).toBeGreaterThan(0.95 * 19 * (maxInFlight * (1000 / latencyMs)));
  });

  test('follows a falling and rising capacity', () => {
    const places = (now: number) => (now < 60_000 ? 20 : now < 120_000 ? 5 : 40);
    const { answered, refused } = run(placesServer(places, latencyMs), 240);
    expect(during(answered, 70, 120) / 50).toBeGreaterThan(0.75 * 25);
    expect(during(answered, 190, 240) / 50).toBeGreaterThan(0.75 * 200);
    expect(during(refused, 60, 240)).toBeLessThan(40);
  });
});

describe('a server that queues calls and refuses none', () => {
  test.each([
    [2, 1_000],
    [2, 5_000],
    [8, 400],
    [16, 3_000],
  ])('%i slots of %i ms: uses all of them, and stops raising the limit', (slots, serviceMs) => {
    const { answersASecond, record } = run(
      queueServer(() => slots, serviceMs),
      600,
    );
    expect(answersASecond).toBeGreaterThan(0.9 * ((slots * 1000) / serviceMs));
    const points = record.history;
    const spans = points.map(({ atMs, limit }, index) => limit * ((points[index + 1]?.atMs ?? 600_000) - atMs));
    expect(spans.reduce((sum, span) => sum + span, 0) / 600_000).toBeLessThan(2 * Math.max(slots, 16));
    expect(record.refused).toBe(0);
  });

  test('follows slots that are added', () => {
    const { answered } = run(
      queueServer((now) => (now < 120_000 ? 2 : 40), 1_000),
      900,
    );
    expect(during(answered, 600, 900) / 300).toBeGreaterThan(0.8 * 40);
  });

  test('reaches the maximum with a server whose latency varies but does not depend on the load', () => {
    const { answersASecond } = run(
      queueServer(() => 1e9, 2_000),
      120,
    );
    expect(answersASecond).toBeGreaterThan(0.9 * (maxInFlight / 2));
  });
});

describe('a server with a rate limit', () => {
  const buckets: readonly Omit<Bucket, 'says'>[] = [
    { perSecond: 1, burst: 1, latencyMs },
    { perSecond: 10, burst: 10, latencyMs },
    { perSecond: 10, burst: 600, latencyMs },
    { perSecond: 200, burst: 200, latencyMs },
  ];

  test.each(buckets)('unannounced: $perSecond/s, $burst at once', (bucket) => {
    const { answersASecond, refusalsASecond, refused } = run(bucketServer({ ...bucket, says: 'nothing' }), 300);
    expect(answersASecond).toBeGreaterThan(0.75 * bucket.perSecond);
    expect(refusalsASecond).toBeLessThan(0.08 * bucket.perSecond);
    expect(during(refused, 0, 300)).toBeLessThan(60 + 0.06 * 300 * bucket.perSecond);
  });

  test.each(buckets)('with Retry-After: $perSecond/s, $burst at once', (bucket) => {
    const { answersASecond, refusalsASecond } = run(bucketServer({ ...bucket, says: 'retry-after' }), 300);
    expect(answersASecond).toBeGreaterThan(0.75 * bucket.perSecond);
    expect(refusalsASecond).toBeLessThan(0.08 * bucket.perSecond);
  });

  test.each(buckets.slice(2))('with rate limit headers: $perSecond/s, $burst at once', (bucket) => {
    const { answered, refused } = run(bucketServer({ ...bucket, says: 'headers' }), 300);
    expect(during(answered, 0, 300)).toBeGreaterThan(0.95 * (300 * bucket.perSecond + bucket.burst));
    expect(during(refused, 0, 300)).toBe(0);
  });

  test('uses a one-minute window with headers completely, without refusals', () => {
    const { answered, refused } = run(windowServer(600, 60_000, 'headers'), 300);
    expect(during(answered, 0, 300)).toBeGreaterThan(0.95 * 3000);
    expect(during(refused, 0, 300)).toBeLessThan(5);
  });

  test('probes a one-minute window without headers with one call at a time', () => {
    const { answered, refused } = run(windowServer(600, 60_000, 'nothing'), 300);
    expect(during(answered, 0, 300)).toBeGreaterThan(0.95 * 3000);
    expect(during(refused, 0, 300)).toBeLessThan(100);
  });
});

describe('a server that fails independently of load', () => {
  const all = maxInFlight * (1000 / latencyMs);

  test('keeps more than one call in flight when one call in fifty is refused', () => {
    expect(run(moodyServer(0.02), 240).answersASecond).toBeGreaterThan(5 * (1000 / latencyMs));
    expect(run(moodyServer(0.1), 240).answersASecond).toBeGreaterThan(1000 / latencyMs / 2);
  });

  test('keeps the limit when single prompts time out, and lowers it when half of all do', () => {
    const few = run(forgetfulServer(0.05), 60);
    expect(few.record.history.at(-1)?.limit).toBe(maxInFlight);
    expect(few.answersASecond).toBeGreaterThan(0.4 * all); // calls that time out hold the permits
    const half = run(forgetfulServer(0.5), 60).record.history.at(-1)?.limit ?? 0;
    expect(half).toBeLessThan(maxInFlight / 2);
    expect(half).toBeGreaterThanOrEqual(0.9);
  });
});

describe('an unreachable server', () => {
  test('is probed now and then, and used again when it is back', () => {
    const { answered, refused, record } = run(absentServer(20_000, 40_000), 120);
    expect(during(refused, 20, 40)).toBeLessThan(40);
    expect(during(answered, 80, 120) / 40).toBeGreaterThan(0.9 * (maxInFlight * (1000 / latencyMs)));
    expect(record.pausedMs).toBeGreaterThan(10_000);
  });

  test('is given up within five minutes', () => {
    expect(run(absentServer(2_000, Number.POSITIVE_INFINITY), 300).isHopeless).toBe(true);
    expect(run(absentServer(20_000, 40_000), 60).isHopeless).toBe(false);
  });
});

function controller(mode: 'adaptive' | 'fixed' = 'adaptive'): ConcurrencyController {
  return new ConcurrencyController({
    endpoint: 'x',
    mode,
    maxInFlight,
    begunAt: 0,
    startedAt: '',
    random: seededRandom('one'),
  });
}

describe('one burst', () => {
  const throttled = { kind: 'throttled', retryAfterMs: null } as const;

  test('of refusals causes one decrease', () => {
    const one = controller();
    const tickets = Array.from({ length: 16 }, () => one.start(0));
    for (const ticket of tickets) one.ended(ticket, throttled, 10);
    expect(one.record()).toMatchObject({ refused: 16, attempts: 16 });
    expect(one.record().history.map(({ why, limit }) => [why, limit])).toEqual([
      ['start', 16],
      ['refused', 11],
    ]);
  });

  test('of timeouts causes one small decrease; a 500 causes none', () => {
    const one = controller();
    const tickets = Array.from({ length: 16 }, () => one.start(0));
    for (const ticket of tickets) one.ended(ticket, { kind: 'strained' }, 10);
    expect(one.state(10).limit).toBe(14);
    const before = one.record().history;
    one.ended(one.start(5000), { kind: 'neutral' }, 5010);
    expect(one.record().history).toEqual(before);
  });

  test('applies the longest Retry-After to all calls, also in fixed mode', () => {
    for (const mode of ['adaptive', 'fixed'] as const) {
      const one = controller(mode);
      const [first, second] = [one.start(0), one.start(0)];
      one.ended(first, { kind: 'throttled', retryAfterMs: 3000 }, 10);
      one.ended(second, { kind: 'throttled', retryAfterMs: 1000 }, 20);
      expect(one.wait(20)).toBe(2990);
      expect(one.state(20).waiting).toEqual({ ms: 2990, why: 'paused', givenUpInMs: null });
      expect(one.record().pausedMs).toBe(3000);
      expect(one.wait(3010)).toBe(0);
    }
  });
});

describe('a server that reports its rate limits', () => {
  const window = { unit: 'requests', limit: 100, remaining: 0, resetMs: 30_000 } as const;

  test('are respected, but an invalid header delays a run by at most a minute', () => {
    const one = controller();
    one.ended(one.start(0), { kind: 'answered', tokens: null }, 0);
    one.stated([window], 0);
    expect(one.wait(0)).toBe(30_000);
    expect(one.state(0).waiting).toEqual({ ms: 30_000, why: 'rate-limit' });
    one.stated([{ ...window, resetMs: 86_400_000 }], 0);
    expect(one.wait(0)).toBe(60_000);
  });

  test('are respected in tokens, by the tokens of an answer', () => {
    const one = controller();
    one.ended(one.start(0), { kind: 'answered', tokens: 1000 }, 0);
    one.stated([{ unit: 'tokens', limit: 100_000, remaining: 5000, resetMs: 30_000 }], 0);
    expect(one.wait(0)).toBe(6000); // five calls in thirty seconds
    one.stated([{ unit: 'tokens', limit: 100_000, remaining: 50_000, resetMs: 30_000 }], 0);
    expect(one.wait(0)).toBe(0);
  });
});

test('bounds the history of a long run, and keeps its end', () => {
  const { record } = run(bucketServer({ perSecond: 3, burst: 3, latencyMs, says: 'nothing' }), 20_000);
  expect(record.history.length).toBeLessThanOrEqual(200);
  expect(record.history[0]).toMatchObject({ why: 'start', atMs: 0 });
  expect(record.history.at(-1)?.atMs).toBeGreaterThan(19_000_000);
});

test('gives up a server after four excessive Retry-After in a row, in both modes', () => {
  for (const mode of ['adaptive', 'fixed'] as const) {
    const one = new ConcurrencyController({
      endpoint: 'e',
      mode,
      maxInFlight: 1,
      begunAt: 0,
      startedAt: '',
      random: () => 1,
    });
    let now = 0;
    for (let wait = 1; wait <= 4; wait += 1) {
      expect(one.isHopeless).toBe(false);
      const ticket = one.start(now);
      one.ended(ticket, { kind: 'throttled', retryAfterMs: maxRetryAfterMs }, now);
      now += one.wait(now) ?? Number.NaN;
    }
    expect(one.isHopeless).toBe(true);
    expect(now).toBeLessThanOrEqual(4 * maxRetryAfterMs);
  }
});
