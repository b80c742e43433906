/** Minimum rows of a group in the macro average. */
export const minGroupRows = 20;
/**
 * Maximum share of the most frequent value of a group in the macro average; above it, predicting that value is nearly
 * always right.
 */
export const maxModalShare = 0.95;
/** Number of a group's values that are counted to find its mode without each string. */
const countedValues = 8;

/** Columns of a group's block; the counts of its most frequent values follow. */
const groupColumns = [
  'n',
  'right',
  'answered',
  'mode',
  'item',
  'itemN',
  'echo',
  'echoN',
  'other_models',
  'consensusN',
  'reExecution',
  'reExecutionN',
] as const;
export type GroupColumn = (typeof groupColumns)[number];

const places = Object.fromEntries(groupColumns.map((name, index) => [name, index])) as Readonly<
  Record<GroupColumn, number>
>; // all columns
const width = groupColumns.length + countedValues;

type Totals = ArrayLike<number>;

/** A group of task and property, with its most frequent values. */
interface LaidOutGroup {
  readonly name: string;
  readonly rows: number;
  readonly modalShare: number;
  readonly values: readonly string[];
}

/** Position of each group's counts in sums, and averages of them over groups. */
export class CategoricalLayout {
  readonly groups: readonly LaidOutGroup[];
  readonly length: number;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #macro: readonly number[];

  /** `truths`: by group, the values of all rows with a truth. */
  constructor(truths: ReadonlyMap<string, readonly string[]>) {
    this.groups = [...truths].map(([name, values]) => laidOut(name, values));
    this.length = this.groups.length * width;
    this.#numbers = new Map(this.groups.map(({ name }, number) => [name, number]));
    this.#macro = this.groups.flatMap((group, number) => (isInMacro(group) ? [number] : []));
  }

  /** Adds to a column of a group's block. */
  add(sums: Float64Array, [group, column]: readonly [string, GroupColumn], amount: number): void {
    const index = (this.#numbers.get(group) as number) * width + places[column];
    sums[index] = (sums[index] as number) + amount;
  }

  /** Counts a row's true value, if it is one of the group's most frequent values. */
  addValue(sums: Float64Array, group: string, value: string): void {
    const number = this.#numbers.get(group) as number;
    const index = this.groups[number]?.values.indexOf(value) ?? -1;
    if (index === -1) return;
    const position = number * width + groupColumns.length + index;
    sums[position] = (sums[position] as number) + 1;
  }

  /**
   * Returns the mean of one column divided by another over the groups of the macro average; null when no group has such
   * rows.
   */
  macro(totals: Totals, part: GroupColumn, all: GroupColumn): number | null {
    return meanOver(this.#macro, (group) => ratioAt(totals, group, [part, all]));
  }

  /** Returns the sum of a column over the groups of the macro average. */
  macroSum(totals: Totals, column: GroupColumn): number {
    return sumAt(totals, this.#macro, column);
  }

  /** Returns one column divided by another over all groups, so that groups count by their size. */
  micro(totals: Totals, part: GroupColumn, all: GroupColumn): number | null {
    const every = [...this.groups.keys()];
    const rows = sumAt(totals, every, all);
    return rows === 0 ? null : sumAt(totals, every, part) / rows;
  }

  microSum(totals: Totals, column: GroupColumn): number {
    return sumAt(totals, [...this.groups.keys()], column);
  }

  /** Returns the mean share of the most frequent value over the groups of the macro average, found in the same rows. */
  modeInSample(totals: Totals): number | null {
    return meanOver(this.#macro, (group) => {
      const rows = totals[group * width + places.n] ?? 0;
      if (rows === 0) return null;
      let most = 0;
      for (let index = 0; index < countedValues; index += 1) {
        most = Math.max(most, totals[group * width + groupColumns.length + index] ?? 0);
      }
      return most / rows;
    });
  }

  /** Returns one column divided by another for one group. */
  groupRatio(totals: Totals, name: string, columns: readonly [GroupColumn, GroupColumn]): number | null {
    const number = this.#numbers.get(name);
    return number === undefined ? null : ratioAt(totals, number, columns);
  }
}

/** Returns whether a group is in the macro average. */
export function isInMacro({ rows, modalShare }: Pick<LaidOutGroup, 'rows' | 'modalShare'>): boolean {
  return rows >= minGroupRows && modalShare <= maxModalShare;
}

function laidOut(name: string, values: readonly string[]): LaidOutGroup {
  const counts = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length);
  const most = counts[0]?.[1].length ?? 0;
  return {
    name,
    rows: values.length,
    modalShare: values.length === 0 ? 0 : most / values.length,
    values: counts.slice(0, countedValues).map(([value]) => value),
  };
}

function ratioAt(totals: Totals, group: number, [part, all]: readonly [GroupColumn, GroupColumn]): number | null {
  const rows = totals[group * width + places[all]] ?? 0;
  return rows === 0 ? null : (totals[group * width + places[part]] ?? 0) / rows;
}

function sumAt(totals: Totals, groups: readonly number[], column: GroupColumn): number {
  let sum = 0;
  for (const group of groups) sum += totals[group * width + places[column]] ?? 0;
  return sum;
}

function meanOver(groups: readonly number[], value: (group: number) => number | null): number | null {
  let [sum, known] = [0, 0];
  for (const group of groups) {
    const found = value(group);
    if (found === null) continue;
    sum += found;
    known += 1;
  }
  return known === 0 ? null : sum / known;
}
