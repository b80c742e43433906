import type { Answer, Failure } from '../../domain/answer.ts';
import type { CallKey } from '../../domain/call.ts';
import { batchedAnswers } from '../../store/answers/batched-answers.ts';
import { compactKey } from '../../store/answers/compact-key.ts';
import type { Claims, FoundAnswer, Store } from '../../store/store.ts';
import { pause } from '../../util/waiting.ts';
import type { BatchJob } from '../jobs/batch-job.ts';
import type { CallsOut } from '../jobs/calls-out.ts';

/** Milliseconds between checks for other runs and for the answers that they stored. */
const lookEveryMs = 50;

/** Milliseconds after which every other run has noticed this one and has claimed its calls in flight. */
const noticedMs = 4 * lookEveryMs;

/** Resolves when other runs, if any, know about this one. Returns whether there are any. */
export async function untilNoticed(claims: Claims, stop: AbortSignal): Promise<boolean> {
  const isShared = await claims.isShared();
  if (isShared) await pause(noticedMs, stop);
  return isShared;
}

type FlightResult = Answer | Failure | null;

interface SingleFlightOptions {
  readonly store: Pick<Store, 'answers'>;
  /** Null if no other run can access the store. */
  readonly claims: Claims | null;
  /** Calls that a batch or a request file of any run may answer. */
  readonly out: Pick<CallsOut, 'jobOf' | 'refresh'>;
  /** Called for every call that is not sent because it is out. */
  readonly onOut: (job: BatchJob) => void;
  readonly stop: AbortSignal;
  /** Called for every call that need not be sent, with its answer if it is in the store. */
  readonly onFound: (found: FoundAnswer | null) => void;
  /** Called before and after a wait for another run's answer; the call is not in flight here meanwhile. */
  readonly onWait: () => void;
  readonly onWaited: () => void;
}

/**
 * Sends each call once: two items of a run may share a call, its answer may be stored, another run of the store may be about
 * to send it, or a batch or a request file has it. While several runs are executed, each claims a call before it sends it.
 */
export class SingleFlight {
  readonly #options: SingleFlightOptions;
  readonly #lookup: ReturnType<typeof batchedAnswers>;
  readonly #pending = new Map<CallKey, Promise<FlightResult>>();
  readonly #sending = new Set<CallKey>();
  readonly #waiting = new Map<CallKey, () => void>();
  #isShared = false;
  /** Whether the calls that were in flight when a second run was noticed are claimed. */
  #isClaimed = false;
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  constructor(options: SingleFlightOptions) {
    this.#options = options;
    this.#lookup = batchedAnswers(options.store);
    options.stop.addEventListener('abort', () => this.#wakeAll(), { once: true });
  }

  /** Resolves when other runs, if any, know about this one. */
  async start(): Promise<void> {
    const { claims, stop } = this.#options;
    if (claims === null) return;
    this.#timer = setInterval(() => void this.#look(claims), lookEveryMs);
    this.#isShared = await untilNoticed(claims, stop);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /**
   * Returns the result of a call: stored, of another item that shares it, or of `send`. Null when the call is out, or the run
   * stops first.
   */
  once(key: CallKey, send: () => Promise<FlightResult>): Promise<FlightResult> {
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending.finally(() => this.#options.onFound(null));
    const outcome = this.#lookUpOrSend(key, send);
    this.#pending.set(key, outcome);
    return outcome;
  }

  async #lookUpOrSend(key: CallKey, send: () => Promise<FlightResult>): Promise<FlightResult> {
    try {
      const { claims } = this.#options;
      const found = await this.#stored(key);
      if (found !== undefined) return this.#found(found);
      if (this.#isShared && claims !== null) return await this.#claimAndSend(key, { claims, send });
      if (this.#isOut(key)) return null;
      this.#sending.add(key);
      return await send();
    } finally {
      this.#pending.delete(key); // already set: a look-up takes a turn
      if (this.#sending.delete(key) && this.#isShared) void this.#options.claims?.release(key);
    }
  }

  async #claimAndSend(
    key: CallKey,
    { claims, send }: { readonly claims: Claims; readonly send: () => Promise<FlightResult> },
  ): Promise<FlightResult> {
    while (!this.#options.stop.aborted) {
      const isOurs = await claims.claim(key);
      const found = await this.#stored(key); // the answer may have been stored before the claim was released
      if (found !== undefined) {
        if (isOurs) void claims.release(key);
        return this.#found(found);
      }
      if (isOurs) {
        await this.#options.out.refresh(); // a job is stored before its claims are released
        if (this.#isOut(key)) {
          void claims.release(key);
          return null;
        }
        this.#sending.add(key);
        return await send();
      }
      await this.#wait(key);
    }
    return null;
  }

  #isOut(key: CallKey): boolean {
    const { out, onOut } = this.#options;
    const job = out.jobOf(compactKey(key));
    if (job !== undefined) onOut(job);
    return job !== undefined;
  }

  #stored(key: CallKey): Promise<FoundAnswer | undefined> {
    return this.#lookup([{ key }]).then((found) => found.get(key));
  }

  #found(found: FoundAnswer): Answer {
    this.#options.onFound(found);
    return found.answer;
  }

  /** Resolves when the call may be claimed or has an answer, or the run stops. */
  async #wait(key: CallKey): Promise<void> {
    if (this.#options.stop.aborted) return;
    this.#options.onWait();
    await new Promise<void>((resolve) => this.#waiting.set(key, resolve));
    this.#options.onWaited();
  }

  #wake(key: CallKey): void {
    const resolve = this.#waiting.get(key);
    this.#waiting.delete(key);
    resolve?.();
  }

  #wakeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.#wake(key);
  }

  /** Notices runs that begin and end, and calls that they have stored or released. */
  async #look(claims: Claims): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const isShared = await claims.isShared();
      if (this.#isShared && !isShared) await this.#options.out.refresh(); // a process that has ended may have left jobs
      this.#isShared = isShared;
      if (!this.#isShared) this.#isClaimed = false;
      else if (!this.#isClaimed) {
        await Promise.all([...this.#sending].map((key) => claims.claim(key)));
        this.#isClaimed = true; // not before: a claim that could not be written is repeated at the next look
      }
      const keys = [...this.#waiting.keys()];
      if (keys.length > 0) {
        const answered = await this.#lookup(keys.map((key) => ({ key })));
        for (const key of keys) if (answered.has(key)) this.#wake(key);
        for (const key of await claims.unclaimed([...this.#waiting.keys()])) this.#wake(key);
      }
    } catch {
      // the store is unreachable for a moment; if it stays so, the next commit fails
    } finally {
      this.#isLooking = false;
    }
  }
}
