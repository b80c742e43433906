import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Random } from '../../../src/util/random.ts';

/**
 * Virtual time for this process. Importing this file replaces timers, `timers/promises`, `performance.now`, `Date`,
 * `Math.random` and `randomUUID`; between `start` and `stop` they use the virtual clock and the seeded generator, and
 * otherwise the real ones. Every event belongs to the simulated process in whose code it was scheduled, so that a killed
 * process does nothing more and a suspended one does it later.
 */

/** A process of a simulated machine. */
export interface SimulatedProcess {
  readonly pid: number;
  readonly host: string;
  state: 'running' | 'killed' | 'ended';
  readonly startedAt: number;
  /** Virtual time of its end; null while it runs. */
  endedAt: number | null;
  /** Virtual time at which a suspended process continues. */
  resumesAt: number;
}

interface Event {
  at: number;
  order: number;
  readonly run: () => void;
  readonly owner: SimulatedProcess | undefined;
  /** Milliseconds between its repetitions; 0: it happens once. */
  readonly every: number;
  isCancelled: boolean;
}

const modules = createRequire(import.meta.url);
const timers: Record<string, unknown> = modules('node:timers/promises');
const crypto: Record<string, unknown> = modules('node:crypto');
const real = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearTimeout: globalThis.clearTimeout,
  clearImmediate: globalThis.clearImmediate,
  Date: globalThis.Date,
  now: performance.now.bind(performance),
  random: Math.random,
  uuid: crypto.randomUUID as () => string,
  sleep: timers.setTimeout as (ms: number, value?: unknown, options?: object) => Promise<unknown>,
  immediate: timers.setImmediate as (value?: unknown, options?: object) => Promise<unknown>,
};

const current = new AsyncLocalStorage<SimulatedProcess | undefined>();
let isOn = false;
let now = 0;
let wall = 0;
let order = 0;
let random: Random = real.random;
let events: Event[] = [];

const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Adds an event to the binary heap. */
function push(event: Event): void {
  let at = events.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (isBefore(events[parent] as Event, event)) break;
    events[at] = events[parent] as Event;
    at = parent;
  }
  events[at] = event;
}

/** Removes and returns the earliest event. */
function pop(): Event | undefined {
  const first = events[0];
  const last = events.pop();
  if (first === undefined || last === undefined || events.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= events.length) break;
    if (child + 1 < events.length && isBefore(events[child + 1] as Event, events[child] as Event)) child += 1;
    if (isBefore(last, events[child] as Event)) break;
    events[at] = events[child] as Event;
    at = child;
  }
  events[at] = last;
  return first;
}

function schedule(ms: number, run: () => void, owner = current.getStore(), every = 0): Event {
  order += 1;
  const event = { at: now + Math.max(0, ms || 0), order, run, owner, every, isCancelled: false };
  push(event);
  return event;
}

/** What the replaced timers return. */
class Handle {
  readonly event: Event;

  constructor(event: Event) {
    this.event = event;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

type Callback = (...given: unknown[]) => void;

function cancel(handle: unknown): void {
  if (handle instanceof Handle) handle.event.isCancelled = true;
  else real.clearTimeout(handle as NodeJS.Timeout); // a handle of before the start
}

function virtualSleep(ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      event.isCancelled = true;
      reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
    };
    const event = schedule(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

class VirtualDate extends real.Date {
  constructor(...given: []) {
    if (given.length === 0 && isOn) super(VirtualDate.now());
    else super(...given);
  }

  static override now(): number {
    return isOn ? Math.round(wall + now) : real.Date.now();
  }
}

function virtualUuid(): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

Object.assign(globalThis, {
  setTimeout: (run: Callback, ms = 1, ...given: unknown[]) =>
    isOn ? new Handle(schedule(ms, () => run(...given))) : real.setTimeout(run, ms, ...given),
  setInterval: (run: Callback, ms = 1, ...given: unknown[]) =>
    isOn
      ? new Handle(schedule(ms, () => run(...given), current.getStore(), Math.max(1, ms)))
      : real.setInterval(run, ms, ...given),
  setImmediate: (run: Callback, ...given: unknown[]) =>
    isOn ? new Handle(schedule(0, () => run(...given))) : real.setImmediate(run, ...given),
  clearTimeout: cancel,
  clearInterval: cancel,
  clearImmediate: (handle: unknown) =>
    handle instanceof Handle ? cancel(handle) : real.clearImmediate(handle as NodeJS.Immediate),
  Date: VirtualDate,
});
Object.assign(timers, {
  setTimeout: (ms: number, value?: unknown, options?: { signal?: AbortSignal }) =>
    isOn ? virtualSleep(ms, value, options) : real.sleep(ms, value, options),
  setImmediate: (value?: unknown, options?: object) => (isOn ? virtualSleep(0, value) : real.immediate(value, options)),
});
performance.now = () => (isOn ? now : real.now());
Math.random = () => (isOn ? random() : real.random());
crypto.randomUUID = () => (isOn ? virtualUuid() : real.uuid());
globalThis.crypto.randomUUID = crypto.randomUUID as typeof globalThis.crypto.randomUUID; // the same texts
syncBuiltinESMExports();

/** Resolves when everything that needs no time has happened. */
const settled = () => new Promise<void>((resolve) => real.setImmediate(resolve));

/** The virtual clock and its events. */
export const virtualTime = {
  /** Begins a history at time 0. `wallMs`: what the wall clock shows, in milliseconds since 1970. */
  start(seeded: Random, wallMs: number): void {
    [isOn, now, wall, order, random, events] = [true, 0, wallMs, 0, seeded, []];
  },
  stop(): void {
    isOn = false;
    events = [];
  },
  /** Milliseconds since the start. */
  now: () => now,
  wallNow: () => VirtualDate.now(),
  /** Changes the wall clock of all machines. */
  jump(ms: number): void {
    wall += ms;
  },
  /** Lets time pass without an event. */
  advance(ms: number): void {
    now += ms;
  },
  /** The process whose code is running; undefined outside of all. */
  process: () => current.getStore(),
  /** Runs code as a process. */
  as: <Result>(owner: SimulatedProcess, run: () => Result): Result => current.run(owner, run),
  /** Runs code after a time; `owner` null: it happens whatever happens to the processes. */
  after(ms: number, run: () => void, owner?: SimulatedProcess | null): void {
    schedule(ms, run, owner === null ? undefined : (owner ?? current.getStore()));
  },
  /** Runs the next event, and all that follows from it without time; false when there is none. */
  async step(): Promise<boolean> {
    await settled();
    for (let event = pop(); event !== undefined; event = pop()) {
      const { owner } = event;
      if (event.isCancelled || owner?.state === 'killed') continue;
      if (owner !== undefined && owner.resumesAt > event.at) {
        event.at = owner.resumesAt;
        push(event);
        continue;
      }
      now = Math.max(now, event.at);
      if (event.every > 0) {
        order += 1;
        Object.assign(event, { at: now + event.every, order });
        push(event);
      }
      current.run(owner, event.run);
      await settled();
      return true;
    }
    return false;
  },
};
