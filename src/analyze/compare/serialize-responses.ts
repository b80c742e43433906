import { type Experiments, experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { NumberColumn } from './column.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';

interface PlainResponses extends Omit<ModelResponses, 'score' | 'prediction' | 'executions'> {
  readonly score: Float64Array;
  readonly prediction: Float64Array;
  readonly executions: readonly Float64Array[];
}

/**
 * A response matrix in a form that another thread can receive: numbers are shared without copying, and the experiment
 * is given by name.
 */
export interface SerializedMatrix extends Omit<ResponseMatrix, 'experiment' | 'responses' | 'features'> {
  readonly experiment: string;
  readonly responses: readonly PlainResponses[];
}

/**
 * Serializes response matrices; null where an experiment is the user's own, because its functions exist in this thread
 * only.
 */
export function serializeResponses(fields: readonly ResponseMatrix[]): readonly SerializedMatrix[] | null {
  const shipped = experimentRegistry();
  if (fields.some(({ experiment }) => shipped.get(experiment.name) !== experiment)) return null;
  return fields.map(
    ({ experiment, data, kind, itemOf, clusterOf, firstQuestion, questions, responses, groupOf, predictions }) => ({
      experiment: experiment.name,
      data,
      kind,
      itemOf,
      clusterOf,
      firstQuestion,
      questions,
      responses: responses.map(serializeModel),
      groupOf,
      predictions,
    }),
  );
}

/** Restores the response matrices in the other thread. */
export function deserializeResponses(
  plain: readonly SerializedMatrix[],
  experiments: Experiments,
): readonly ResponseMatrix[] {
  return plain.map((field) => ({
    ...field,
    features: [], // comparing models reads no texts
    experiment: experimentNamed(experiments, field.experiment),
    responses: field.responses.map(restoreModel),
  }));
}

function serializeModel({ run, model, condition, score, prediction, executions }: ModelResponses): PlainResponses {
  const values = executions.map((execution) => execution.values());
  return { run, model, condition, score: score.values(), prediction: prediction.values(), executions: values };
}

function restoreModel({ score, prediction, executions, ...place }: PlainResponses): ModelResponses {
  return {
    ...place,
    score: new NumberColumn(score),
    prediction: new NumberColumn(prediction),
    executions: executions.map((execution) => new NumberColumn(execution)),
  };
}
