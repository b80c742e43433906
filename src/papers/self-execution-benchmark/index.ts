import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from '../../data/files/published.ts';
import { knownFormats, loadDataset } from '../../data/load.ts';
import { makeDataset } from '../../data/make-dataset.ts';
import type { Dataset, ItemBase } from '../../domain/dataset.ts';
import { shippedExperiments } from '../../experiments/registry.ts';
import { refuseLinks } from '../../recordings/import/plain-files.ts';
import type { Recording } from '../../recordings/import/recording.ts';
import { AppError } from '../../util/app-error.ts';
import { readAssociation } from './association.ts';
import { incompleteDifficulty, readDifficulty } from './difficulty.ts';
import { readRestriction } from './restriction.ts';
import { readStump, stumpItems } from './stump.ts';

/** One experiment of the authors' repository: its items, and each model's answers. */
export interface RecordedSet {
  readonly dataset: Dataset;
  readonly recordings: readonly Recording[];
  /** Why models that have files are not imported, as sentences. */
  readonly skipped: readonly string[];
}

const name = 'self-execution-benchmark';
const questions = {
  association: join('experiment 1', '3-5_taboo_words.json'),
  restriction: join('experiment 2', 'xstest_prompts.csv'),
  difficulty: join('experiment 3', 'arranged_question_sets.csv'),
} as const;

/** Reads all experiments of a clone of the authors' repository. AppError if it contains none of them. */
export async function readSelfExecutionBenchmark(folder: string): Promise<readonly RecordedSet[]> {
  refuseLinks(folder, /^experiment /);
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
    ...(association === null ? [] : [setOf(association, readAssociation(folder))]),
    ...(restriction === null ? [] : [restrictionSet(folder, restriction)]),
    ...(difficulty === null ? [] : [setOf(difficulty, readDifficulty(folder), incompleteDifficulty(folder))]),
    setOf(stump, readStump(folder)),
  ].filter(({ recordings }) => recordings.length > 0);
  if (sets.length > 0) return sets;
  throw new AppError('import-empty', `${folder} contains no results of the Self-Execution Benchmark`, {
    hint: 'give the folder of a clone of the authors\' repository: the one with "experiment 1" in it',
  });
}

function restrictionSet(folder: string, dataset: Dataset): RecordedSet {
  const ids = Array.from(dataset.items, ({ id }) => id);
  return setOf(dataset, readRestriction(folder, ids));
}

/** Skips a model that never answered, with a note, because it would be an empty run. */
function setOf(dataset: Dataset, all: readonly Recording[], incomplete: readonly string[] = []): RecordedSet {
  const isAnswered = ({ answers }: Recording) => [...answers.values()].some(({ kind }) => kind === 'answered');
  const silent = all.filter((recording) => !isAnswered(recording));
  return {
    dataset,
    recordings: all.filter(isAnswered),
    skipped: [
      ...incomplete,
      ...silent.map(({ experiment, model }) => `${experiment} of ${model}: no answer was recorded`),
    ],
  };
}

async function items(folder: string, experiment: keyof typeof questions): Promise<Dataset | null> {
  const path = join(folder, questions[experiment]);
  if (!existsSync(path)) return null;
  const dataset = await loadDataset<ItemBase>(shippedExperiments[experiment], path, {
    seed: 0,
    formats: knownFormats(Object.values(shippedExperiments)),
  });
  return { ...dataset, name: `${name}/${experiment}` };
}
