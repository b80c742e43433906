import { z } from 'zod';
import { type Factor, isSamplingFactor, ownFactors } from '../domain/condition.ts';
import type { ItemBase } from '../domain/dataset.ts';
import { isBuiltInSlot, type SlotKind, type SlotOwner, slotKinds } from '../domain/slot.ts';
import { AppError } from '../util/app-error.ts';
import { checkArguments, experimentShape } from '../util/check-arguments.ts';
import { nearestNames } from '../util/nearest-names.ts';
import { association } from './association/index.ts';
import { cost } from './cost/index.ts';
import { delegate } from './delegate/index.ts';
import { difficulty } from './difficulty/index.ts';
import type { Experiment } from './experiment.ts';
import { flip } from './flip/index.ts';
import { injection } from './injection/index.ts';
import { know } from './know/index.ts';
import { property } from './property/index.ts';
import { recognize } from './recognize/index.ts';
import { repeat } from './repeat/index.ts';
import { restriction } from './restriction/index.ts';
import { scored } from './scored/index.ts';
import { stump } from './stump/index.ts';
import type { Training } from './training.ts';
import { verbatim } from './verbatim/index.ts';

const experimentArguments = z.object({ experiment: experimentShape });
const registryArguments = z.object({ own: z.array(experimentShape) });

/** Hides an experiment's item type: its items are validated against `itemSchema` where they are loaded. */
export function defineExperiment<Item extends ItemBase>(experiment: Experiment<Item>): Experiment {
  checkArguments('defineExperiment', experimentArguments, { experiment });
  return experiment as unknown as Experiment; // items pass through its own schema first (see dataset/load)
}

/** The shipped experiments. To add one, create its folder and add one line here. */
export const shippedExperiments = {
  association: defineExperiment(association),
  restriction: defineExperiment(restriction),
  difficulty: defineExperiment(difficulty),
  stump: defineExperiment(stump),
  verbatim: defineExperiment(verbatim),
  property: defineExperiment(property),
  know: defineExperiment(know),
  cost: defineExperiment(cost),
  repeat: defineExperiment(repeat),
  recognize: defineExperiment(recognize),
  delegate: defineExperiment(delegate),
  flip: defineExperiment(flip),
  injection: defineExperiment(injection),
} as const;

/** Experiments whose runs are only imported, never executed: they are known where runs are read. */
export const importedExperiments = { scored: defineExperiment(scored) } as const;

export type Experiments = ReadonlyMap<string, Experiment>;

/** Returns whether an experiment comes with the program, so that its version says how it reads answers. */
export function isShipped(experiment: Experiment): boolean {
  const all: readonly Experiment[] = [...Object.values(shippedExperiments), ...Object.values(importedExperiments)];
  return all.includes(experiment);
}

/** Returns the experiments of the paper's self-execution score, which run by default. */
export function scoreExperiments(experiments: Experiments): readonly Experiment[] {
  return [...experiments.values()].filter(({ selfExecutionMeasure }) => selfExecutionMeasure !== undefined);
}

/** Returns the shipped experiments and those that only imported runs have, by name. */
export function allExperiments(): Experiments {
  const imported = Object.values(importedExperiments).map((experiment) => [experiment.name, experiment] as const);
  return new Map([...experimentRegistry(), ...imported]);
}

/** Returns the shipped experiments and the user's own, by name. */
export function experimentRegistry(own: readonly Experiment[] = []): Experiments {
  checkArguments('experimentRegistry', registryArguments, { own });
  const registry = new Map<string, Experiment>();
  for (const experiment of [...Object.values(shippedExperiments), ...own]) {
    if (registry.has(experiment.name)) {
      throw new AppError('experiment-twice', `two experiments have the name "${experiment.name}"`, {
        hint: 'rename one of them',
      });
    }
    requireOutcomes(experiment);
    requireSlots(experiment);
    requireFactors(experiment);
    registry.set(experiment.name, experiment);
  }
  return registry;
}

