import type { RunRecord, Store } from '../../store/store.ts';
import type { RunSummary } from '../contract/contract.ts';
import type { IndexedRuns } from '../search-index/indexed-runs.ts';
import type { IndexKeeper } from './index-keeper.ts';
import type { RunWatch } from './run-watch.ts';

const lookEveryMs = 1_000;

/** Event for listeners: the current runs, or that rows and numbers have changed. */
export type LiveEvent = { readonly kind: 'runs'; readonly runs: readonly RunSummary[] } | { readonly kind: 'rows' };

/** Polls the store every second and sends changes to listeners, including changes by other processes. */
export class LiveFeed {
  readonly #store: Store;
  readonly #watch: RunWatch;
  readonly #indexed: IndexedRuns;
  readonly #keeper: () => IndexKeeper;
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  #latest: readonly RunSummary[] = [];
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #failure: string | null = null;

  constructor({
    store,
    watch,
    indexed,
    keeper,
  }: {
    readonly store: Store;
    readonly watch: RunWatch;
    readonly indexed: IndexedRuns;
    readonly keeper: () => IndexKeeper;
  }) {
    this.#store = store;
    this.#watch = watch;
    this.#indexed = indexed;
    this.#keeper = keeper;
  }

  async start(): Promise<void> {
    await this.look();
    if (this.#failure !== null) throw new Error(this.#failure);
    this.#timer = setInterval(() => void this.look(), lookEveryMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#listeners.clear();
    await this.#looking;
  }

  /** Returns the runs of the latest poll, at most a second old. */
  get runs(): readonly RunSummary[] {
    return this.#latest;
  }

  subscribe(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Polls now, one poll at a time. If the store cannot be read temporarily, the next poll tries again. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const keeper = this.#keeper();
    const runs: readonly RunRecord[] = await this.#store.runs();
    await keeper.check(runs);
    const summaries = await this.#watch.summaries(
      (run) => this.#indexed.run(run),
      (run) => keeper.stateOf(run),
    );
    this.#failure = null;
    if (JSON.stringify(summaries) === JSON.stringify(this.#latest)) return;
    this.#latest = summaries;
    this.tell({ kind: 'runs', runs: summaries });
  }
}
