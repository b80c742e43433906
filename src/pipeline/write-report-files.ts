import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startComparison } from '../analyze/compare/compare-worker.ts';
import { raschReport } from '../analyze/rasch/rasch-table.ts';
import { dataFolder } from '../dataset/shipped.ts';
import { experimentNamed } from '../experiments/registry.ts';
import { readPublishedResults } from '../files/published-results.ts';
import { type OutcomeExport, OutcomeFiles } from '../report/export/export-outcomes.ts';
import { explainWriting, ReportFolder } from '../report/export/report-folder.ts';
import type { OpenReportPage, ReportPage } from '../report/export/report-page.ts';
import { finishReport, type WrittenReport } from '../report/export/write-report.ts';
import type { ReportFacts, ReportSource, TranscriptCall } from '../report/report-input.ts';
import type { AnsweredCall } from '../score/outcomes.ts';
import type { RunRecord } from '../store/store.ts';
import { storedDatasets } from '../store/stored-datasets.ts';
import { giveMemoryBack, keepHeapSmall } from '../util/small-heap.ts';
import { analysisOf, type ReadAnalysis, type ReadRuns, type RunsAnalysis, readRuns } from './analyze-runs.ts';

/** Beyond so many items and models, logs carry no transcripts: the store has them. */
const mostTranscripts = 20_000;

/** Beyond so many, what V8 leaves uncollected would be most of the memory. */
const manyItems = 100_000;

/** Room for what is alive of the items that are read together: with less, it is copied in every collection. */
const heapOfItems = { young: 32, growth: 40, room: 80 };

/** Where and how a report is written. */
export interface ReportFileOptions {
  /** Created when it is missing. Files of an earlier report are replaced. */
  readonly folder: string;
  /** Draw the published values of arXiv 2508.12277 beside those of the runs. Default: false. */
  readonly besidePaper?: boolean | undefined;
  /** Opens `report.html`. */
  readonly openPage: OpenReportPage;
}

/** A written report, and the analysis that it shows. */
export interface RunsReport {
  readonly analysis: RunsAnalysis;
  readonly written: WrittenReport;
}

/**
 * Writes the report of runs: the page as `report.html` and, beside it, Markdown, CSV, JSON, SVG, LaTeX and Inspect logs. The runs are read once. Throws an `AppError` when the folder cannot be written, and as `analyzeRuns` does.
 */
export async function writeReportFiles(read: ReadRuns, options: ReportFileOptions): Promise<RunsReport> {
  try {
    return await writeFiles(read, options);
  } catch (error) {
    throw explainWriting(error, options.folder);
  }
}

async function writeFiles(
  read: ReadRuns,
  { folder: path, besidePaper = false, openPage }: ReportFileOptions,
): Promise<RunsReport> {
  const source = await reportSource(read);
  const folder = new ReportFolder(path);
  const page = openPage(source, folder);
  if (isLarge(read)) keepHeapSmall(heapOfItems);
  const { analysis, pass, ...found } = await passRuns(read, { source, folder, page });
  const benchmarks = readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
  const facts = {
    ...source,
    ...found,
    estimates: analysis.estimates,
    served: analysis.served,
    rasch: raschReport(benchmarks, 'paper'),
    published: besidePaper ? readPublishedResults() : null,
  };
  return { analysis, written: await finishReport(facts, pass, { folder, page }) };
}

interface PassedRuns extends Pick<ReportFacts, 'comparison' | 'spreads' | 'agreements' | 'contrasts' | 'groups'> {
  readonly analysis: RunsAnalysis;
  readonly pass: OutcomeExport;
}

interface OpenFiles {
  readonly source: ReportSource;
  readonly folder: ReportFolder;
  readonly page: ReportPage;
}

async function passRuns(read: ReadRuns, { source, folder, page }: OpenFiles): Promise<PassedRuns> {
  const files = new OutcomeFiles(source, folder);
  const isShort = itemsOf(read.runs) < mostTranscripts;
  try {
    const gathered = await readRuns(read, (item) => {
      page.add(item);
      return files.add(item.rows, isShort ? () => item.calls().map(transcriptCall) : undefined);
    });
    if (isLarge(read)) giveMemoryBack(); // estimates and comparison need room of their own
    return await analysed(gathered, read, files);
  } finally {
    files.close();
  }
}

/** Models are compared while estimates are made, where there is a second core for it. */
async function analysed(gathered: ReadAnalysis, read: ReadRuns, files: OutcomeFiles): Promise<PassedRuns> {
  const compared = startComparison({ fields: gathered.analyzer.fields(), seed: read.seed, runs: read.runs });
  try {
    const analysis = analysisOf(gathered, read);
    const pass = await files.finish(analysis.estimates);
    const [spreads, agreements, contrasts] = [analysis.spreads('all'), analysis.agreements(), analysis.contrasts()];
    const groups = analysis.categories.groupAccuracies(read.seed);
    return { analysis, pass, spreads, agreements, contrasts, groups, comparison: await compared.comparison() };
  } finally {
    compared.close();
  }
}

function isLarge({ runs }: ReadRuns): boolean {
  return itemsOf(runs) > manyItems;
}

/** How often an item is asked of a model under a condition. */
function itemsOf(runs: readonly RunRecord[]): number {
  const planned = runs.flatMap(({ config: { models, experiments } }) =>
    experiments.map(({ dataset, conditions }) => dataset.items * conditions.length * models.length),
  );
  return planned.reduce((sum, items) => sum + items, 0);
}

export async function reportSource({ store, runs, experiments }: ReadRuns): Promise<ReportSource> {
  const datasets = new Map<string, ReportSource['datasets'][number]>();
  const known = new Map<string, ReadonlyMap<string, string>>();
  const texts = new Map<string, ReadonlyMap<string, string>>();
  for (const { id, config } of runs) {
    const stored = await storedDatasets(store, config);
    for (const { name, dataset } of config.experiments) {
      const found = stored.get(dataset.sha256);
      if (found === undefined) continue; // going through the run's works says so
      const { items, ...note } = found;
      datasets.set(note.sha256, note);
      // not the data set's own: the same items may have been stored for another experiment first
      const experiment = experimentNamed(experiments, name);
      const key = `${name}\n${note.sha256}`;
      const titles = known.get(key) ?? new Map(Array.from(items, (item) => [item.id, experiment.title(item)]));
      known.set(key, titles);
      texts.set(`${id}\n${name}`, titles); // two runs may have other items by the same ids
    }
  }
  const itemText: ReportSource['itemText'] = ({ run, experiment, item }) =>
    texts.get(`${run}\n${experiment}`)?.get(item) ?? null;
  return { experiments, runs, datasets: [...datasets.values()], itemText };
}

function transcriptCall({ call, model, stored }: AnsweredCall): TranscriptCall {
  return {
    ...call,
    model,
    answer: stored?.answer ?? null,
    askedAt: stored?.askedAt ?? null,
    latencyMs: stored?.latencyMs ?? null,
  };
}
