import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../analyse/compare.ts';
import { settingsOfRuns } from '../analyse/data-of-runs.ts';
import { raschReport } from '../analyse/rasch-table.ts';
import { readPublishedResults } from '../dataset/published-results.ts';
import { dataFolder } from '../dataset/shipped.ts';
import { experimentNamed } from '../experiments/registry.ts';
import { storedDatasets } from '../pipeline.ts';
import type { ReportSource, TranscriptCall } from '../report/input.ts';
import { OutcomeFiles, type OutcomePass } from '../report/outcome-pass.ts';
import { ReportFolder } from '../report/report-folder.ts';
import { finishReport, type WrittenReport } from '../report/write-report.ts';
import type { AnsweredCall } from '../score/outcomes.ts';
import type { RunRecord } from '../store/store.ts';
import { giveMemoryBack, keepHeapSmall } from '../util/small-heap.ts';
import { analyseRuns, type ReadRuns, type RunsAnalysis } from './analysis-of-runs.ts';

/** Beyond so many items and models, logs carry no transcripts: the store has them. */
const mostTranscripts = 20_000;

/** Beyond so many, what V8 leaves uncollected would be most of the memory. */
const manyItems = 100_000;

/** Room for what is alive of the items that are read together: with less, it is copied in every collection. */
const heapOfItems = { young: 32, growth: 40 };

/** Reads the runs once, and writes every file of their report while and after they are analysed. */
export async function reportFiles(
  read: ReadRuns,
  path: string,
): Promise<{ readonly analysis: RunsAnalysis; readonly written: WrittenReport }> {
  const source = await reportSource(read);
  const folder = new ReportFolder(path);
  const isLarge = itemsOf(read.runs) > manyItems;
  if (isLarge) keepHeapSmall(heapOfItems);
  const { analysis, pass } = await passRuns(read, source, folder);
  if (isLarge) giveMemoryBack(); // the comparison needs room of its own
  const benchmarks = readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
  const facts = {
    ...source,
    estimates: analysis.estimates,
    comparison: compare(analysis.fields, { seed: read.seed, settingsOf: settingsOfRuns(read.runs) }),
    spreads: analysis.spreads('all'),
    agreements: analysis.agreements(),
    rasch: raschReport(benchmarks, 'paper'),
    published: readPublishedResults(),
  };
  return { analysis, written: await finishReport(facts, pass, folder) };
}

async function passRuns(
  read: ReadRuns,
  source: ReportSource,
  folder: ReportFolder,
): Promise<{ readonly analysis: RunsAnalysis; readonly pass: OutcomePass }> {
  const files = new OutcomeFiles(source, folder);
  const isShort = itemsOf(read.runs) < mostTranscripts;
  try {
    const analysis = await analyseRuns(read, async ({ rows, calls }) => {
      const transcript = isShort ? () => calls().map(transcriptCall) : undefined;
      for (const row of rows) await files.add(row, transcript);
    });
    return { analysis, pass: await files.finish(analysis.estimates) };
  } finally {
    files.close();
  }
}

/** How often an item is asked of a model under a condition. */
function itemsOf(runs: readonly RunRecord[]): number {
  const planned = runs.flatMap(({ config: { models, experiments } }) =>
    experiments.map(({ dataset, conditions }) => dataset.items * conditions.length * models.length),
  );
  return planned.reduce((sum, items) => sum + items, 0);
}

async function reportSource({ store, runs, experiments }: ReadRuns): Promise<ReportSource> {
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
  return { runs, datasets: [...datasets.values()], itemText };
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
