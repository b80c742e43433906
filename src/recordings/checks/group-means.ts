import { pAbove } from '../../stats/jackknife.ts';
import { mean, sampleVariance } from '../../stats/moments.ts';
import { compareIds, maxShifted } from '../../stats/shifted-items.ts';
import type { RecordedLog, ScoredRow } from '../recording.ts';
import type { CheckedSide } from './checked-side.ts';

/** Fewest groups of items, so that a p of 10^-4 by t is hardly above that. */
export const minGroups = 40;

/** Returns the mean of a comparison of rows in each group of items; null: the row does not count. */
export function groupMeans<Row extends { readonly group: string }>(
  rows: readonly Row[],
  compare: (row: Row) => number | null,
): readonly number[] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const value = compare(row);
    if (value === null) continue;
    const own = groups.get(row.group);
    if (own === undefined) groups.set(row.group, [value]);
    else own.push(value);
  }
  return [...groups.values()].map((values) => mean(values) ?? 0);
}

/** Returns the mean over groups with its standard error; null where there are too few groups. */
export function estimateOf(means: readonly number[]) {
  const [value, variance, n] = [mean(means), sampleVariance(means), means.length];
  if (value === null || variance === null || n < minGroups) return null;
  return { value, se: Math.sqrt(variance / n), df: n - 1 };
}

/** Returns whether a mean over groups is above 0 (t), so surely that another order of items is hardly chance. */
export function isAboveZero(means: readonly number[]): boolean {
  const estimate = estimateOf(means);
  return estimate !== null && pAbove(estimate) <= maxShifted;
}

/** Number of items that are enough to see a shift: more cost time only. */
const maxItems = 10_000;

const knownItems = new WeakMap<RecordedLog, ReadonlySet<string>>();

/** Returns the rows of a side whose items are among the first 10,000 ids of the log. */
export function firstRows({ log, rows }: CheckedSide): readonly ScoredRow[] {
  if (log.items.size <= maxItems) return rows;
  const known = knownItems.get(log) ?? new Set(inOrderOfIds([...log.items.keys()]).slice(0, maxItems));
  knownItems.set(log, known);
  return rows.filter(({ item }) => known.has(item));
}

/** Returns the items of rows in their order, and in that of their ids where it is another one. */
export function ordersOf(rows: readonly ScoredRow[]): readonly (readonly string[])[] {
  const items = [...new Set(rows.map(({ item }) => item))];
  const byId = inOrderOfIds(items);
  return byId === items ? [items] : [items, byId];
}

/** Returns ids as people number them; the same list where it is in this order. */
function inOrderOfIds(ids: readonly string[]): readonly string[] {
  const isSorted = ids.every((id, at) => at === 0 || compareIds(ids[at - 1] ?? '', id) <= 0);
  return isSorted ? ids : ids.toSorted(compareIds);
}
