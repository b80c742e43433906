import type { EndpointState } from '../../../domain/endpoint-record.ts';
import type { RunId, RunSettings } from '../../../domain/run-config.ts';
import type { LanguageModel } from '../../../models/language-model.ts';
import type { Store } from '../../../store/store.ts';
import { Endpoint } from './endpoint.ts';

const keepEveryMs = 30_000;

/** Returns the maximum calls in flight for a model's endpoint. */
export function maxConcurrency(model: LanguageModel, { concurrency }: RunSettings): number {
  return concurrency ?? model.defaultConcurrency;
}

/** The endpoints of one execution, and their records in the run. */
export class Endpoints {
  readonly #settings: RunSettings;
  readonly #byName = new Map<string, Endpoint>();
  readonly #store: Store;
  readonly #run: RunId;
  readonly #timer: NodeJS.Timeout;

  constructor({
    settings,
    store,
    run,
  }: { readonly settings: RunSettings; readonly store: Store; readonly run: RunId }) {
    this.#settings = settings;
    this.#store = store;
    this.#run = run;
    // A killed run keeps all but the last half minute; if the store is unreachable now, it is written at the end.
    this.#timer = setInterval(() => void this.keep().catch(() => {}), keepEveryMs);
    this.#timer.unref();
  }

  of(model: LanguageModel): Endpoint {
    const known = this.#byName.get(model.endpoint);
    if (known !== undefined) return known;
    const made = new Endpoint({
      name: model.endpoint,
      mode: model.capacity === 'unknown' ? this.#settings.concurrencyMode : 'fixed',
      maxInFlight: maxConcurrency(model, this.#settings),
    });
    this.#byName.set(model.endpoint, made);
    return made;
  }

  states(): readonly EndpointState[] {
    return [...this.#byName.values()].map((endpoint) => endpoint.state());
  }

  /** Dismisses everything that waits for a permit or for Retry-After. */
  release(): void {
    for (const endpoint of this.#byName.values()) endpoint.release();
  }

  /** Stores how the endpoints handled this execution's calls. */
  async keep(): Promise<void> {
    for (const endpoint of this.#byName.values()) {
      const record = endpoint.record();
      if (record.attempts > 0) await this.#store.putEndpoint(this.#run, record);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.release();
  }
}
