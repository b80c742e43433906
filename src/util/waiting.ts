import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after the time, or as soon as the signal is aborted. Never rejects. */
export async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: stop }).catch(() => {}); // an abort ends the pause
}

/**
 * Resolves to the value of a promise; to null as soon as the signal is aborted, whether the promise ever settles or not.
 * A rejection after the abort is ignored.
 */
export async function unlessStopped<Value>(promise: Promise<Value>, stop: AbortSignal): Promise<Value | null> {
  if (!stop.aborted) {
    const { promise: stopped, resolve } = Promise.withResolvers<null>();
    const onAbort = () => resolve(null);
    stop.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([promise, stopped]);
    } finally {
      stop.removeEventListener('abort', onAbort);
      promise.catch(() => {});
    }
  }
  promise.catch(() => {});
  return null;
}

/** Callers that wait for the same event. An abort of the signal wakes all of them: the event may never come then. */
export class Waiters {
  readonly #stop: AbortSignal;
  readonly #waiting = new Set<() => void>();

  constructor(stop: AbortSignal) {
    this.#stop = stop;
    stop.addEventListener('abort', () => this.wakeAll(), { once: true });
  }

  /** Resolves at the next event or abort, or after the milliseconds. */
  wait(maxMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#stop.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = maxMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(wake, maxMs);
      this.#waiting.add(wake);
    });
  }

  wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
