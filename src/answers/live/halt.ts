import type { Ending } from './ending.ts';

/** Ends an execution before all calls are answered: nothing new is sent, calls in flight finish. The first reason counts. */
export class Halt {
  readonly #controller = new AbortController();
  /** Aborted when the execution must end. A composed signal would cost a microsecond per check. */
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

  /** Returns why the execution ends early; null if it does not. */
  get ending(): Ending | null {
    if (this.#ending !== null) return this.#ending;
    return this.#stop.aborted ? { kind: 'paused', why: 'stopped' } : null;
  }

  /** Returns the error of the program or of the store that ended the execution; null if there is none. */
  get defect(): { readonly error: unknown } | null {
    return this.#defect;
  }

  end(ending: Ending): void {
    this.#ending ??= ending;
    this.#controller.abort();
  }

  /** Ends the execution with an error. The journal keeps the answers that arrived. */
  fail(error: unknown): void {
    this.#defect ??= { error };
    this.#controller.abort();
  }
}
