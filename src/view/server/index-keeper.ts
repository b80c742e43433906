import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { defaultGroup } from '../../answers/default-selection.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { programFile } from '../../util/package-files.ts';
import type { RunSummary } from '../contract/contract.ts';
import type { IndexedResults } from '../search-index/indexed-results.ts';
import type { IndexedRuns } from '../search-index/indexed-runs.ts';
import type { IndexedStudies } from '../search-index/indexed-studies.ts';
import { attributesMark, fingerprintOf, resultsFingerprint } from './fingerprints.ts';

interface KeeperOptions {
  readonly store: Store;
  /** Location of the store for the building process. */
  readonly location: string;
  readonly config: string | null;
  /** File with attributes of the models; null for none. */
  readonly attributes: string | null;
  readonly indexed: IndexedRuns;
  readonly studies: IndexedStudies;
  readonly results: IndexedResults;
  /** Called when rows or numbers of runs have changed. */
  readonly onBuilt: () => void;
}

/** Minimum time before an unfinished run is read again, as a multiple of the last reading's time. */
const pauseFactor = 4;
const minPauseMs = 2_000;

const main = programFile('cli/main');

/** Keeps the index up to date. Builds in a child process, so that the server stays fast and small. */
export class IndexKeeper {
  readonly #options: KeeperOptions;
  readonly #states = new Map<string, RunSummary['index']>();
  /** Fingerprint of each run whose index is up to date. */
  readonly #current = new Map<string, string>();
  readonly #failedAt = new Map<string, string>();
  /** Studies for which a process was started, with the time of their last execution. */
  readonly #triedStudies = new Map<string, string>();
  /** Fingerprint of the selection whose results were last requested alone. */
  #triedResults: string | null = null;
  #child: ChildProcess | null = null;
  /** Earliest time at which an unfinished run is read again. */
  readonly #nextAt = new Map<string, number>();
  #closed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  stateOf(run: RunRecord): RunSummary['index'] {
    return this.#states.get(run.id) ?? { kind: 'stale' };
  }

  /** Checks which runs have changed, and starts to read them unless a reading is in progress. */
  async check(runs: readonly RunRecord[]): Promise<void> {
    const { store, indexed } = this.#options;
    if (this.#child !== null || this.#closed) return;
    const labels = (await store.labels()).length;
    const attributes = attributesMark(this.#options.attributes);
    const stale: string[] = [];
    for (const run of runs) {
      const look = JSON.stringify([run.status, run.updatedAt, labels, attributes]);
      if (run.status === 'finished' && this.#current.get(run.id) === look) continue;
      const fingerprint = await fingerprintOf(store, run, { labels, attributes });
      if (indexed.run(run.id)?.fingerprint === fingerprint) {
        this.#current.set(run.id, look);
        this.#states.set(run.id, { kind: 'ready' });
        continue;
      }
      if (this.#failedAt.get(run.id) === fingerprint || performance.now() < (this.#nextAt.get(run.id) ?? 0)) continue;
      stale.push(run.id);
      if (!this.#states.has(run.id)) this.#states.set(run.id, { kind: 'stale' });
    }
    const studies = (await store.studies()).filter((study) => this.#isNew(study));
    const results = stale.length === 0 ? await this.#staleResults(runs) : null;
    if ((stale.length === 0 && studies.length === 0 && results === null) || this.#closed) return;
    this.#triedResults = results ?? this.#triedResults;
    for (const { id, at } of studies) this.#triedStudies.set(id, at);
    const open = runs.filter(({ status }) => status !== 'finished').map(({ id }) => id);
    this.#build(stale, new Set(open));
  }

  #isNew(study: { readonly id: string; readonly at: string }): boolean {
    return this.#triedStudies.get(study.id) !== study.at && !this.#options.studies.has(study);
  }

  /** Returns the fingerprint of the default selection if its results are not up to date and were not tried before. */
  async #staleResults(all: readonly RunRecord[]): Promise<string | null> {
    if (all.length === 0) return null;
    const { store, results } = this.#options;
    const { runs } = await defaultGroup(store);
    if (runs.some(({ id }) => this.#states.get(id)?.kind !== 'ready')) return null;
    const fingerprint = await resultsFingerprint(store, runs, attributesMark(this.#options.attributes));
    return fingerprint === results.fingerprint(runs.map(({ id }) => id)) || fingerprint === this.#triedResults
      ? null
      : fingerprint;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  #build(ids: readonly string[], open: ReadonlySet<string>): void {
    const { location, config, attributes, store, onBuilt } = this.#options;
    const began = performance.now();
    const flags = [
      '--json',
      ...(config === null ? [] : ['--config', config]),
      ...(attributes === null ? [] : ['--attributes', attributes]),
    ];
    // the location is passed in the environment, because it may contain a password
    const child = spawn(process.execPath, [main, 'index', ...ids, ...flags], {
      env: { ...process.env, SEB_STORE: location },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const id of ids) this.#states.set(id, { kind: 'building', share: 0 });
    createInterface({ input: child.stdout }).on('line', (line) => this.#onLine(line));
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-2_000);
    });
    child.on('error', (error) => {
      said = error.message;
    });
    child.on('close', (code) => {
      this.#child = null;
      const nextAt = performance.now() + Math.max(minPauseMs, pauseFactor * (performance.now() - began));
      for (const id of ids) if (open.has(id)) this.#nextAt.set(id, nextAt);
      for (const id of ids) {
        this.#states.set(
          id,
          code === 0 ? { kind: 'ready' } : { kind: 'failed', reason: said.trim() || `exit code ${code}` },
        );
      }
      if (this.#closed) return;
      if (code !== 0) void this.#noteFailure(store, ids);
      onBuilt();
    });
  }

  #onLine(line: string): void {
    try {
      const { run, share } = JSON.parse(line) as { readonly run: unknown; readonly share: unknown };
      if (typeof run === 'string' && typeof share === 'number') this.#states.set(run, { kind: 'building', share });
    } catch {
      // a line of another program; progress is only displayed
    }
  }

  /** Records failures, which are not retried until the run changes. */
  async #noteFailure(store: Store, ids: readonly string[]): Promise<void> {
    const labels = (await store.labels()).length;
    const attributes = attributesMark(this.#options.attributes);
    for (const run of await store.runs()) {
      if (ids.includes(run.id)) this.#failedAt.set(run.id, await fingerprintOf(store, run, { labels, attributes }));
    }
  }
}
