import type { PredictionRow } from './rows.ts';

/** One property of one string that all compared predictors were asked about. */
export interface AlignedItem {
  readonly cluster: string;
  readonly group: string;
  readonly truth: string;
  /** One row of each compared cell, in the order of the cells. */
  readonly rows: readonly PredictionRow[];
}

/**
 * Joins the rows of several cells of one target on task, property, wording and string. Keeps items with a truth and a
 * row in every cell (a missing prediction is wrong); a second row of one item in one cell is dropped, so that duplicated rows cannot weigh twice.
 * Throws a RangeError where two cells disagree about an item's truth, or a row's `right` contradicts its values.
 */
export function alignRows(cells: readonly (readonly PredictionRow[])[]): readonly AlignedItem[] {
  const [first = [], ...others] = cells;
  const indexes = others.map(rowsByItem);
  const items: AlignedItem[] = [];
  for (const [key, row] of rowsByItem(first)) {
    if (row.truth === null) continue;
    checkRight(row);
    const rows = [row];
    for (const index of indexes) {
      const other = index.get(key);
      if (other === undefined) break;
      if (other.truth !== row.truth) {
        throw new RangeError(`two truths for ${row.group} of "${row.cluster}": ${row.truth} and ${other.truth}`);
      }
      checkRight(other);
      rows.push(other);
    }
    if (rows.length < cells.length) continue;
    items.push({ cluster: row.cluster, group: row.group, truth: row.truth, rows });
  }
  return items;
}

function checkRight({ right, prediction, truth, predictor, group, cluster }: PredictionRow): void {
  if (right === null || right === (prediction === truth)) return;
  throw new RangeError(`${predictor}, ${group} of "${cluster}": right is ${right} for ${prediction} against ${truth}`);
}

function rowsByItem(rows: readonly PredictionRow[]): ReadonlyMap<string, PredictionRow> {
  const index = new Map<string, PredictionRow>();
  for (const row of rows) {
    const key = `${row.task}\u0000${row.property}\u0000${row.wording}\u0000${row.cluster}`;
    if (!index.has(key)) index.set(key, row);
  }
  return index;
}

/** Returns 1 where the row of the numbered cell is right, else 0; the share of its training runs where it has several. */
export function hit(cell: number): (item: AlignedItem) => number {
  return ({ rows, truth }) => rightness(rows[cell], truth);
}

/** Returns the share of a row's training runs that are right, in [0, 1]. */
export function rightness(row: PredictionRow | undefined, truth: string): number {
  return row?.rightShare ?? Number(row?.prediction === truth);
}

/** Returns 1 where the numbered cell has a prediction, else 0. */
export function answered(cell: number): (item: AlignedItem) => number {
  return ({ rows }) => Number((rows[cell]?.prediction ?? null) !== null);
}
