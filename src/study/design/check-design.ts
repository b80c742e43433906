import { experimentRegistry } from '../../experiments/registry.ts';
import { kindOf } from '../../models/registry.ts';
import type { TrainingPort } from '../../train/hosts/port.ts';
import { baseNameFor, modelPrefixes, trainsNothing } from '../../train/hosts/registry.ts';
import { refuseForeignParameters } from '../../train/training.ts';
import { AppError } from '../../util/app-error.ts';
import type { StudyDesign } from './design.ts';
import { experimentOf } from './study-experiment.ts';
import { hyperParametersOf } from './training-settings.ts';

/** Refuses a design that cannot answer the question, with an AppError; returns notes on a valid one. */
export function checkDesign(design: StudyDesign): readonly string[] {
  refuseTwice(design.targets, 'target');
  refuseTwice(design.predictors ?? [], 'predictor');
  refuseTwice(
    (design.trained ?? []).map(({ model }) => model),
    'trained model',
  );
  refuseUnknownTargets(design);
  const arms = design.arms ?? (design.trained ?? []).map(({ arm }) => arm);
  const missing = ['self', 'cross'].filter((arm) => !(arms as readonly string[]).includes(arm));
  if (missing.length > 0) {
    throw new AppError('no-comparison', `the study has no arm ${missing.join(' and no arm ')}`, {
      hint: 'a study compares a model with a second model trained on the same rows; both arms are required',
    });
  }
  refuseSeeds(design);
  refuseForeignModels(design);
  refuseOtherExperiments(design);
  refuseModes(design);
  refuseShiftedSelves(design);
  return [...armNotes(arms), ...hyperParameterNotes(design)];
}

/** Refuses settings that the port cannot send, and a budget where the price of training is unknown; sends nothing. */
export function checkPort(design: StudyDesign, port: TrainingPort): void {
  if (design.port !== undefined) refuseForeignParameters(design.port.port, hyperParametersOf(design));
  for (const model of [...design.targets, ...(design.predictors ?? [])]) {
    const refusal = port.refuseBase?.(baseNameFor(port.name, model)) ?? null;
    if (refusal !== null) throw refusal;
  }
  const isKnown = port.isFree || port.estimate !== null || design.port?.price !== undefined;
  if (design.budget === undefined || isKnown) return;
  throw new AppError('price-unknown', 'a budget needs the price of training, which is unknown', {
    hint: "set port.price in the study file (US dollars per million trained tokens, from the host's price page)",
  });
}

function refuseTwice(names: readonly string[], what: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new AppError('same-model', `${twice} is listed twice as a ${what}`, { hint: 'list each model once' });
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

/** Refuses training seeds where nothing is trained, and a seed that is listed twice. */
function refuseSeeds({ trainingSeeds, trained }: StudyDesign): void {
  if (trainingSeeds === undefined) return;
  if (trained !== undefined) {
    throw new AppError('seed-unused', 'trainingSeeds require training, but the study lists trained models', {
      hint: 'remove trainingSeeds',
    });
  }
  const twice = trainingSeeds.find((seed, index) => trainingSeeds.indexOf(seed) !== index);
  if (twice === undefined) return;
  throw new AppError('seed-unused', `trainingSeeds lists ${twice} twice`, { hint: 'list each seed once' });
}

/** Refuses hosted models of another host than the port's. */
function refuseForeignModels({ targets, predictors = [], port }: StudyDesign): void {
  if (port === undefined) return;
  const own = modelPrefixes(port.port);
  const foreign = [...targets, ...predictors].find(
    (name) => kindOf(name) === 'hosted' && !own.some((prefix) => name.startsWith(prefix)),
  );
  if (foreign === undefined) return;
  throw new AppError('foreign-model', `the training port ${port.port} cannot train ${foreign}`, {
    hint:
      own.length === 0
        ? `train ${foreign} at its own host, or choose other models`
        : `it trains models named ${own.map((prefix) => `${prefix}NAME`).join(' or ')}`,
  });
}

/** Refuses experiments that cannot show transfer: unknown ones, the trained one, and those that compare models of a run. */
function refuseOtherExperiments(design: StudyDesign): void {
  const trained = experimentOf(design).name;
  const known = [...experimentRegistry().values()].filter(
    ({ name, needsPeers }) => name !== trained && needsPeers !== true,
  );
  const other = design.transfer?.find((each) => !known.some(({ name }) => name === each));
  if (other === undefined) return;
  const why =
    other === trained
      ? 'is the experiment that the arms are trained on'
      : 'is not an experiment that arms can be compared in';
  throw new AppError('unknown-experiment', `${other} ${why}`, {
    hint: `choose from ${known.map(({ name }) => name).join(', ')}`,
  });
}

/** Refuses a mode that the experiment does not have. */
function refuseModes(design: StudyDesign): void {
  const { name, factors } = experimentOf(design);
  const unknown = design.modes?.find((mode) => !factors.mode.levels.includes(mode));
  if (unknown === undefined) return;
  throw new AppError('unknown-level', `the experiment ${name} has no mode ${unknown}`, {
    hint: 'remove modes from the study: its predictions then have the mode of the experiment',
  });
}

/** Refuses shifted selves where no arm can be trained on them. */
function refuseShiftedSelves({ shiftedSelves, port }: StudyDesign): void {
  if (shiftedSelves === undefined || (port !== undefined && port.port !== 'bundled')) return;
  const why =
    port === undefined ? 'models that are already trained' : 'the bundled models, which follow no system prompt';
  throw new AppError('no-shifted-selves', `a study of ${why} has no shifted selves`, {
    hint: 'remove shiftedSelves; `seb study import` reads a study with shifted selves that was trained elsewhere',
  });
}

function armNotes(arms: readonly string[]): readonly string[] {
  return arms.includes('scramble')
    ? []
    : ['Without scramble arms, the study cannot correct for habit: gains are measured relative to the base rate.'];
}

/** Returns notes on values that a host chooses, which may differ between base models, so that arms are not trained alike. */
function hyperParameterNotes({ port }: StudyDesign): readonly string[] {
  if (port === undefined || trainsNothing(port.port)) return [];
  const given = port.hyperParameters ?? {};
  const open = (['epochs', 'batchSize'] as const).filter((name) => (given[name] ?? null) === null);
  const rate = (given.learningRate ?? given.learningRateMultiplier ?? null) === null ? ['learningRate'] : [];
  const all = [...open, ...rate];
  return all.length === 0
    ? []
    : [`The port chooses ${all.join(', ')}, so the arms may be trained with different values.`];
}
