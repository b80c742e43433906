import type { Ending } from './ending.ts';

/**
 * Ends an execution before all calls are answered: nothing new is sent, what is in flight is waited for. The first reason
 * counts.
 */
export class Halt {
  readonly #controller = new AbortController();
  /** Aborted when the execution is to end. A signal that is made of others would cost a microsecond at each look. */
  readonly signal = this.#controller.signal;
  readonly #stop: AbortSignal;
  #ending: Ending | null = null;
  #defect: { readonly error: unknown } | null = null;

  /** `stop` pauses the execution from outside. */
  constructor(stop: AbortSignal) {
    this.#stop = stop;
    stop.addEventListener('abort', () => this.#controller.abort(), { once: true });
    if (stop.aborted) this.#controller.abort();
  }

  /** Why the execution ends early; null when nothing has ended it. */
  get ending(): Ending | null {
    if (this.#ending !== null) return this.#ending;
    return this.#stop.aborted ? { kind: 'paused', why: 'stopped' } : null;
  }

  /** An error of the program or of the store that has ended the execution; null when there is none. */
  get defect(): { readonly error: unknown } | null {
    return this.#defect;
  }

  end(ending: Ending): void {
    this.#ending ??= ending;
    this.#controller.abort();
  }

  /** Ends the execution with an error. The journal keeps what came in. */
  fail(error: unknown): void {
    this.#defect ??= { error };
    this.#controller.abort();
  }
}
