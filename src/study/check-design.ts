import { experimentRegistry } from '../experiments/registry.ts';
import type { TrainingPort } from '../train/ports/port.ts';
import { refuseForeignParameters } from '../train/training.ts';
import { AppError } from '../util/app-error.ts';
import type { StudyDesign } from './design.ts';
import { hyperParametersOf } from './train-arms.ts';

/** Refuses a design that cannot answer the question, with an AppError; returns what the user must know about one that can. */
export function checkDesign(design: StudyDesign): readonly string[] {
  refuseTwice(design.targets, 'target');
  refuseTwice(design.predictors ?? [], 'predictor');
  refuseUnknownTargets(design);
  const arms = design.arms ?? (design.trained ?? []).map(({ arm }) => arm);
  const missing = ['self', 'cross'].filter((arm) => !(arms as readonly string[]).includes(arm));
  if (missing.length > 0) {
    throw new AppError('no-comparison', `the study has no arm ${missing.join(' and no arm ')}`, {
      hint: 'a model is compared with another that was trained on the same rows: both arms are needed',
    });
  }
  if ((design.sizes ?? []).length > 0 && design.trained !== undefined) {
    throw new AppError('sizes-unused', 'sizes need training, and the study names trained models', {
      hint: 'leave out sizes',
    });
  }
  refuseOtherExperiments(design);
  return [...armNotes(arms), ...hyperParameterNotes(design)];
}

/** Refuses what the port cannot send, and a budget where nobody knows what training costs; nothing is sent. */
export function checkPort(design: StudyDesign, port: TrainingPort): void {
  refuseForeignParameters(port, hyperParametersOf(design));
  const isKnown = port.isFree || port.estimate !== null || design.port?.price !== undefined;
  if (design.budget === undefined || isKnown) return;
  throw new AppError('price-unknown', 'a budget needs the price of training, which is not known', {
    hint: "give port.price in the study file (US dollars for a million trained tokens, from the host's page)",
  });
}

function refuseTwice(names: readonly string[], what: string): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice === undefined) return;
  throw new AppError('same-model', `${twice} is listed twice as a ${what}`, { hint: 'name each model once' });
}

function refuseUnknownTargets({ targets, predictors = [], nearCopies = [], trained = [] }: StudyDesign): void {
  const named = [...nearCopies.flatMap(({ of, copy }) => [of, copy]), ...trained.map(({ target }) => target)];
  const unknown = named.find((name) => !targets.includes(name));
  if (unknown !== undefined) {
    throw new AppError('unknown-target', `${unknown} is not a target of the study`, {
      hint: `the targets are ${targets.join(', ')}`,
    });
  }
  const base = trained.find((each) => ![...targets, ...predictors].includes(each.base))?.base;
  if (base === undefined) return;
  throw new AppError('unknown-base', `${base} is neither a target nor a predictor of the study`, {
    hint: `the models are ${[...targets, ...predictors].join(', ')}`,
  });
}

/** Only experiments of the self-execution score have a score that the study compares. */
function refuseOtherExperiments({ selfExecution }: StudyDesign): void {
  const registry = experimentRegistry();
  const known = [...registry.values()].filter(({ selfExecutionMeasure }) => selfExecutionMeasure !== undefined);
  const other = selfExecution?.experiments.find((each) => !known.some((experiment) => experiment.name === each));
  if (other === undefined) return;
  throw new AppError('unknown-experiment', `${other} is not an experiment of the self-execution score`, {
    hint: `choose from ${known.map((experiment) => experiment.name).join(', ')}`,
  });
}

function armNotes(arms: readonly string[]): readonly string[] {
  return arms.includes('scramble')
    ? []
    : ['Without scramble arms habit is not removed: gains are measured from the most frequent value.'];
}

/** Values that a host chooses may differ between base models: the arms are then not trained alike. */
function hyperParameterNotes({ port }: StudyDesign): readonly string[] {
  if (port === undefined || port.port === 'simulated' || port.port === 'bundled') return [];
  const given = port.hyperParameters ?? {};
  const open = (['epochs', 'batchSize'] as const).filter((name) => (given[name] ?? null) === null);
  const rate = (given.learningRate ?? given.learningRateMultiplier ?? null) === null ? ['learningRate'] : [];
  const all = [...open, ...rate];
  return all.length === 0 ? [] : [`The port decides ${all.join(', ')}: the arms may be trained with different values.`];
}
