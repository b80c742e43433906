import type { EndpointState } from '../../../domain/endpoint-record.ts';
import type { RunId, RunSettings } from '../../../domain/run-config.ts';
import type { LanguageModel } from '../../../models/language-model.ts';
import type { ServedWeights } from '../../../store/served-weights.ts';
import type { Lease, Store, WorkerLease } from '../../../store/store.ts';
import { askForFacts } from './ask-for-facts.ts';
import { Endpoint } from './endpoint.ts';

const keepEveryMs = 30_000;

/** Returns the maximum calls in flight for a model's endpoint. */
export function maxConcurrency(model: LanguageModel, { concurrency }: RunSettings): number {
  return concurrency ?? model.defaultConcurrency;
}

interface EndpointsOptions {
  readonly settings: RunSettings;
  readonly store: Store;
  readonly run: RunId;
  readonly lease: Pick<Lease, 'isCurrent'> | null;
  readonly worker?: { readonly lease: Pick<WorkerLease, 'share'> } | undefined;
}

/** The endpoints of one execution, and their records in the run. */
export class Endpoints {
  readonly #settings: RunSettings;
  readonly #byName = new Map<string, Endpoint>();
  readonly #slots = new Map<string, number>();
  readonly #store: Store;
  readonly #run: RunId;
  readonly #timer: NodeJS.Timeout;
  readonly #mayStart: () => boolean;
  readonly #worker: Pick<WorkerLease, 'share'> | null;

  constructor({ settings, store, run, lease, worker }: EndpointsOptions) {
    this.#settings = settings;
    this.#worker = worker?.lease ?? null;
    this.#mayStart = () => lease?.isCurrent() ?? true;
    this.#store = store;
    this.#run = run;
    // A killed run keeps all but the last half minute; if the store is unreachable now, it is written at the end.
    this.#timer = setInterval(() => void this.keep().catch(() => {}), keepEveryMs);
    this.#timer.unref();
  }

  /**
   * Asks servers for facts about their models: slots bound the calls in flight unless the user sets a number. Before the
   * first call. Returns what they tell about the weights.
   */
  async askForFacts(models: Iterable<LanguageModel>): Promise<readonly ServedWeights[]> {
    const { told, facts } = await askForFacts(models);
    for (const [{ endpoint }, { slots }] of facts)
      if (slots !== null && this.#settings.concurrency === null) this.#slots.set(endpoint, slots);
    return told;
  }

  of(model: LanguageModel): Endpoint {
    const known = this.#byName.get(model.endpoint);
    if (known !== undefined) return known;
    const made = new Endpoint({
      name: model.endpoint,
      mode: model.capacity === 'unknown' ? this.#settings.concurrencyMode : 'fixed',
      maxInFlight: Math.min(maxConcurrency(model, this.#settings), this.#slots.get(model.endpoint) ?? Infinity),
      mayStart: this.#mayStart,
      share: this.#worker === null ? Number.POSITIVE_INFINITY : 0,
    });
    this.#byName.set(model.endpoint, made);
    return made;
  }

  /**
   * Adjusts this worker's shares of the endpoints of models, and returns the sum: the calls that it may have in flight. A
   * share above what is fair is lowered to the calls in flight, which the next adjustment gives back.
   */
  async adjustShares(models: Iterable<LanguageModel>): Promise<number> {
    const worker = this.#worker;
    if (worker === null) return Number.POSITIVE_INFINITY;
    const limits = new Map<Endpoint, number>();
    for (const model of models) {
      const endpoint = this.of(model);
      const limit = maxConcurrency(model, this.#settings);
      limits.set(endpoint, Math.min(limit, limits.get(endpoint) ?? limit));
    }
    let sum = 0;
    for (const [endpoint, maxInFlight] of limits) {
      const { granted, workers } = await worker.share({ endpoint: endpoint.name, held: endpoint.held, maxInFlight });
      endpoint.setShare(Math.min(granted, Math.floor(maxInFlight / workers)), workers);
      sum += endpoint.held;
    }
    return sum;
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
