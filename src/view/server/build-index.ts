import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { analysisOf, type ReadRuns, readRuns } from '../../analyze/analyze-runs.ts';
import { raschReport } from '../../analyze/rasch/rasch-table.ts';
import type { ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import { countCalls } from '../../answers/plan/count-calls.ts';
import { storedWorks } from '../../answers/stored-run.ts';
import { readAttributes } from '../../data/files/attribute-file.ts';
import { publishedBenchmarks } from '../../data/shipped-datasets.ts';
import type { Experiments } from '../../experiments/registry.ts';
import type { ReportFacts } from '../../report/input/report-input.ts';
import { unitWordsOf } from '../../report/input/unit-row.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { storedDatasets } from '../../store/stored-datasets.ts';
import { ItemTitles } from '../page/item-titles.ts';
import { PagePass } from '../page/page-pass.ts';
import { runPageOf } from '../page/run-page.ts';
import { searchedText } from '../search/searched-text.ts';
import { IndexWriter } from '../search-index/index-writer.ts';
import { attributesMark, fingerprintOf } from './fingerprints.ts';

interface BuildOptions {
  readonly store: Store;
  readonly run: RunRecord;
  readonly experiments: Experiments;
  readonly database: DatabaseSync;
  /** File with attributes of the models; null for none. */
  readonly attributes: string | null;
  /** Called with the share of the items that was read. */
  readonly onProgress: (share: number) => void;
}

/** Reads, scores and analyzes one run, and writes its rows and its page to the index in one transaction. */
export async function buildRunIndex(options: BuildOptions): Promise<void> {
  const { store, run, experiments, database } = options;
  const labels = await store.labels();
  const attributes = attributesMark(options.attributes);
  const fingerprint = await fingerprintOf(store, run, { labels: labels.length, attributes });
  const datasets = await storedDatasets(store, run.config);
  const titles = new ItemTitles(run, experiments, datasets);
  const pass = new PagePass(experiments);
  const writer = await begunWriter(database, run.id);
  try {
    const expected = await countCalls(await storedWorks(store, run, experiments));
    const planned = plannedItems(run);
    let [items, elsewhere] = [0, 0];
    const read: ReadRuns = { store, runs: [run], experiments, ...attributesIn(options.attributes) };
    const analyser = await readRuns(read, async (item) => {
      for (const row of item.rows) {
        const title = titles.titleOf(row);
        writer.add(row, { title, words: unitWordsOf(item.work.experiment) });
        pass.add(row, title);
      }
      const [first] = item.rows;
      if (first !== undefined) writer.addAnswers(first, searchedText(answersOf(item)));
      if (run.status !== 'finished') elsewhere += answeredElsewhere(item, run);
      items += 1;
      if (items % 256 === 0) options.onProgress(Math.min(0.99, items / planned));
    });
    await nextTurn();
    const facts = await factsOf(read, analyser);
    const page = await runPageOf(facts, pass.finish());
    writer.finish({ fingerprint, expected, elsewhere, page });
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

const busyPauseMs = 250;
const maxBusyMs = 600_000;

/** Waits while another process builds the index. */
async function begunWriter(database: DatabaseSync, run: string): Promise<IndexWriter> {
  for (const since = performance.now(); ; ) {
    try {
      return new IndexWriter(database, run);
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === 5;
      if (!isBusy || performance.now() - since > maxBusyMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, busyPauseMs));
    }
  }
}

function answersOf({ asked }: ScoredItem): readonly string[] {
  return asked().flatMap(({ stored }) => (stored === null ? [] : [stored.answer.text]));
}

function answeredElsewhere({ calls }: ScoredItem, run: RunRecord): number {
  return calls().filter(({ stored }) => stored !== null && stored.run !== run.id).length;
}

/** Returns items times models times conditions. */
function plannedItems({ config: { models, experiments } }: RunRecord): number {
  const counts = experiments.map(({ dataset, conditions }) => dataset.items * conditions.length * models.length);
  return Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

/** Returns what an analysis of runs reads from a file of attributes; nothing without one. */
export function attributesIn(path: string | null): Pick<ReadRuns, 'attributes'> {
  return path === null ? {} : { attributes: readAttributes(path) };
}

/** Returns the facts that the page of runs shows. */
export async function factsOf(read: ReadRuns, gathered: Awaited<ReturnType<typeof readRuns>>): Promise<ReportFacts> {
  const analysis = analysisOf(gathered, read);
  return {
    experiments: read.experiments,
    results: analysis.results(),
    served: analysis.served,
    runs: read.runs,
    datasets: await notesOf(read),
    estimates: analysis.estimates,
    spreads: analysis.spreads('all'),
    agreements: analysis.agreements(),
    comparison: analysis.comparison(),
    attributes: analysis.attributes(),
    rasch: raschReport(publishedBenchmarks(), 'paper'),
    published: null,
  };
}

async function notesOf({ store, runs }: ReadRuns): Promise<ReportFacts['datasets']> {
  const notes = new Map<string, ReportFacts['datasets'][number]>();
  for (const { config } of runs) {
    for (const [sha256, { items: _items, ...note }] of await storedDatasets(store, config)) notes.set(sha256, note);
  }
  return [...notes.values()];
}
