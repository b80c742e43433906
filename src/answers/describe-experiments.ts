import { listDatasets, shippedDataset } from '../data/shipped-datasets.ts';
import { type Factor, ownFactors } from '../domain/condition.ts';
import type { ItemBase } from '../domain/dataset.ts';
import type { ModelCapability } from '../domain/model-capability.ts';
import type { Experiment } from '../experiments/experiment.ts';
import type { Experiments } from '../experiments/registry.ts';
import { conditionsOf } from './options/conditions.ts';
import { planWithoutAnswers } from './plan/planned-calls.ts';

/** Facts by which a user chooses an experiment. */
export interface DescribedExperiment {
  readonly name: string;
  readonly question: string;
  readonly wordings: readonly string[];
  readonly languages: readonly string[];
  /** Levels of the factors that only this experiment has. */
  readonly factors: Readonly<Record<string, Factor['levels'] | readonly []>>;
  /** Capabilities that its models must have. */
  readonly requires: readonly ModelCapability[];
  /** Items of the shipped set; null when none is shipped. */
  readonly items: number | null;
  /** Calls per item, model and condition with one execution; null when no shipped item is available to count them. */
  readonly callsPerItem: number | null;
  /** Whether it runs by default. */
  readonly isDefault: boolean;
}

/** Describes every experiment: its question, wordings, languages, items and calls per item. */
export function describeExperiments(experiments: Experiments): readonly DescribedExperiment[] {
  const sizes = new Map(listDatasets(experiments.values()).map(({ experiment, rows }) => [experiment, rows]));
  return [...experiments.values()].map((experiment) => {
    const { name, presentation, description, factors, requires = [], selfExecutionMeasure } = experiment;
    const items = sizes.get(name) ?? null;
    return {
      name,
      question: presentation?.question ?? description,
      wordings: factors.wording.levels,
      languages: factors.language.levels,
      factors: Object.fromEntries(ownFactors(factors).map((own) => [own, factors[own]?.levels ?? []])),
      requires,
      items,
      callsPerItem: items === null ? null : callsPerItem(experiment),
      isDefault: selfExecutionMeasure !== undefined,
    };
  });
}

function callsPerItem(experiment: Experiment): number {
  const [item] = shippedDataset<ItemBase>(experiment).items;
  const [condition] = conditionsOf(experiment);
  if (item === undefined || condition === undefined) throw new Error(`${experiment.name} has no item or no condition`);
  const judging = { judge: null, rubric: 'two-way' } as const;
  return planWithoutAnswers(experiment, {
    item,
    condition,
    samples: 1,
    seed: 1,
    judging,
    peers: experiment.needsPeers === true ? ['another model'] : [],
  }).length;
}
