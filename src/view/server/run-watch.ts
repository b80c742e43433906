import { countCalls } from '../../answers/plan/count-calls.ts';
import { storedWorks } from '../../answers/stored-run.ts';
import { shownStatus } from '../../domain/recorded.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { RunSummary } from '../contract/contract.ts';
import type { IndexedRun } from '../search-index/indexed-runs.ts';

interface Seen {
  readonly atMs: number;
  readonly answered: number;
}

/** Time window of the rate in milliseconds. */
const rateWindowMs = 20_000;
/** Time without an answer from which it is shown instead of the remaining time. */
const silentMsShown = 5_000;

/** Watches the progress of runs, including those that other processes or machines execute. */
export class RunWatch {
  readonly #store: Store;
  readonly #experiments: Experiments;
  readonly #seen = new Map<string, Seen[]>();
  /** The poll of each run that saw its latest answer. */
  readonly #latest = new Map<string, Seen>();
  /** Summaries of finished runs, which do not change, by a value that would reveal a change. */
  readonly #settled = new Map<string, { readonly updatedAt: string; readonly progress: RunSummary['progress'] }>();

  /** Number of calls that each run needs, counted once: about a second for a million. */
  readonly #expected = new Map<string, number | null>();

  constructor(store: Store, experiments: Experiments) {
    this.#store = store;
    this.#experiments = experiments;
  }

  /** Summaries of all runs, newest first. */
  async summaries(
    indexed: (run: string) => IndexedRun | null,
    stateOf: (run: RunRecord) => RunSummary['index'],
  ): Promise<readonly RunSummary[]> {
    const summaries: RunSummary[] = [];
    for (const run of await this.#store.runs()) {
      const { progress, live } = await this.#progress(run, indexed(run.id));
      const { config } = run;
      summaries.push({
        ...{ id: run.id, name: run.provenance.name ?? null, status: shownStatus(run), live },
        ...{ tags: [...(run.provenance.tags ?? [])], note: run.provenance.note ?? null },
        ...{ createdAt: run.createdAt, updatedAt: run.updatedAt },
        models: config.models.map(({ name }) => name),
        experiments: config.experiments.map(({ name, dataset }) => ({
          ...{ name, items: dataset.items, labels: this.#experiments.get(name)?.takesLabels === true },
        })),
        ...{ samples: config.samples, progress, index: stateOf(run) },
      });
    }
    return summaries;
  }

  async #progress(
    run: RunRecord,
    indexed: IndexedRun | null,
  ): Promise<{ readonly progress: RunSummary['progress']; readonly live: boolean }> {
    const settled = this.#settled.get(run.id);
    if (settled?.updatedAt === run.updatedAt) return { progress: settled.progress, live: false };
    const { answers, failures, live } = await this.#store.activity(run.id);
    const { dollars, unknown } = await this.#store.spent(run.id);
    const finished = run.status === 'finished' ? await this.#store.finished(run.id) : null;
    const expected = finished?.calls ?? indexed?.expected ?? this.#count(run);
    const answered = finished?.calls ?? answers + (indexed?.elsewhere ?? 0);
    const { rate, secondsSilent } = live ? this.#pace(run.id, answered) : { rate: null, secondsSilent: null };
    const left = expected === null ? null : Math.max(0, expected - answered);
    const progress = {
      ...{ answered, expected, failed: failures as Record<string, number>, rate, secondsSilent },
      dollars: unknown > 0 ? null : dollars,
      secondsLeft: rate === null || rate === 0 || left === null || secondsSilent !== null ? null : left / rate,
    };
    if (finished !== null && !live) this.#settled.set(run.id, { updatedAt: run.updatedAt, progress });
    return { progress, live };
  }

  /** Returns the number of calls; null until it is counted, which no request waits for. */
  #count(run: RunRecord): number | null {
    const known = this.#expected.get(run.id);
    if (known !== undefined) return known;
    this.#expected.set(run.id, null);
    storedWorks(this.#store, run, this.#experiments)
      .then(countCalls)
      .then((calls) => this.#expected.set(run.id, calls))
      .catch(() => {}); // an experiment of another version: reading the run reports it
    return null;
  }

  /**
   * Returns the answers per second in the window (null until two polls differ in time), and the seconds since the last
   * answer where that is long ago.
   */
  #pace(run: string, answered: number): Pick<RunSummary['progress'], 'rate' | 'secondsSilent'> {
    const atMs = performance.now();
    const seen = (this.#seen.get(run) ?? []).filter((each) => atMs - each.atMs < rateWindowMs);
    seen.push({ atMs, answered });
    this.#seen.set(run, seen);
    const latest = this.#latest.get(run);
    const changed = latest?.answered === answered ? latest : { atMs, answered };
    this.#latest.set(run, changed);
    const silentMs = atMs - changed.atMs;
    const secondsSilent = silentMs < silentMsShown ? null : Math.round(silentMs / 1000);
    const [first] = seen;
    if (first === undefined || atMs - first.atMs < 900) return { rate: null, secondsSilent };
    return { rate: ((answered - first.answered) * 1000) / (atMs - first.atMs), secondsSilent };
  }
}
