import type { Group } from '../accumulate.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import type { ResponseMatrix } from './response-matrix.ts';

/**
 * Returns the matrices without the predictions of models whose scores are withheld under a condition, so that no comparison
 * has a number of them. Their behavior stays, because other models' predictions are compared with it.
 */
export function withoutConstant(
  fields: readonly ResponseMatrix[],
  groups: readonly Group[],
): readonly ResponseMatrix[] {
  const withheld = groups.filter(({ withheld: reason }) => reason !== undefined);
  if (withheld.length === 0) return fields;
  const keys = new Set(withheld.map(keyOf));
  return fields.map((field) => {
    const experiment = field.experiment.name;
    const isOut = (of: Omit<Key, 'experiment'>) => keys.has(keyOf({ ...of, experiment }));
    if (!field.responses.some(isOut)) return field;
    const empty = () => ({ score: new GrowingNumbers(), prediction: new GrowingNumbers() });
    return {
      ...field,
      responses: field.responses.map((responses) => (isOut(responses) ? { ...responses, ...empty() } : responses)),
      predictions: field.predictions.filter(({ predictor, ...of }) => !isOut({ ...of, model: predictor })),
    };
  });
}

type Key = Pick<Group, 'run' | 'experiment' | 'model' | 'condition'>;

function keyOf({ run, experiment, model, condition }: Key): string {
  return JSON.stringify([run, experiment, model, condition]);
}
