import { answersByPlace } from '../../domain/recorded.ts';
import type { RunConfig, RunModel } from '../../domain/run-config.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import { AppError } from '../../util/app-error.ts';
import type { RunOptions } from '../options/run-options.ts';
import { hasControl } from '../plan/control-calls.ts';
import { arePredictable, otherPredictors } from '../plan/other-predictors.ts';

/** Returns the models of a run and marks those that only predict or only execute. */
export function askedModels(
  models: readonly RunModel[],
  { predictOnly = [], executeOnly = [] }: RunOptions,
): RunModel[] {
  for (const name of [...predictOnly, ...executeOnly]) {
    if (models.some((model) => model.name === name)) continue;
    throw new AppError('unknown-model', `${name} is not among the models of this run`, {
      hint: `the run has ${models.map((model) => model.name).join(', ')}; add it with --model`,
    });
  }
  const both = predictOnly.find((name) => executeOnly.includes(name));
  if (both !== undefined) {
    throw new AppError('nothing-to-ask', `${both} is in --predict-only and in --execute-only`, {
      hint: 'remove it from both lists to use it for both',
    });
  }
  return models.map((model): RunModel => {
    if (predictOnly.includes(model.name)) return { ...model, asks: 'predictions' };
    return executeOnly.includes(model.name) ? { ...model, asks: 'executions' } : model;
  });
}

interface Planned {
  readonly experiments: Experiments;
  readonly planned: RunConfig['experiments'];
}

/**
 * Returns `predictionSamples` for a run that repeats predictions, and an empty object otherwise, so that the hash of
 * other runs does not change.
 */
export function repeatedPredictions(
  { predictionSamples = 1 }: RunOptions,
  { experiments, planned }: Planned,
): Pick<RunConfig, 'predictionSamples'> {
  if (predictionSamples === 1) return {};
  if (!planned.some(({ name }) => experimentNamed(experiments, name).repeatsPredictions === true)) {
    throw new AppError('prediction-samples-unused', 'no experiment of this run repeats its predictions', {
      hint: `remove --prediction-samples, or add an experiment that repeats its predictions: ${namesOf(experiments, ({ repeatsPredictions }) => repeatsPredictions === true)}`,
    });
  }
  return { predictionSamples };
}

/**
 * Returns `askOthers` for a run in which models predict each other, and an empty object otherwise, so that the hash of
 * other runs does not change.
 */
export function askedOthers(
  { askOthers = false }: RunOptions,
  { models, experiments, planned }: Planned & Pick<RunConfig, 'models'>,
): Pick<RunConfig, 'askOthers'> {
  if (!askOthers) return {};
  if (!models.some((subject) => otherPredictors({ models, askOthers }, subject).length > 0)) {
    throw new AppError('no-others', '--ask-others needs two models that both predict and are executed', {
      hint: 'add another model with --model; recorded and replayed models cannot predict other models',
    });
  }
  if (!planned.some(({ name }) => arePredictable(experimentNamed(experiments, name)))) {
    throw new AppError('no-others', 'no experiment of this run has outcomes that another model can predict', {
      hint: `remove --ask-others, or add one of these experiments: ${namesOf(experiments, arePredictable)}`,
    });
  }
  return { askOthers };
}

/**
 * Returns `control` for a run with a control, and an empty object otherwise, so that the hash of other runs does not change.
 */
export function askedControl(
  { control }: RunOptions,
  { models, experiments, planned }: Planned & Pick<RunConfig, 'models'>,
): Pick<RunConfig, 'control'> {
  if (control === undefined) return {};
  if (!models.some((model) => (model.asks ?? 'both') === 'both' && !answersByPlace(model))) {
    throw new AppError('no-control', `--control ${control} needs a model that both predicts and is executed`, {
      hint: 'add another model with --model; recorded and replayed models cannot be asked again',
    });
  }
  if (!planned.some(({ name }) => hasControl(experimentNamed(experiments, name)))) {
    throw new AppError('no-control', `no experiment of this run has the control ${control}`, {
      hint: `remove --control, or add one of these experiments: ${namesOf(experiments, hasControl)}`,
    });
  }
  return { control };
}

function namesOf(experiments: Experiments, isMeant: (experiment: Experiment) => boolean): string {
  return [...experiments.values()]
    .filter(isMeant)
    .map(({ name }) => name)
    .join(', ');
}
