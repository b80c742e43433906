import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison } from '../analyse/comparison.ts';
import { raschReport } from '../analyse/rasch-table.ts';
import { readPublishedResults } from '../dataset/published-results.ts';
import { dataFolder } from '../dataset/shipped.ts';
import { type Experiments, experimentNamed } from '../experiments/registry.ts';
import { runOutcomes, storedDatasets, storedWorks } from '../pipeline.ts';
import { askedModel, conditionName, keyed, type Work } from '../plan/work.ts';
import type { ReportInput, TranscriptCall } from '../report/input.ts';
import type { OutcomeRow } from '../score/outcome.ts';
import { storedAnswers } from '../score/outcomes.ts';
import { batchedAnswers } from '../store/batched-answers.ts';
import type { RunRecord, Store } from '../store/store.ts';
import type { RunsAnalysis } from './analysis-of-runs.ts';

/** Beyond so many items and models, logs carry no transcripts: the store has them. */
const mostTranscripts = 20_000;

export interface ReportSource {
  readonly store: Store;
  readonly runs: readonly RunRecord[];
  readonly experiments: Experiments;
  readonly analysis: RunsAnalysis;
  readonly comparison: Comparison | null;
}

/** Everything that the files of a report are made of, read from the store. */
export async function reportInput(source: ReportSource): Promise<ReportInput> {
  const { store, runs, experiments, analysis, comparison } = source;
  const datasets = new Map<string, ReportInput['datasets'][number]>();
  const texts = new Map<string, string>();
  const works = new Map<string, Work>();
  for (const run of runs) {
    for (const { items, ...note } of (await storedDatasets(store, run.config)).values()) {
      datasets.set(note.sha256, note);
      const experiment = experimentNamed(experiments, note.experiment);
      for (const item of items) texts.set(`${note.experiment}\n${item.id}`, experiment.title(item));
    }
    for (const work of await storedWorks(store, run, experiments)) {
      if (works.size >= mostTranscripts) break;
      works.set(workKey(run.id, work), work);
    }
  }
  const benchmarks = readFileSync(join(dataFolder, 'published', 'benchmarks.csv'), 'utf8');
  return {
    runs,
    datasets: [...datasets.values()],
    estimates: analysis.estimates,
    comparison,
    spreads: analysis.spreads('all'),
    agreements: analysis.agreements(),
    rasch: raschReport(benchmarks, 'paper'),
    published: readPublishedResults(),
    outcomes: allOutcomes(source),
    itemText: (experiment, item) => texts.get(`${experiment}\n${item}`) ?? null,
    ...(works.size < mostTranscripts ? { transcript: (row) => transcriptOf(store, works.get(rowKey(row))) } : {}),
  };
}

async function* allOutcomes({ store, runs, experiments }: ReportSource): AsyncGenerator<OutcomeRow> {
  for (const run of runs) yield* runOutcomes(store, run, experiments);
}

function workKey(run: string, { experiment, subject, context }: Work): string {
  return JSON.stringify([run, experiment.name, subject.name, conditionName(context.condition), context.item.id]);
}

function rowKey({ run, experiment, model, condition, item }: OutcomeRow): string {
  return JSON.stringify([run, experiment, model, condition, item]);
}

async function transcriptOf(store: Store, work: Work | undefined): Promise<readonly TranscriptCall[]> {
  if (work === undefined) return [];
  const answers = await storedAnswers(store, work, batchedAnswers(store));
  const calls = work.experiment.plan(work.context, answers);
  const keys = calls.map((call) => keyed(work, call).key);
  const stored = await store.answers(keys);
  return calls.map((call, index): TranscriptCall => {
    const key = keys[index];
    const found = key === undefined ? undefined : stored.get(key);
    return {
      ...call,
      model: askedModel(work, call).name,
      answer: found?.answer ?? null,
      askedAt: found?.askedAt ?? null,
      latencyMs: found?.latencyMs ?? null,
    };
  });
}
