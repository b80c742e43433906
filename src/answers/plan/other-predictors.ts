import type { Call } from '../../domain/call.ts';
import { answersByPlace } from '../../domain/recorded.ts';
import type { RunConfig, RunModel } from '../../domain/run-config.ts';
import type { Slot } from '../../domain/slot.ts';
import { aboutModel } from '../../experiments/common/about-model.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { kindOfMeasure } from '../../outcome-kinds/outcome-kinds.ts';

/** Returns whether other models can predict the outcomes of an experiment. */
export function arePredictable({ measures }: Pick<Experiment, 'measures'>): boolean {
  const [headline] = measures;
  return headline !== undefined && kindOfMeasure(headline).canOthersPredict;
}

/**
 * Returns the models of a run that predict a subject in addition to the subject: every other one, except models that
 * only predict or only execute, and those that answer from a recording or a stored run. Empty where models predict only
 * themselves.
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
  /** Returns whether a call asks what the subject will do. */
  readonly isPrediction: (call: Call) => boolean;
}

/**
 * Returns the calls by which other models predict a subject: the messages of its own predictions, with a notice that
 * names the subject.
 */
export function callsToOthers(
  calls: readonly Call[],
  { subject, language, predictors, isPrediction }: Subject,
): readonly Call[] {
  const predictions = calls.filter(({ role }) => role === 'subject');
  return predictors.flatMap((predictor) =>
    predictions.map(
      (call): Call => ({
        ...call,
        role: 'peer',
        predictor,
        messages: aboutModel(call.messages, { model: subject, language, predicts: isPrediction(call) }),
      }),
    ),
  );
}

/** Returns whether other models that predict a subject are sent the calls of a slot. */
export function isAskedOfOthers({ kind, asksOthers }: Slot): boolean {
  return kind === 'predict' || asksOthers === true;
}
