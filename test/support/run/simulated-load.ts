import type { Load, Ticket } from '../../../src/answers/live/limits/adaptive-limit.ts';
import { ConcurrencyController } from '../../../src/answers/live/limits/concurrency-controller.ts';
import type { EndpointRecord } from '../../../src/domain/endpoint-record.ts';
import type { RateWindow } from '../../../src/models/http/rate-windows.ts';
import { seededRandom } from '../../../src/util/random.ts';

interface Reply {
  readonly load: Load;
  /** Milliseconds until the reply arrives. */
  readonly takes: number;
  readonly windows?: readonly RateWindow[];
}

/** A server with known capacity; `open`: calls in progress. */
export type SimulatedServer = (now: number, open: number) => Reply;

const refusedAfterMs = 10;
const answered = { kind: 'answered', tokens: 100 } as const;

function refusal(retryAfterMs: number | null = null): Reply {
  return { load: { kind: 'throttled', retryAfterMs }, takes: refusedAfterMs };
}

/** Returns latencies from half to one and a half times the mean. */
function latencies(mean: number): () => number {
  const random = seededRandom('latencies');
  return () => mean * (0.5 + random());
}

/** Accepts a number of concurrent calls and refuses more. The capacity may change over time. */
export function placesServer(places: (now: number) => number, latencyMs: number): SimulatedServer {
  const latency = latencies(latencyMs);
  return (now, open) => (open >= places(now) ? refusal() : { load: answered, takes: latency() });
}

/** Works on a number of calls at once and queues all others in order, as a gateway does that refuses none. */
export function queueServer(slots: (now: number) => number, serviceMs: number): SimulatedServer {
  const service = latencies(serviceMs);
  const freeAt: number[] = []; // of each slot
  return (now, open) => {
    while (freeAt.length < Math.min(slots(now), open + 1)) freeAt.push(now);
    freeAt.sort((a, b) => a - b);
    const ends = Math.max(now, freeAt[0] ?? now) + service();
    freeAt[0] = ends;
    return { load: answered, takes: ends - now };
  };
}

export interface Bucket {
  readonly perSecond: number;
  readonly burst: number;
  readonly latencyMs: number;
  /** Rate limit information that it sends with its answers. */
  readonly says: 'nothing' | 'retry-after' | 'headers';
}

/** Accepts a number of calls per second, with a burst after a quiet time. */
export function bucketServer({ perSecond, burst, latencyMs, says }: Bucket): SimulatedServer {
  const latency = latencies(latencyMs);
  let tokens = burst;
  let at = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens < 1) return refusal(says === 'nothing' ? null : Math.ceil(1000 / perSecond));
    tokens -= 1;
    const resetMs = ((burst - tokens) / perSecond) * 1000;
    const window = { unit: 'requests', limit: burst, remaining: Math.floor(tokens), resetMs } as const;
    return { load: answered, takes: latency(), ...(says === 'headers' ? { windows: [window] } : {}) };
  };
}

/** Accepts a number of calls in each time window, which resets at once; may report how many are left. */
export function windowServer(calls: number, windowMs: number, says: 'nothing' | 'headers'): SimulatedServer {
  const latency = latencies(200);
  let window = -1;
  let used = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) used = 0;
    window = current;
    const resetMs = (current + 1) * windowMs - now;
    if (used >= calls) return refusal(says === 'headers' ? resetMs : null);
    used += 1;
    const stated = { unit: 'requests', limit: calls, remaining: calls - used, resetMs } as const;
    return { load: answered, takes: latency(), ...(says === 'headers' ? { windows: [stated] } : {}) };
  };
}

/** Refuses everything between two times, and nothing otherwise. */
export function absentServer(from: number, until: number): SimulatedServer {
  const latency = latencies(200);
  return (now) => (now >= from && now < until ? refusal() : { load: answered, takes: latency() });
}

/** Refuses a share of all calls at random, independent of load. */
export function moodyServer(share: number): SimulatedServer {
  const latency = latencies(200);
  const random = seededRandom('moods');
  return () => (random() < share ? refusal() : { load: answered, takes: latency() });
}

/** Never answers a share of all calls, at random: they time out. */
export function forgetfulServer(share: number): SimulatedServer {
  const latency = latencies(200);
  const random = seededRandom('forgotten');
  return () => (random() < share ? { load: { kind: 'strained' }, takes: 5_000 } : { load: answered, takes: latency() });
}

interface Simulation {
  readonly record: EndpointRecord;
  /** Answers by second. */
  readonly answered: readonly number[];
  readonly refused: readonly number[];
  readonly isHopeless: boolean;
}

interface SimulationOptions {
  readonly seconds: number;
  readonly maxInFlight: number;
  readonly mode?: 'adaptive' | 'fixed';
}

interface Pending extends Reply {
  readonly at: number;
  readonly ticket: Ticket;
}

/** Sends calls continuously to a simulated server, in simulated time. */
export function simulateLoad(server: SimulatedServer, options: SimulationOptions): Simulation {
  const { seconds, maxInFlight, mode = 'adaptive' } = options;
  const random = seededRandom('load');
  const controller = new ConcurrencyController({
    endpoint: 'simulated',
    mode,
    maxInFlight,
    begunAt: 0,
    startedAt: '',
    random,
  });
  const answers = Array.from({ length: seconds }, () => 0);
  const refusals = Array.from({ length: seconds }, () => 0);
  const pending: Pending[] = [];
  let open = 0;
  let now = 0;
  while (now < seconds * 1000) {
    const wait = controller.wait(now);
    if (wait === 0) {
      const ticket = controller.start(now);
      const reply = server(now, open);
      if (reply.load.kind !== 'throttled') open += 1;
      pending.push({ ...reply, at: now + reply.takes, ticket });
      pending.sort((a, b) => b.at - a.at);
      continue;
    }
    const next = pending.at(-1);
    const woken = wait === null ? Number.POSITIVE_INFINITY : now + Math.max(wait, 0.01);
    now = Math.min(next?.at ?? Number.POSITIVE_INFINITY, woken);
    if (next === undefined || next.at > now) continue;
    pending.pop();
    if (next.load.kind !== 'throttled') open -= 1;
    controller.stated(next.windows ?? [], now);
    controller.ended(next.ticket, next.load, now);
    const counts = next.load.kind === 'throttled' ? refusals : answers;
    const second = Math.floor(now / 1000);
    if (second < seconds) counts[second] = (counts[second] ?? 0) + 1;
  }
  return { record: controller.record(), answered: answers, refused: refusals, isHopeless: controller.isHopeless };
}

/** Returns the sum of the counts from one second to another. */
export function during(counts: readonly number[], from: number, until: number): number {
  return counts.slice(from, until).reduce((sum, count) => sum + count, 0);
}
