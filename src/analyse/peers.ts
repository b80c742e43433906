import { type Doings, distinctDoings, type Field, questionsOf } from './behaviour.ts';
import type { Column } from './column.ts';

/** One entry a model under a condition: of a model in several runs, the one with most usable units. */
export function onePerModel(field: Field, condition: string): readonly Doings[] {
  const own = distinctDoings(field).filter((doings) => doings.condition === condition);
  return [...Map.groupBy(own, ({ model }) => model).values()].map((runs) => {
    if (runs.length === 1) return runs[0] as Doings; // most models: nothing has to be counted
    const usable = runs.map((doings) => usableUnits(field, doings));
    return runs[usable.indexOf(Math.max(...usable))] as Doings;
  });
}

/** Units with a usable forecast and at least one usable execution. */
export function usableUnits(field: Field, { forecast, executions }: Doings): number {
  const units = field.itemOf.length;
  const isRanking = field.kind === 'ranking';
  let usable = 0;
  for (let unit = 0; unit < units; unit += 1) {
    const first = isRanking ? (field.firstQuestion[unit] ?? 0) : unit;
    const last = first + (isRanking ? questionsOf(field, unit) : 1);
    if (!isWhole(forecast, first, last)) continue;
    let known = false;
    for (let sample = 0; !known && sample < executions.length; sample += 1) {
      known = isWhole(executions[sample] as Column, first, last);
    }
    if (known) usable += 1;
  }
  return usable;
}

function isWhole(column: Column, first: number, last: number): boolean {
  for (let index = first; index < last; index += 1) if (Number.isNaN(column.at(index))) return false;
  return true;
}
