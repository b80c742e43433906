import { type Doings, distinctDoings, type Field, questionsOf } from './behaviour.ts';

/** One entry a model under a condition: of a model in several runs, the one with most usable units. */
export function onePerModel(field: Field, condition: string): readonly Doings[] {
  const best = new Map<string, { readonly doings: Doings; readonly usable: number }>();
  for (const doings of distinctDoings(field)) {
    if (doings.condition !== condition) continue;
    const usable = usableUnits(field, doings);
    const known = best.get(doings.model);
    if (known === undefined || usable > known.usable) best.set(doings.model, { doings, usable });
  }
  return [...best.values()].map(({ doings }) => doings);
}

/** Units with a usable forecast and at least one usable execution. */
export function usableUnits(field: Field, { forecast, executions }: Doings): number {
  let usable = 0;
  for (const unit of field.itemOf.keys()) {
    const first = field.kind === 'ranking' ? (field.firstQuestion[unit] ?? 0) : unit;
    const cells = field.kind === 'ranking' ? questionsOf(field, unit) : 1;
    const whole = (column: { at(index: number): number }) => {
      for (let index = first; index < first + cells; index += 1) if (Number.isNaN(column.at(index))) return false;
      return true;
    };
    if (whole(forecast) && executions.some(whole)) usable += 1;
  }
  return usable;
}
