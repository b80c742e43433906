import { identifierForm } from '../../data/one-form.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { PossibleSets, RecordedLog } from '../recording.ts';
import { type JsonObject, textOf, valueAt } from '../values.ts';

/** Fewest items of a data set, on average: a column with more values names items or kinds of questions. */
const minItems = 10;

/**
 * Collects the values of a column that may name the data sets of a table, such as `task`. They are sets where there are several, each of
 * many items, and no item is of two: an item that has two was asked under two conditions.
 */
export class PerhapsSets {
  readonly #path: string | null;
  readonly #setOf = new Map<string, string>();
  #areSets = true;

  constructor(path: string | null) {
    this.#path = path;
  }

  add(item: unknown, row: JsonObject): void {
    if (this.#path === null || !this.#areSets) return;
    const [id, set] = [identifierForm(textOf(item)), textOf(valueAt(row, this.#path)).trim()];
    if (set === '') return;
    if ((this.#setOf.get(id) ?? set) !== set) this.#areSets = false;
    this.#setOf.set(id, set);
  }

  /** Returns the data sets that the column may name; null where it names none. */
  found(): PossibleSets | null {
    const { size } = new Set(this.#setOf.values());
    const areSets = this.#areSets && size > 1 && this.#setOf.size >= minItems * size;
    return this.#path === null || !areSets ? null : { column: this.#path, setOf: this.#setOf };
  }
}

/**
 * Returns logs that are read together with the data sets that their columns may name: where all of them have the same ones, and every item
 * has one in some log. Else items are not split, and a note says why.
 */
export function splitBySets(logs: readonly RecordedLog[]): readonly RecordedLog[] {
  const possible = logs.flatMap(({ possibleSets }) => possibleSets ?? []);
  if (possible.length === 0) return logs;
  const setOf = new Map(possible.flatMap((sets) => [...sets.setOf]));
  const why = whyUnsplit(logs, setOf);
  return logs.map((log): RecordedLog => {
    const { possibleSets: sets } = log;
    if (sets === null) return log;
    if (why !== null)
      return { ...log, notes: [...log.notes, `column ${oneLine(sets.column, 60)} does not split the items: ${why}`] };
    const items = Array.from(log.items, ([id, item]) => [id, { ...item, set: setOf.get(id) ?? null }] as const);
    return { ...log, setField: sets.column, items: new Map(items) };
  });
}

/** Returns why the items of logs are not split by the sets of all of them; null where they are. */
function whyUnsplit(logs: readonly RecordedLog[], setOf: ReadonlyMap<string, string>): string | null {
  const names = new Set(
    logs.map(({ possibleSets }) => JSON.stringify([...new Set(possibleSets?.setOf.values())].toSorted())),
  );
  if (names.size > 1) return 'not every log has the same data sets';
  const isOther = ({ possibleSets }: RecordedLog) =>
    [...(possibleSets?.setOf ?? [])].some(([id, set]) => setOf.get(id) !== set);
  if (logs.some(isOther)) return 'an item has another data set in another log';
  const without = new Set(logs.flatMap(({ items }) => [...items.keys()].filter((id) => !setOf.has(id))));
  return without.size === 0 ? null : `${counted(without.size, 'item has', 'items have')} no value in it`;
}
