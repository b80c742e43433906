import { pAbove } from '../../stats/jackknife.ts';
import { mean, sampleVariance } from '../../stats/moments.ts';
import { compareIds, maxShifted } from '../../stats/shifted-items.ts';
import type { ScoredRow } from '../recording.ts';
import { type CheckedSide, itemOfRow } from './checked-side.ts';

/** Fewest groups of items, so that a p of 10^-4 by t is hardly above that. */
export const minGroups = 40;

/** Returns the mean of a comparison of rows in each group of items; null: the row does not count. */
export function groupMeans<Row extends ScoredRow>(
  side: CheckedSide,
  rows: readonly Row[],
  compare: (row: Row) => number | null,
): readonly number[] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const value = compare(row);
    if (value === null) continue;
    const { group } = itemOfRow(side, row);
    const own = groups.get(group);
    if (own === undefined) groups.set(group, [value]);
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

/** Returns the items of rows in their order, and in that of their ids where it is another one. */
export function ordersOf(rows: readonly ScoredRow[]): readonly (readonly string[])[] {
  const items = [...new Set(rows.map(({ item }) => item))];
  const byId = items.toSorted(compareIds);
  return byId.every((item, at) => item === items[at]) ? [items] : [items, byId];
}