/** Throws an AppError for an experiment without the function that was called `score` in version 0.2. */
function requireOutcomes({ name, outcomes }: Pick<Experiment, 'name' | 'outcomes'>): void {
  if (typeof outcomes === 'function') return; // absent in an object that no compiler checked
  throw new AppError('no-outcomes', `experiment ${name} has no function \`outcomes\``, {
    hint: 'it was called `score` in version 0.2: rename it; stored answers are safe, and `seb report` reads them again',
  });
}

/** Matches slot names, which are part of call keys. */
const slotName = /^[a-z][a-z0-9-]{0,39}$/;

/** Throws an AppError for an experiment without slots, or with a slot name that call keys cannot hold. */
function requireSlots({ name, slots }: SlotOwner): void {
  const ids = Object.keys(slots ?? {}); // absent in an object that no compiler checked
  const invalid = ids.find(
    (id) => !slotName.test(id) || isBuiltInSlot(id) || !slotKinds.includes(slots[id]?.kind as SlotKind),
  );
  if (ids.length > 0 && invalid === undefined) return;
  const what =
    invalid === undefined ? 'declares no slots' : `declares the slot "${invalid}" with an invalid name or kind`;
  throw new AppError('bad-slots', `experiment ${name} ${what}`, {
    hint: `write slots: { word: { kind: 'behave', maxOutputTokens: 100 } }, with names of lower-case letters, digits and hyphens, and one of the kinds ${slotKinds.join(', ')}`,
  });
}

/** Names of conditions show the name of an own factor before its level. */
const ownFactorName = /^(?!(?:systemOn|constrain|tools|executor)$)[a-z][A-Za-z0-9-]{0,39}$/;
/** Commas separate the levels in the name of a condition. */
const ownLevel = /^[^\s,=][^,=]{0,79}$/;

/**
 * Throws an AppError for an experiment without wording, language or mode, or with a factor that the name of a condition
 * cannot hold.
 */
function requireFactors({ name, factors }: Pick<Experiment, 'name' | 'factors'>): void {
  const missing = ['wording', 'language', 'mode'].find((factor) => (factors?.[factor]?.levels.length ?? 0) === 0);
  const invalid =
    missing ??
    ownFactors(factors).find(
      (own) => isSamplingFactor(own) || !ownFactorName.test(own) || !isNameable(factors[own]?.levels ?? []),
    );
  if (invalid === undefined) return;
  throw new AppError('bad-factors', `experiment ${name} has no usable levels of the factor "${invalid}"`, {
    hint: "write factors: { wording: { levels: ['plain'] }, language: { levels: ['en'] }, mode: { levels: ['direct'] } }, and own factors with names of letters, digits and hyphens; their levels hold no comma and no equals sign",
  });
}

function isNameable(levels: Factor['levels'] | readonly []): boolean {
  return levels === 'any text' || (levels.length > 0 && levels.every((level) => ownLevel.test(level)));
}

/** An experiment that models can be trained to predict. */
export type TrainableExperiment = Experiment & { readonly training: Training };

/** Returns the experiment of that name, or the first that declares training. AppError where it declares none. */
export function trainableExperiment(registry: Experiments, name?: string): TrainableExperiment {
  const trainable = [...registry.values()].filter(isTrainable);
  const wanted = name === undefined ? trainable[0] : experimentNamed(registry, name);
  if (wanted !== undefined && isTrainable(wanted)) return wanted;
  throw new AppError('not-trainable', `models cannot be trained to predict the experiment "${name ?? ''}"`, {
    hint: `choose from ${trainable.map((each) => each.name).join(', ')}`,
  });
}

export function isTrainable(experiment: Experiment): experiment is TrainableExperiment {
  return experiment.training !== undefined;
}

export function experimentNamed(registry: Experiments, name: string): Experiment {
  const experiment = registry.get(name);
  if (experiment !== undefined) return experiment;
  const known = [...registry.keys()];
  const nearest = nearestNames(name, known);
  const meant = nearest.length === 0 ? '' : `did you mean ${nearest.join(' or ')}? `;
  throw new AppError('unknown-experiment', `unknown experiment "${name}"`, {
    hint: `${meant}choose from ${known.join(', ')}; \`seb experiments\` describes them`,
  });
}
