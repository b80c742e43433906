import type { Attempt, Failure, Usage } from '../../../domain/answer.ts';
import type { EndpointRecord, EndpointState } from '../../../domain/endpoint-record.ts';
import type { RateWindow } from '../../../models/http/rate-windows.ts';
import { assertNever } from '../../../util/types.ts';
import type { Load, Ticket } from './adaptive-limit.ts';
import { ConcurrencyController } from './concurrency-controller.ts';

/**
 * Maximum number of calls that are sent but not stored, per permit. A commit takes milliseconds and must not delay a
 * fast server; a killed process loses at most this times the maximum concurrency in answers.
 */
export const maxUnstoredPerPermit = 2;

interface EndpointOptions {
  /** Name in the record; holds no secret. */
  readonly name: string;
  readonly mode: 'adaptive' | 'fixed';
  /** Maximum calls in flight; in fixed mode also the initial number. */
  readonly maxInFlight: number;
  /** Returns whether a call may be sent now; looked up again until it may. */
  readonly mayStart: () => boolean;
  /** Calls sent and not stored that this process may have; the workers of a queue have shares, which change. */
  readonly share: number;
}

/** Milliseconds between looks for whether calls may be sent. */
const lookEveryMs = 250;

/** A server that calls share: queues callers that wait for a permit, and decides when the next call may start. */
export class Endpoint {
  readonly name: string;
  /** Reports the rate limits that the server states with an answer or a refusal. */
  readonly onRateWindows = (windows: readonly RateWindow[]) => this.#controller.stated(windows, performance.now());
  readonly #controller: ConcurrencyController;
  readonly #waiting: ((ticket: Ticket | null) => void)[] = [];
  readonly #maxUnstored: number;
  /** Granted turns that are not settled yet. */
  #unstored = 0;
  #timer: NodeJS.Timeout | null = null;
  #share: number;
  readonly #mayStart: () => boolean;

  constructor({ name, mode, maxInFlight, share, mayStart }: EndpointOptions) {
    this.#maxUnstored = maxUnstoredPerPermit * maxInFlight;
    this.name = name;
    this.#share = share;
    this.#mayStart = mayStart;
    this.#controller = new ConcurrencyController({
      endpoint: name,
      mode,
      maxInFlight,
      begunAt: performance.now(),
      startedAt: new Date().toISOString(),
      random: Math.random,
    });
  }

  /** Whether so many pauses ended without an answer that retrying is pointless. */
  get isHopeless(): boolean {
    return this.#controller.isHopeless;
  }

  /** Whether the server has replied to any call of this execution. */
  get hasReplied(): boolean {
    return this.#controller.hasReplied;
  }

  /** Calls that this process may have sent and not stored: its share, and more while it shrinks. */
  get held(): number {
    return Math.max(this.#share, this.#unstored);
  }

  /** Changes the share; `workers` is the number of processes that share the endpoint. */
  setShare(share: number, workers: number): void {
    this.#share = share;
    this.#controller.sharedBy(workers);
    this.#admit();
  }

  /**
   * Resolves when a call may be sent; null if `stop` came first. Report the result to `ended`, and call `settled`
   * exactly once after it.
   */
  turn(stop: AbortSignal): Promise<Ticket | null> {
    if (stop.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
  }

  /** Reports the result of a call, which adapts the limit. */
  ended(ticket: Ticket, attempt: Attempt): void {
    this.#controller.ended(ticket, classifyLoad(attempt), performance.now());
    this.#admit();
  }

  /** Reports that a call's result is stored, could not be stored or need not be stored. */
  settled(): void {
    const wasFull = this.#unstored >= Math.min(this.#maxUnstored, this.#share);
    this.#unstored -= 1;
    if (wasFull) this.#admit(); // otherwise the queue waits for the end of a call or for the timer
  }

  /** Dismisses all waiting callers: their calls are not sent. */
  release(): void {
    this.#stopTimer();
    for (const go of this.#waiting.splice(0)) go(null);
  }

  state(): EndpointState {
    return this.#controller.state(performance.now());
  }

  record(): EndpointRecord {
    return this.#controller.record();
  }

  /** Starts every call that may start, and schedules itself for the next one. */
  #admit(): void {
    this.#stopTimer();
    while (this.#waiting.length > 0 && this.#unstored < Math.min(this.#maxUnstored, this.#share)) {
      if (!this.#mayStart()) {
        this.#timer = setTimeout(() => this.#admit(), lookEveryMs);
        return;
      }
      const now = performance.now();
      const wait = this.#controller.wait(now);
      if (wait === null) return; // the end of a call runs this again
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.ceil(wait));
        return;
      }
      this.#unstored += 1;
      this.#waiting.shift()?.(this.#controller.start(now));
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/**
 * Classifies what an attempt shows about the server's load. Refusals (429, 503, 529) are about load. Timeouts and lost
 * connections may be. A 500 or 502 is as often caused by a single prompt or a restart, so only that call waits until the
 * server has sent nothing else for several calls.
 */
function classifyLoad(attempt: Attempt): Load {
  if (attempt.kind !== 'failed') return { kind: 'answered', tokens: tokensOf(attempt.usage) };
  if (attempt.unreached === true) return { kind: 'unreached' };
  return attempt.retryable ? failureLoad(attempt) : { kind: 'neutral' };
}

function failureLoad({ code, retryAfterMs }: Failure): Load {
  switch (code) {
    case 'rate-limited':
    case 'overloaded':
      return { kind: 'throttled', retryAfterMs };
    case 'timeout':
    case 'network':
      return { kind: 'strained' };
    case 'server-error':
      return { kind: 'error' };
    case 'bad-response':
    case 'unauthorized':
    case 'not-found':
    case 'invalid-request':
    case 'context-overflow':
    case 'model-error':
    case 'not-recorded':
    case 'recorded-failure':
      return { kind: 'neutral' };
    default:
      return assertNever(code);
  }
}

function tokensOf({ input, output }: Usage): number | null {
  return input === null || output === null ? null : input + output;
}
