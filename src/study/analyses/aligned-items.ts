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

/** Returns 1 where a row is right, else 0. */
export function rightness(row: PredictionRow | undefined, truth: string): number {
  return Number(row?.prediction === truth);
}

/** Returns the share of the numbered cells, the trainings of one arm, whose row is right; 0 without cells. */
export function hit(...cells: readonly number[]): (item: AlignedItem) => number {
  return ({ rows, truth }) => shareOf(cells, (cell) => rightness(rows[cell], truth));
}

/** Returns the share of the numbered cells that have a prediction; 0 without cells. */
export function answered(...cells: readonly number[]): (item: AlignedItem) => number {
  return ({ rows }) => shareOf(cells, (cell) => Number((rows[cell]?.prediction ?? null) !== null));
}

function shareOf(cells: readonly number[], value: (cell: number) => number): number {
  let sum = 0;
  for (const cell of cells) sum += value(cell);
  return cells.length === 0 ? 0 : sum / cells.length;
}
