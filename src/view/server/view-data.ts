import type { DatabaseSync } from 'node:sqlite';
import { noRunResults } from '../../analyze/findings/find-results.ts';
import { defaultSelection } from '../../answers/default-selection.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { experimentExplanation } from '../../report/tables/experiment-notes.ts';
import { originLimits } from '../../results/model-origin.ts';
import type { Results } from '../../results/results.ts';
import type { NextStep } from '../../results/step.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { Overview, RunPage, RunSummary } from '../contract/contract.ts';
import type {
  CompareSide,
  ComparisonPage,
  Counts,
  CountsQuery,
  Flips,
  FlipsQuery,
  ItemKey,
  ItemPage,
  ItemsPage,
  ItemsQuery,
  ItemView,
} from '../contract/contract-items.ts';
import type { StudyPage } from '../contract/contract-study.ts';
import { rankingOf } from '../page/item-ranking.ts';
import { judgementsOf, readItem, WorkFinder } from '../page/item-sessions.ts';
import { type PageWorth, withWorth } from '../page/page-worth.ts';
import { togetherId } from '../page/run-page.ts';
import { maxSearchMs } from '../search/searched-text.ts';
import { IndexedResults } from '../search-index/indexed-results.ts';
import { IndexedRuns } from '../search-index/indexed-runs.ts';
import { IndexedStudies } from '../search-index/indexed-studies.ts';
import { ItemRows } from '../search-index/item-rows.ts';
import { viewedResults } from './selected-results.ts';

/** Maximum number of units of a list of flips. */
const maxFlips = 500;

/** Provides the data of the viewer's pages from a store and its index. */
export class ViewData {
  readonly #store: Store;
  readonly #name: string;
  readonly #rows: ItemRows;
  readonly #indexed: IndexedRuns;
  readonly #studies: IndexedStudies;
  readonly #indexedResults: IndexedResults;
  readonly #experiments: Experiments;
  readonly #works: WorkFinder;
  readonly #worth: PageWorth | null;
  readonly #asTyped: (command: string) => string;

  constructor({
    store,
    name,
    experiments,
    database,
    worth,
    asTyped = (command) => command,
  }: {
    readonly store: Store;
    /** The store's display name, without credentials. */
    readonly name: string;
    readonly experiments: Experiments;
    readonly database: DatabaseSync;
    /** What `seb worth` found, for the pages of its runs; null: not shown. */
    readonly worth: PageWorth | null;
    /** Returns a suggested command as the user has to type it for this store; absent: unchanged. */
    readonly asTyped?: (command: string) => string;
  }) {
    this.#store = store;
    this.#name = name;
    this.#rows = new ItemRows(database);
    this.#indexed = new IndexedRuns(database);
    this.#studies = new IndexedStudies(database);
    this.#indexedResults = new IndexedResults(database);
    this.#experiments = experiments;
    this.#works = new WorkFinder(store, experiments);
    this.#worth = worth;
    this.#asTyped = asTyped;
  }

