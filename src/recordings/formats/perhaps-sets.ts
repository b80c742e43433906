import { identifierForm } from '../../data/one-form.ts';
import type { RecordedLog } from '../recording.ts';
import { type JsonObject, textOf, valueAt } from '../values.ts';

/** Fewest items of a data set, on average: a column with more values names items or kinds of questions. */
const minItems = 10;

/**
 * Collects the values of a column that may name the data sets of a table, such as `task`. They are sets where there are several, each of
 * many items, and every item is of one: an item that has two was asked under two conditions.
 */
export class PerhapsSets {
  readonly #path: string | null;
  readonly #setOf = new Map<string, string>();
  readonly #sets = new Set<string>();
  #areSets = true;

  constructor(path: string | null) {
    this.#path = path;
  }

  add(item: unknown, row: JsonObject): void {
    if (this.#path === null || !this.#areSets) return;
    const [id, set] = [identifierForm(textOf(item)), textOf(valueAt(row, this.#path)).trim()];
    if (set === '' || (this.#setOf.get(id) ?? set) !== set) this.#areSets = false;
    this.#setOf.set(id, set);
    this.#sets.add(set);
  }

  /** Returns a log whose items have the data sets of the column; unchanged where it names none. */
  applyTo(log: RecordedLog): RecordedLog {
    const { size } = this.#sets;
    if (!this.#areSets || size < 2 || this.#setOf.size < minItems * size) return log;
    const items = Array.from(log.items, ([id, item]) => [id, { ...item, set: this.#setOf.get(id) ?? null }] as const);
    return { ...log, items: new Map(items) };
  }
}
