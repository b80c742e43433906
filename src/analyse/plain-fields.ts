import { type Experiments, experimentNamed, experimentRegistry } from '../experiments/registry.ts';
import type { Doings, Field } from './behaviour.ts';
import { Column } from './column.ts';

interface PlainDoings extends Omit<Doings, 'score' | 'forecast' | 'executions'> {
  readonly score: Float64Array;
  readonly forecast: Float64Array;
  readonly executions: readonly Float64Array[];
}

/** A field as it can go to another thread: its numbers are shared and not copied, and its experiment goes by name. */
export interface PlainField extends Omit<Field, 'experiment' | 'doings'> {
  readonly experiment: string;
  readonly doings: readonly PlainDoings[];
}

/** Null where an experiment is the user's own: its functions are in this thread only. */
export function plainFields(fields: readonly Field[]): readonly PlainField[] | null {
  const shipped = experimentRegistry();
  if (fields.some(({ experiment }) => shipped.get(experiment.name) !== experiment)) return null;
  return fields.map(({ experiment, data, kind, itemOf, clusterOf, firstQuestion, questions, doings }) => ({
    experiment: experiment.name,
    data,
    kind,
    itemOf,
    clusterOf,
    firstQuestion,
    questions,
    doings: doings.map(plainDoings),
  }));
}

/** The fields again, in the other thread. */
export function fieldsAgain(plain: readonly PlainField[], experiments: Experiments): readonly Field[] {
  return plain.map((field) => ({
    ...field,
    experiment: experimentNamed(experiments, field.experiment),
    doings: field.doings.map(doingsAgain),
  }));
}

function plainDoings({ run, model, condition, score, forecast, executions }: Doings): PlainDoings {
  const values = executions.map((execution) => execution.values());
  return { run, model, condition, score: score.values(), forecast: forecast.values(), executions: values };
}

function doingsAgain({ score, forecast, executions, ...place }: PlainDoings): Doings {
  return {
    ...place,
    score: new Column(score),
    forecast: new Column(forecast),
    executions: executions.map((execution) => new Column(execution)),
  };
}
