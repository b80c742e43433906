import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from '../../data/files/csv.ts';
import { readPublishedResults } from '../../data/files/published-results.ts';
import { readText } from '../../data/files/read-text.ts';
import { publishedName } from './model-names.ts';

/**
 * Numbers of items of a run that the authors counted as failed, and of predictions that came true, which identify the
 * run.
 */
export interface FailureCounts {
  readonly model: string;
  readonly consistent: number;
  readonly predictions: number;
  readonly judgements: number;
}

const summaries = ['summarized_results_450_parallel.csv', 'summarized_results_450.csv'];

/** Reads the counters of every run in a clone's summaries, or from the published tables if it has no summary. */
export function readFailureCounts(folder: string): readonly FailureCounts[] {
  const files = summaries.map((name) => join(folder, 'experiment 2', name)).filter((file) => existsSync(file));
  return files.length > 0 ? files.flatMap(summaryCounts) : publishedCounts();
}

/** Reads cells of one sentence each; a run begins with the cell that names its model. */
function summaryCounts(file: string): readonly FailureCounts[] {
  const text = parseCsv(readText(file), file)
    .map(({ value }) => value[0] ?? '')
    .join('\n');
  return text.split('The current model is:').flatMap((run) => {
    const number = (label: string) => Number(new RegExp(`${label}: (\\d+)`).exec(run)?.[1] ?? Number.NaN);
    const counts = {
      model: publishedName(run.trim().split('\n')[0] ?? ''),
      consistent: number('consistent answers'),
      predictions: number('provision failure'),
      judgements: number('verification failure'),
    };
    return Object.values(counts).some(Number.isNaN) ? [] : [counts];
  });
}

function publishedCounts(): readonly FailureCounts[] {
  return readPublishedResults().models.map(({ model, restriction }) => ({
    model,
    consistent: restriction.consistent,
    predictions: restriction.failedForecasts,
    judgements: restriction.failedJudgements,
  }));
}
