import type { Call } from '../domain/call.ts';
import type { RunConfig, RunModel } from '../domain/run-config.ts';
import type { Experiment } from '../experiments/experiment.ts';
import { aboutModel } from '../prompt/about-model.ts';
import { answersByPlace } from './recorded.ts';

/** Kinds of outcomes on which predictions of several models can be scored side by side. */
const predictableKinds: ReadonlySet<string> = new Set(['binary', 'ranking', 'categorical']);

/** Whether other models can be asked to predict the outcomes of an experiment. */
export function arePredictable({ measures }: Pick<Experiment, 'measures'>): boolean {
  const [headline] = measures;
  return headline !== undefined && predictableKinds.has(headline.kind);
}

/**
 * Returns the models of a run that are asked to predict a subject beside the subject: every other one. Models that only
 * predict or are only executed, and those that answer from a recording or a stored run, take no part. Empty where the run
 * asks models about themselves only.
 */
export function otherPredictors(
  { models, askOthers = false }: Pick<RunConfig, 'models'> & { readonly askOthers?: boolean | undefined },
  subject: RunModel,
): readonly RunModel[] {
  if (!askOthers || !canTakePart(subject)) return [];
  return models.filter((model) => model.identity !== subject.identity && canTakePart(model));
}

function canTakePart(model: RunModel): boolean {
  return (model.asks ?? 'both') === 'both' && !answersByPlace(model);
}

interface Subject {
  readonly subject: string;
  readonly language: string;
  readonly predictors: readonly string[];
}

/** Returns the calls that ask other models for a subject's predictions: the same messages, with a notice of whom they are about. */
export function callsToOthers(calls: readonly Call[], { subject, language, predictors }: Subject): readonly Call[] {
  const predictions = calls.filter(({ slot, role }) => slot === 'forecast' && role === 'subject');
  return predictors.flatMap((predictor) =>
    predictions.map(
      (call): Call => ({ ...call, role: 'peer', predictor, messages: aboutModel(call.messages, subject, language) }),
    ),
  );
}
