import { analysisOf, type ReadAnalysis, type ReadRuns, type RunsAnalysis, readRuns } from '../analyze/analyze-runs.ts';
import { raschReport } from '../analyze/rasch/rasch-table.ts';
import type { AnsweredCall } from '../answers/outcomes/outcome-rows.ts';
import { readPublishedResults } from '../data/files/published-results.ts';
import { publishedBenchmarks } from '../data/shipped-datasets.ts';
import { experimentNamed } from '../experiments/registry.ts';
import type { ReportSection, ReportTable } from '../results/page.ts';
import type { RunRecord } from '../store/store.ts';
import { storedDatasets } from '../store/stored-datasets.ts';
import { type OutcomeExport, OutcomeFiles } from './export/export-outcomes.ts';
import { HtmlItems } from './export/html-items.ts';
import { explainWriting, ReportFolder } from './export/report-folder.ts';
import type { Figure } from './figures/render/figure.ts';
import { pngRenderer } from './figures/svg-png.ts';
import { finishReport } from './finish-report.ts';
import { showRule } from './input/redact-unlicensed.ts';
import type { ReportFacts, ReportSource, TranscriptCall } from './input/report-input.ts';
import { type FindExecutions, followedExecutions, OtherExecutions } from './methods/other-executions.ts';
import type { ReportOptions, RunsReport } from './report-options.ts';

/** Maximum product of items and models with transcripts in logs; beyond, only the store has them. */
const mostTranscripts = 20_000;

/** Options of a report, and what the caller knows of studies and of other runs. */
interface ReportFileOptions extends ReportOptions {
  /** Where the executions are that predictions of a run without executions are about; absent: in the run it follows. */
  readonly findExecutions?: FindExecutions;
  /** Figures of studies that used the runs; absent: none. */
  readonly studyFigures?: readonly Figure[];
  /** Tables that stand with the verdict of the study that the runs belong to; absent: none. */
  readonly studyTables?: readonly ReportTable[];
  /** The other sections of that study; absent: none. */
  readonly studySections?: readonly ReportSection[];
}

/**
 * Writes the report of runs: the page as `report.html` and, next to it, Markdown, CSV, JSON, SVG, LaTeX and Inspect
 * logs. The runs are read once. Throws an `AppError` when the folder cannot be written, and in the cases of
 * `analyzeRuns`.
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
  { folder: path, besidePaper = false, png = false, findExecutions, ...shown }: ReportFileOptions,
): Promise<RunsReport> {
  const renderPng = png ? await pngRenderer() : null; // refuses before the runs are read
  const source = await reportSource(read);
  const folder = new ReportFolder(path);
  const items = new HtmlItems(source);
  const { analysis, pass, ...found } = await passRuns(read, {
    ...{ source, folder, items },
    others: await otherExecutions(read, findExecutions),
  });
  const facts = {
    ...source,
    ...found,
    estimates: analysis.estimates,
    results: analysis.results(),
    attributes: analysis.attributes(),
    served: analysis.served,
    readings: analysis.readings,
    salvaged: analysis.salvaged,
    rasch: raschReport(publishedBenchmarks(), 'paper'),
    published: besidePaper ? readPublishedResults() : null,
    ...(shown.worth === undefined ? {} : { worth: shown.worth }),
    studyFigures: shown.studyFigures ?? [],
    studyTables: shown.studyTables ?? [],
    studySections: shown.studySections ?? [],
  };
  return { analysis, written: await finishReport(facts, pass, { folder, items: items.html(), renderPng }) };
}

interface PassedRuns extends Pick<ReportFacts, 'comparison' | 'spreads' | 'agreements' | 'groups'> {
  readonly analysis: RunsAnalysis;
  readonly pass: OutcomeExport;
}

interface OpenFiles {
  readonly source: ReportSource;
  readonly folder: ReportFolder;
  readonly items: HtmlItems;
  readonly others: OtherExecutions;
}

async function otherExecutions(read: ReadRuns, find: FindExecutions = () => null): Promise<OtherExecutions> {
  const followed = followedExecutions(read.runs, await read.store.runs());
  return new OtherExecutions(read, (run, model) => find(run, model) ?? followed(run, model));
}

async function passRuns(read: ReadRuns, { source, folder, items, others }: OpenFiles): Promise<PassedRuns> {
  const files = new OutcomeFiles(source, folder);
  const isShort = itemsOf(read.runs) < mostTranscripts;
  try {
    const show = showRule(source);
    const gathered = await readRuns(read, async (item) => {
      const shown = show(item.rows);
      const calls = isShort ? () => item.calls().map(transcriptCall) : undefined;
      const joined = await others.join(item.rows);
      const scored = joined === null ? null : { ...joined, rows: show(joined.rows).rows };
      items.add(item, shown);
      await files.add(item.rows, shown, { calls, scored });
    });
    return await analysed(gathered, { read, files });
  } finally {
    files.close();
  }
}

interface Analyzing {
  readonly read: ReadRuns;
  readonly files: OutcomeFiles;
}

async function analysed(gathered: ReadAnalysis, { read, files }: Analyzing): Promise<PassedRuns> {
  const analysis = analysisOf(gathered, read);
  const pass = await files.finish({
    estimates: analysis.estimates,
    findings: analysis.results().findings,
  });
  const [spreads, agreements] = [analysis.spreads('all'), analysis.agreements()];
  const groups = analysis.categories.groupAccuracies();
  return {
    analysis,
    pass,
    spreads,
    agreements,
    groups,
    comparison: analysis.comparison(),
  };
}

/** Returns the number of items times models times conditions. */
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
      if (found === undefined) continue; // reading the run's tasks reports it
      const { items, ...note } = found;
      datasets.set(note.sha256, note);
      // not the data set's own experiment: equal items may have been stored for another experiment first
      const experiment = experimentNamed(experiments, name);
      const key = `${name}\n${note.sha256}`;
      const titles = known.get(key) ?? new Map(Array.from(items, (item) => [item.id, experiment.title(item)]));
      known.set(key, titles);
      texts.set(`${id}\n${name}`, titles); // two runs may have different items with equal ids
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
