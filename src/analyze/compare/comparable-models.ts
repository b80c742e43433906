import type { GrowingNumbers } from './growing-numbers.ts';
import { distinctResponses, type ModelResponses, questionCount, type ResponseMatrix } from './response-matrix.ts';

/** Returns one entry per model under a condition; of a model in several runs, the one with most usable units. */
export function onePerModel(field: ResponseMatrix, condition: string): readonly ModelResponses[] {
  const own = distinctResponses(field).filter((responses) => responses.condition === condition);
  return [...Map.groupBy(own, ({ model }) => model).values()].map((runs) => {
    if (runs.length === 1) return runs[0] as ModelResponses; // most models: nothing has to be counted
    const usable = runs.map((responses) => usableUnits(field, responses));
    return runs[usable.indexOf(Math.max(...usable))] as ModelResponses;
  });
}

/** Returns the units with a usable prediction and at least one usable execution. */
function usableUnits(field: ResponseMatrix, { prediction, executions }: ModelResponses): number {
  const units = field.itemOf.length;
  const isRanking = field.kind === 'ranking';
  let usable = 0;
  for (let unit = 0; unit < units; unit += 1) {
    const first = isRanking ? (field.firstQuestion[unit] ?? 0) : unit;
    const last = first + (isRanking ? questionCount(field, unit) : 1);
    if (!isWhole(prediction, first, last)) continue;
    let known = false;
    for (let sample = 0; !known && sample < executions.length; sample += 1) {
      known = isWhole(executions[sample] as GrowingNumbers, first, last);
    }
    if (known) usable += 1;
  }
  return usable;
}

function isWhole(column: GrowingNumbers, first: number, last: number): boolean {
  for (let index = first; index < last; index += 1) if (Number.isNaN(column.at(index))) return false;
  return true;
}
