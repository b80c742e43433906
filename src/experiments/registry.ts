import type { ItemBase } from '../domain/item.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';
import { association } from './association/index.ts';
import { difficulty } from './difficulty/index.ts';
import type { Experiment } from './experiment.ts';
import { property } from './property/index.ts';
import { restriction } from './restriction/index.ts';
import { stump } from './stump/index.ts';
import { verbatim } from './verbatim/index.ts';

/** Closes over an experiment's own item type: its items are checked against `itemSchema` where they are loaded. */
export function defineExperiment<Item extends ItemBase>(experiment: Experiment<Item>): Experiment {
  return experiment as unknown as Experiment; // items reach it only through its own schema (see dataset/load)
}

/** The shipped experiments. To add one: its folder, and one line here. */
export const shippedExperiments = {
  association: defineExperiment(association),
  restriction: defineExperiment(restriction),
  difficulty: defineExperiment(difficulty),
  stump: defineExperiment(stump),
  verbatim: defineExperiment(verbatim),
  property: defineExperiment(property),
} as const;

export type Experiments = ReadonlyMap<string, Experiment>;

/** The experiments that make the paper's self-execution score; they run unless others are named. */
export function scoreExperiments(experiments: Experiments): readonly Experiment[] {
  return [...experiments.values()].filter(({ selfExecutionMeasure }) => selfExecutionMeasure !== undefined);
}

/** The shipped experiments and those that a user defined, by name. */
export function experimentRegistry(own: readonly Experiment[] = []): Experiments {
  const registry = new Map<string, Experiment>();
  for (const experiment of [...Object.values(shippedExperiments), ...own]) {
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
  const known = [...registry.keys()];
  const nearest = nearestNames(name, known);
  const meant = nearest.length === 0 ? '' : `did you mean ${nearest.join(' or ')}? `;
  throw new AppError('unknown-experiment', `there is no experiment "${name}"`, {
    hint: `${meant}choose from ${known.join(', ')}; \`seb experiments\` describes them`,
  });
}
