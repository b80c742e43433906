import { identifierForm, nameForm } from '../../data/one-form.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { PossibleSets, RecordedItem, RecordedLog } from '../recording.ts';
import { isSameItem } from '../same-item.ts';
import { type JsonObject, textOf, valueAt } from '../values.ts';

/** Fewest items of a data set, on average: a column with more values names items or kinds of questions. */
const minItems = 10;
/** Largest share of items with two values at which these are errors of a few rows; else an item is asked under several conditions. */
const maxOfTwo = 0.1;

/** Collects the values of a column that may name the data sets of a table, such as `task`: the first one of each item. */
export class PerhapsSets {
  readonly #path: string | null;
  readonly #setOf = new Map<string, string>();
  readonly #ofTwo = new Set<string>();

  constructor(path: string | null) {
    this.#path = path;
  }

  add(item: unknown, row: JsonObject): void {
    if (this.#path === null) return;
    const [id, set] = [identifierForm(textOf(item)), nameForm(textOf(valueAt(row, this.#path)))];
    if (set === '') return;
    const known = this.#setOf.get(id);
    if (known === undefined) this.#setOf.set(id, set);
    else if (known !== set) this.#ofTwo.add(id);
  }

  /** Returns what the column names; null without it, or where it has no value. */
  found(): PossibleSets | null {
    if (this.#path === null || this.#setOf.size === 0) return null;
    return { column: this.#path, setOf: this.#setOf, ofTwo: this.#ofTwo };
  }
}

/** Returns the name of the set of items for which a column that names data sets has no value. */
export function unnamedSet(column: string): string {
  return `no ${oneLine(column, 60)}`;
}

/**
 * Returns logs that are read together with the data sets that their columns name: where all columns together have several values, each of
 * many items, and hardly any item has two. An item of a log has the log's own value, else that of the same item in another log, else it is
 * in a set of items without a value. Where many items have several values none are split, and a note says so.
 */
export function splitBySets(logs: readonly RecordedLog[]): readonly RecordedLog[] {
  const decided = logs.map((log): RecordedLog => ({ ...log, possibleSets: null })); // many values of each item, needed no more
  const possible = logs.flatMap(({ possibleSets }) => possibleSets ?? []);
  const [first] = possible;
  if (first === undefined) return decided;
  const { placed, ofTwo, inSets, setElsewhere } = togetherOf(logs);
  const sets = new Set(possible.flatMap(({ setOf }) => [...setOf.values()]));
  if (sets.size < 2 || inSets < minItems * sets.size) return decided;
  const column = oneLine(first.column, 60);
  const have = `${counted(ofTwo.size, 'item has', 'items have')} more than one value in column ${column}`;
  const noted = (log: RecordedLog, note: string): RecordedLog => ({ ...log, notes: [...log.notes, note] });
  if (ofTwo.size > maxOfTwo * placed) {
    const isOfOne = possible.every(({ ofTwo: own }) => own.size === 0); // several in one log are conditions of its items
    return isOfOne ? decided.map((log) => noted(log, `${have}, so that it does not split the items`)) : decided;
  }
  const rest = unnamedSet(first.column);
  return decided.map((log, index): RecordedLog => {
    const own = logs[index]?.possibleSets ?? null;
    const setOf = (id: string, item: RecordedItem) => own?.setOf.get(id) ?? setElsewhere(id, item) ?? rest;
    const items = Array.from(log.items, ([id, item]) => [id, { ...item, set: setOf(id, item) }] as const);
    const split = { ...log, setField: own?.column ?? first.column, items: new Map(items) };
    return ofTwo.size === 0 ? split : noted(split, have);
  });
}

/** Returns what the columns of logs say of the same items. Equal ids are other items where their texts or keys differ. */
function togetherOf(logs: readonly RecordedLog[]) {
  const known = new Map<string, { readonly item: RecordedItem; readonly set: string }[]>();
  const ofTwo = new Set<string>();
  const inSets = new Set<string>();
  for (const { items, possibleSets } of logs) {
    for (const id of possibleSets?.ofTwo ?? []) ofTwo.add(id);
    for (const [id, set] of possibleSets?.setOf ?? []) {
      const item = items.get(id);
      if (item === undefined) continue;
      inSets.add(`${set}\n${id}`);
      const same = known.get(id)?.find((each) => isSameItem(each.item, item));
      if (same === undefined) known.set(id, [...(known.get(id) ?? []), { item, set }]);
      else if (same.set !== set) ofTwo.add(id);
    }
  }
  return {
    placed: known.size,
    ofTwo,
    inSets: inSets.size,
    setElsewhere: (id: string, item: RecordedItem) => known.get(id)?.find((each) => isSameItem(each.item, item))?.set,
  };
}
