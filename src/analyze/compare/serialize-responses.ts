import { type Experiments, experimentNamed, experimentRegistry } from '../../experiments/registry.ts';
import { NumberColumn } from './column.ts';
import type { ModelResponses, ResponseMatrix } from './response-matrix.ts';

interface PlainDoings extends Omit<ModelResponses, 'score' | 'forecast' | 'executions'> {
  readonly score: Float64Array;
  readonly forecast: Float64Array;
  readonly executions: readonly Float64Array[];
}

/** A field as it can go to another thread: its numbers are shared and not copied, and its experiment goes by name. */
export interface SerializedMatrix extends Omit<ResponseMatrix, 'experiment' | 'doings'> {
  readonly experiment: string;
  readonly doings: readonly PlainDoings[];
}

/** Null where an experiment is the user's own: its functions are in this thread only. */
export function serializeResponses(fields: readonly ResponseMatrix[]): readonly SerializedMatrix[] | null {
  const shipped = experimentRegistry();
  if (fields.some(({ experiment }) => shipped.get(experiment.name) !== experiment)) return null;
  return fields.map(
    ({ experiment, data, kind, itemOf, clusterOf, firstQuestion, questions, doings, groupOf, predictions }) => ({
      experiment: experiment.name,
      data,
      kind,
      itemOf,
      clusterOf,
      firstQuestion,
      questions,
      doings: doings.map(plainDoings),
      groupOf,
      predictions,
    }),
  );
}

/** The fields again, in the other thread. */
export function deserializeResponses(
  plain: readonly SerializedMatrix[],
  experiments: Experiments,
): readonly ResponseMatrix[] {
  return plain.map((field) => ({
    ...field,
    experiment: experimentNamed(experiments, field.experiment),
    doings: field.doings.map(doingsAgain),
  }));
}

function plainDoings({ run, model, condition, score, forecast, executions }: ModelResponses): PlainDoings {
  const values = executions.map((execution) => execution.values());
  return { run, model, condition, score: score.values(), forecast: forecast.values(), executions: values };
}

function doingsAgain({ score, forecast, executions, ...place }: PlainDoings): ModelResponses {
  return {
    ...place,
    score: new NumberColumn(score),
    forecast: new NumberColumn(forecast),
    executions: executions.map((execution) => new NumberColumn(execution)),
  };
}
