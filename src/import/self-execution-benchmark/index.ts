import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from '../../dataset/dataset.ts';
import { itemKinds } from '../../dataset/item-kind.ts';
import { loadDataset } from '../../dataset/load.ts';
import { makeDataset } from '../../dataset/make-dataset.ts';
import { sourceOf } from '../../dataset/published.ts';
import type { ItemBase } from '../../experiments/experiment.ts';
import { AppError } from '../../util/app-error.ts';
import type { Recording } from '../recording.ts';
import { readAssociation } from './association.ts';
import { readDifficulty } from './difficulty.ts';
import { readRestriction } from './restriction.ts';
import { readStump, stumpItems } from './stump.ts';

/** One experiment of the authors' repository: its items, and what each model answered. */
export interface RecordedSet {
  readonly dataset: Dataset;
  readonly recordings: readonly Recording[];
}

const name = 'self-execution-benchmark';
const questions = {
  association: join('experiment 1', '3-5_taboo_words.json'),
  restriction: join('experiment 2', 'xstest_prompts.csv'),
  difficulty: join('experiment 3', 'arranged_question_sets.csv'),
} as const;

/** Everything that a clone of the authors' repository holds. AppError where it holds none of the experiments. */
export async function readSelfExecutionBenchmark(folder: string): Promise<readonly RecordedSet[]> {
  const association = await items(folder, 'association');
  const restriction = await items(folder, 'restriction');
  const difficulty = await items(folder, 'difficulty');
  const stump = makeDataset({
    name: `${name}/stump`,
    experiment: 'stump',
    source: sourceOf('MIT', 'Self-Execution Benchmark (Ezra et al. 2025)'),
    items: stumpItems,
  });
  const sets = [
    ...(association === null ? [] : [{ dataset: association, recordings: readAssociation(folder) }]),
    ...(restriction === null ? [] : [restrictionSet(folder, restriction)]),
    ...(difficulty === null ? [] : [{ dataset: difficulty, recordings: readDifficulty(folder) }]),
    { dataset: stump, recordings: readStump(folder) },
  ].filter(({ recordings }) => recordings.length > 0);
  if (sets.length > 0) return sets;
  throw new AppError('import-empty', `${folder} holds no results of the Self-Execution Benchmark`, {
    hint: 'give the folder of a clone of the authors\' repository: the one with "experiment 1" in it',
  });
}

function restrictionSet(folder: string, dataset: Dataset): RecordedSet {
  const ids = Array.from(dataset.items, ({ id }) => id);
  return { dataset, recordings: readRestriction(folder, ids) };
}

async function items(folder: string, experiment: keyof typeof questions): Promise<Dataset | null> {
  const path = join(folder, questions[experiment]);
  if (!existsSync(path)) return null;
  const dataset = await loadDataset<ItemBase>(itemKinds[experiment], path, { seed: 0 });
  return { ...dataset, name: `${name}/${experiment}` };
}
