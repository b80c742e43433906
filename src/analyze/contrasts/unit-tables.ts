import { type OutcomeRow, unitKind } from '../../outcome-kinds/outcome-kinds.ts';
import { NestedMap } from '../../util/nested-map.ts';

/** Returns a name for the data of a run's experiment: only rows with the same name are about the same items. */
export type DataOf = (run: string, experiment: string) => string;

/** Assigns numbers to names in the order of their first appearance. */
export class NameNumbers {
  readonly #numbers = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.of(name);
  }

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Returns the names by their numbers. */
  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

/**
 * The units (option words, requests, groups) of one experiment and kind of outcome on one data set, numbered over all models. Its
 * names are the largest part of what an analysis keeps, so all that counts by unit shares one table.
 */
export class UnitTable {
  readonly #units = new NameNumbers();
  /** Null while each unit is an item, and has its number. */
  #items: NameNumbers | null = null;
  /** Null while each unit is a cluster of its own, and has its number. */
  #clusters: NameNumbers | null = null;
  #last: { readonly row: object; readonly number: number } | null = null;
  /** Number of the item and of the cluster of each unit. */
  readonly itemOf: number[] = [];
  readonly clusterOf: number[] = [];

  /** Name of the data, from `DataOf`. */
  readonly data: string;

  constructor(data: string) {
    this.data = data;
  }

  /** Returns the number of a row's unit. What counts by unit reads one row after another, so that a row is looked up once. */
  of(row: Pick<OutcomeRow, 'item' | 'cluster' | 'outcome'>): number {
    if (row !== this.#last?.row) this.#last = { row, number: this.#numberOf(row) };
    return this.#last.number;
  }

  #numberOf(row: Pick<OutcomeRow, 'item' | 'cluster' | 'outcome'>): number {
    const name = unitName(row);
    if (name !== row.item) this.#items ??= new NameNumbers(this.#units.names());
    if (name !== row.cluster) this.#clusters ??= new NameNumbers(this.#units.names());
    const number = this.#units.of(name);
    if (number === this.itemOf.length) {
      this.itemOf.push(this.#items?.of(row.item) ?? number);
      this.clusterOf.push(this.#clusters?.of(row.cluster) ?? number);
    }
    return number;
  }

  /** Returns the item of each unit, and its part of the item: '' where it is one unit. */
  names(): readonly { readonly item: string; readonly part: string }[] {
    const items = (this.#items ?? this.#units).names();
    return this.#units.names().map((name, unit) => {
      const item = items[this.itemOf[unit] as number] as string; // each unit has one
      return { item, part: name.slice(item.length + 1) };
    });
  }
}

/** Returns a name for the unit of a row within its data: the item's id, with the name of the unit where it has several. */
function unitName({ item, outcome }: Pick<OutcomeRow, 'item' | 'outcome'>): string {
  const name = 'unit' in outcome ? outcome.unit : '';
  return name === '' ? item : `${item}\0${name}`;
}

/** The tables of units of all data. */
export class UnitTables {
  readonly #tables = new NestedMap<UnitTable>();
  readonly #dataOf: DataOf;

  constructor(dataOf: DataOf) {
    this.#dataOf = dataOf;
  }

  /** Returns the table of a row's data and kind. */
  of({ run, experiment, outcome }: Pick<OutcomeRow, 'run' | 'experiment' | 'outcome'>): UnitTable {
    const data = this.#dataOf(run, experiment);
    return this.#tables.get([experiment, unitKind(outcome), data], () => new UnitTable(data));
  }
}
