import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../analyse/compare.ts';
import { raschReport } from '../analyse/rasch-table.ts';
import { loadConfig } from '../config/load.ts';
import { readPublishedResults } from '../dataset/published-results.ts';
import { dataFolder } from '../dataset/shipped.ts';
import { type Experiments, experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import { storedDatasets } from '../pipeline.ts';
import type { ReportSource, TranscriptCall } from '../report/input.ts';
import { OutcomeFiles } from '../report/outcome-pass.ts';
import { ReportFolder } from '../report/report-folder.ts';
import { finishReport, type WrittenReport } from '../report/write-report.ts';
import type { AnsweredCall } from '../score/outcomes.ts';
import type { RunRecord, Store } from '../store/store.ts';
import { analyseRuns, type ReadRuns, type RunsAnalysis } from './analysis-of-runs.ts';

/** Beyond so many items and models, logs carry no transcripts: the store has them. */
const mostTranscripts = 20_000;

/** Reads the runs once, and writes every file of their report while and after they are analysed. */
export async function reportFiles(
  { store, runs, seed }: ReadRuns,
  path: string,
): Promise<{ readonly analysis: RunsAnalysis; readonly written: WrittenReport }> {
  const experiments = experimentRegistry((await loadConfig(null)).experiments ?? []);
  const source = await reportSource(store, runs, experiments);
  const folder = new ReportFolder(path);
  const files = new OutcomeFiles(source, folder);
  const isShort = itemsOf(runs) < mostTranscripts;
  try {
    const analysis = await analyseRuns({ store, runs, seed }, async ({ rows, calls }) => {
      const transcript = isShort ? () => calls().map(transcriptCall) : undefined;
      for (const row of rows) await files.add(row, transcript);
    });
    const { estimates } = analysis;
    const pass = await files.finish(estimates);
    const benchmarks = readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
    const facts = {
      ...source,
      estimates,
      comparison: compare(analysis.fields, { seed }),
      spreads: analysis.spreads('all'),
      agreements: analysis.agreements(),
      rasch: raschReport(benchmarks, 'paper'),
      published: readPublishedResults(),
    };
    return { analysis, written: await finishReport(facts, pass, folder) };
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

async function reportSource(store: Store, runs: readonly RunRecord[], experiments: Experiments): Promise<ReportSource> {
  const datasets = new Map<string, ReportSource['datasets'][number]>();
  const texts = new Map<string, string>();
  for (const run of runs) {
    for (const { items, ...note } of (await storedDatasets(store, run.config)).values()) {
      datasets.set(note.sha256, note);
      const experiment = experimentNamed(experiments, note.experiment);
      for (const item of items) texts.set(`${note.experiment}\n${item.id}`, experiment.title(item));
    }
  }
  const itemText = (experiment: string, item: string) => texts.get(`${experiment}\n${item}`) ?? null;
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
