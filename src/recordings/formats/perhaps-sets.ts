import { identifierForm } from '../../data/one-form.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { PossibleSets, RecordedLog } from '../recording.ts';
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
    const [id, set] = [identifierForm(textOf(item)), textOf(valueAt(row, this.#path)).trim()];
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

/**
 * Returns logs that are read together with the data sets that their columns name: where all columns together have several values, each of
 * many items, and hardly any item has two. Items without a value are a set of their own. Where items of several logs have other values,
 * none are split, and a note says so.
 */
export function splitBySets(logs: readonly RecordedLog[]): readonly RecordedLog[] {
  const possible = logs.flatMap(({ possibleSets }) => possibleSets ?? []);
  const decided = logs.map((log): RecordedLog => ({ ...log, possibleSets: null })); // many values of each item, needed no more
  const [first] = possible;
  if (first === undefined) return decided;
  const { setOf, ofTwo } = togetherOf(possible);
  const sets = new Set(setOf.values());
  if (sets.size < 2 || setOf.size < minItems * sets.size) return decided;
  const column = oneLine(first.column, 60);
  const isOfTwo = ofTwo.size > maxOfTwo * setOf.size;
  const have = `${counted(ofTwo.size, 'item has', 'items have')} more than one value in column ${column}`;
  const noted = (log: RecordedLog, note: string): RecordedLog => ({ ...log, notes: [...log.notes, note] });
  if (isOfTwo) {
    const isOfOne = possible.every(({ ofTwo: own }) => own.size === 0); // several in one log are conditions of its items
    return isOfOne ? decided.map((log) => noted(log, `${have}, so that it does not split the items`)) : decided;
  }
  const rest = `no ${column}`;
  return decided.map((log, index): RecordedLog => {
    const items = Array.from(log.items, ([id, item]) => [id, { ...item, set: setOf.get(id) ?? rest }] as const);
    const split = { ...log, setField: logs[index]?.possibleSets?.column ?? first.column, items: new Map(items) };
    return ofTwo.size === 0 ? split : noted(split, `${have}: the first one counts`);
  });
}

/** Returns the data set of each item of several logs, and the items with several. */
function togetherOf(possible: readonly PossibleSets[]): Pick<PossibleSets, 'setOf' | 'ofTwo'> {
  const setOf = new Map<string, string>();
  const ofTwo = new Set(possible.flatMap((each) => [...each.ofTwo]));
  for (const [id, set] of possible.flatMap((each) => [...each.setOf])) {
    const known = setOf.get(id);
    if (known === undefined) setOf.set(id, set);
    else if (known !== set) ofTwo.add(id);
  }
  return { setOf, ofTwo };
}
