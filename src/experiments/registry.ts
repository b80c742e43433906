import { AppError } from '../util/app-error.ts';
import { association } from './association/index.ts';
import { difficulty } from './difficulty/index.ts';
import type { Experiment, ItemBase } from './experiment.ts';
import { restriction } from './restriction/index.ts';
import { stump } from './stump/index.ts';
import { verbatim } from './verbatim/index.ts';

/** Closes over an experiment's own item type: its items are checked against `itemSchema` where they are loaded. */
export function defineExperiment<Item extends ItemBase>(experiment: Experiment<Item>): Experiment {
  return experiment as unknown as Experiment; // items reach it only through its own schema (see dataset/load)
}

const shipped: readonly Experiment[] = [
  defineExperiment(association),
  defineExperiment(restriction),
  defineExperiment(difficulty),
  defineExperiment(stump),
  defineExperiment(verbatim),
];

/** The experiments of the published protocol whose accuracies make the paper's self-execution score. */
export const paperExperiments = ['association', 'restriction', 'difficulty'] as const;

export type Experiments = ReadonlyMap<string, Experiment>;

/** The shipped experiments and those that a user defined, by name. */
export function experimentRegistry(own: readonly Experiment[] = []): Experiments {
  const registry = new Map<string, Experiment>();
  for (const experiment of [...shipped, ...own]) {
    if (registry.has(experiment.name)) {
      throw new AppError('experiment-twice', `two experiments are named "${experiment.name}"`, {
        hint: 'rename one of them',
      });
    }
    registry.set(experiment.name, experiment);
  }
  return registry;
}

export function experimentNamed(registry: Experiments, name: string): Experiment {
  const experiment = registry.get(name);
  if (experiment !== undefined) return experiment;
  throw new AppError('unknown-experiment', `there is no experiment "${name}"`, {
    hint: `choose from ${[...registry.keys()].join(', ')}`,
  });
}