  async overview(runs: readonly RunSummary[]): Promise<Overview> {
    const results = await this.#results(runs);
    const hasPage = this.#indexedResults.hasPage(results.selection.runs);
    const models = runs.flatMap((run) => run.models);
    return {
      ...this.#withCommands(results),
      store: this.#name,
      runs: [...runs],
      headline: this.#indexedResults.headline(results.selection.runs),
      studies: [...this.#studies.summaries()],
      origins: [...originLimits(models)],
      together: hasPage ? togetherId : null,
    };
  }

  async #results(runs: readonly RunSummary[]): Promise<Results> {
    if ((await this.#store.runs()).length === 0) return noRunResults;
    const expected = async ({ id }: RunRecord) => runs.find((run) => run.id === id)?.progress.expected ?? null;
    const selected = await defaultSelection(this.#store, this.#experiments, expected);
    const isRead = (id: string) => runs.find((run) => run.id === id)?.index.kind === 'ready';
    return viewedResults(selected, { indexed: this.#indexedResults, isRead });
  }

  /** Returns the page of a run, or of the newest runs together; null while they are not indexed. */
  runPage(id: string): RunPage | null {
    const page = id === togetherId ? this.#indexedResults.page() : this.#indexed.page(id);
    return page === null ? null : withWorth({ ...page, results: this.#withCommands(page.results) }, this.#worth);
  }

  /** Returns a study's page; null if the store has no such study, or it is not read yet. */
  studyPage(id: string): StudyPage | null {
    const page = this.#studies.page(id);
    if (page === null) return null;
    return { ...page, results: this.#withCommands(page.results) };
  }

  /** Returns results whose next commands name this store. The index keeps them without: a file can be moved. */
  #withCommands<R extends { readonly next: readonly NextStep[] }>(results: R): R {
    const next = results.next
      .filter(({ command }) => command !== 'seb view')
      .map((step) => ({ ...step, command: step.command === null ? null : this.#asTyped(step.command) }));
    return { ...results, next };
  }

  /** Returns a page of rows. AppError `request-closed` when the signal is aborted during a search. */
  async items(query: ItemsQuery, signal: AbortSignal): Promise<ItemsPage> {
    await this.#rows.find(query, searchTime(query, signal));
    return this.#rows.page(query);
  }

  /** Returns the counts of a filter. AppError `request-closed` when the signal is aborted during a search. */
  async counts(filter: CountsQuery, signal: AbortSignal): Promise<Counts> {
    await this.#rows.find(filter, searchTime(filter, signal));
    return this.#rows.counts(filter);
  }

  sides(): readonly (CompareSide & { readonly experiment: string })[] {
    return this.#rows.sides();
  }

  /** Drops caches after the index has changed. */
  refresh(): void {
    this.#rows.refresh();
  }

  async item(key: ItemKey): Promise<ItemPage> {
    const run = await this.#run(key.run);
    const work = await this.#works.find(run, key);
    if (work === null) throw new AppError('unknown-item', `run ${key.run} does not have this item, model or condition`);
    const read = await readItem(this.#store, work);
    const all = (await this.#runsOnSameData(run, key.experiment)).flatMap(({ id }) =>
      this.#rows.rowsOfItem({ ...key, run: id }),
    );
    const isOwn = (row: ItemView) => row.run === key.run && row.model === key.model && row.condition === key.condition;
    return {
      ...{ key, title: read.title, question: experimentExplanation(work.experiment) },
      rows: all.filter(isOwn),
      sessions: [...read.sessions],
      judgements: judgementsOf(read.outcomes),
      ranking: rankingOf(read.outcomes),
      beside: all.filter((row) => !isOwn(row)),
    };
  }

  /** Returns the comparison of a run; without a run, that of the newest results, or else of the newest run that has one. */
  async comparison(run: string | undefined): Promise<ComparisonPage> {
    const compared = this.#indexed.compared();
    const open = (await this.#store.runs()).filter(({ id }) => compared.has(id));
    const runs = open.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).map(({ id }) => id);
    const { selection } = await defaultSelection(this.#store, this.#experiments);
    const newest = run === undefined ? this.#indexedResults.comparison(selection.runs) : null;
    const of = run === undefined ? runs[0] : runs.find((id) => id === run);
    const screen = newest ?? (of === undefined ? null : (this.#indexed.page(of)?.comparison ?? null));
    return { screen: screen === null ? null : this.#withCommands(screen), runs };
  }

  /** Returns the units that were right for one side and wrong for the other. */
  async flips(query: FlipsQuery): Promise<Flips> {
    const { experiment, runA, runB } = query;
    const a = { experiment, run: runA, model: query.modelA, condition: query.conditionA };
    const b = { experiment, run: runB, model: query.modelB, condition: query.conditionB };
    await this.#refuseOtherItems(experiment, await this.#run(runA), await this.#run(runB));
    const name = ({ item, unit }: ItemView) => JSON.stringify([item, unit]);
    const ofA = new Map(this.#rows.rowsOfSide(a).map((row) => [name(row), row]));
    const pairs = this.#rows.rowsOfSide(b).flatMap((row) => {
      const other = ofA.get(name(row));
      return other === undefined ? [] : [{ a: other, b: row }];
    });
    const flipped = (from: ItemView['state'], to: ItemView['state']) => {
      const found = pairs.filter((pair) => pair.a.state === from && pair.b.state === to);
      return { count: found.length, shown: found.slice(0, maxFlips) };
    };
    return { lost: flipped('right', 'wrong'), gained: flipped('wrong', 'right') };
  }

  async #run(id: string): Promise<RunRecord> {
    const run = (await this.#store.runs()).find((each) => each.id === id);
    if (run === undefined) throw new AppError('unknown-run', `the store has no run ${id}`);
    return run;
  }

  /** Returns the runs whose items of an experiment are those of a run: the run itself first. */
  async #runsOnSameData(run: RunRecord, experiment: string): Promise<readonly RunRecord[]> {
    const data = dataOf(run, experiment);
    const others = (await this.#store.runs()).filter((each) => each.id !== run.id && dataOf(each, experiment) === data);
    return [run, ...others];
  }

  /** Refuses two runs with different data: their items are not the same. */
  async #refuseOtherItems(experiment: string, a: RunRecord, b: RunRecord): Promise<void> {
    const data = dataOf(a, experiment);
    if (data !== undefined && data === dataOf(b, experiment)) return;
    throw new AppError('other-data', `the runs ${a.id} and ${b.id} used different data for ${experiment}`, {
      hint: 'an item-by-item comparison requires runs on the same items',
    });
  }
}

function searchTime({ within }: CountsQuery, signal: AbortSignal) {
  return { signal, maxMs: maxSearchMs, withinMs: within ?? Number.POSITIVE_INFINITY };
}

/** Returns the hash of a run's items of an experiment; undefined if the run does not have the experiment. */
function dataOf({ config }: RunRecord, experiment: string): string | undefined {
  return config.experiments.find(({ name }) => name === experiment)?.dataset.sha256;
}
