import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../util/app-error.ts';
import type { Filter, ItemView } from '../contract/contract-items.ts';
import { ItemRows } from './item-rows.ts';

const pageSize = 1_000;

/** Yields every row of a filter, page by page. */
export function* allRows(rows: ItemRows, filter: Filter): Generator<ItemView> {
  for (let offset = 0; ; offset += pageSize) {
    const page = rows.page({ ...filter, offset, limit: pageSize });
    yield* page.rows;
    if (page.rows.length < pageSize) return;
  }
}

/**
 * The row that `seb show` opens: the one after `item`, or (`next`) after the last one shown with the filter, or the
 * first.
 */
interface RowStep {
  readonly filter: Filter;
  readonly item: string | null;
  readonly next: boolean;
}

/** A row of a filter with its 1-based position. */
interface StepRow {
  readonly row: ItemView;
  readonly position: number;
  readonly total: number;
}

/** Finds the next row of a filter and remembers it in the index. AppError `no-more-items` after the last one. */
export function nextRow(database: DatabaseSync, { filter, item, next }: RowStep): StepRow {
  const rows = new ItemRows(database);
  const cursor = `cursor ${JSON.stringify(filter)}`;
  const last = database.prepare('select value from meta where name = ?').get(cursor)?.value;
  const afterLast = next && last !== undefined ? Number(last) + 1 : 0;
  const offset = item === null ? afterLast : offsetAfter(rows, filter, item);
  const { rows: found, total } = rows.page({ ...filter, offset, limit: 1 });
  const [row] = found;
  if (row === undefined) {
    database.prepare('delete from meta where name = ?').run(cursor);
    const message = total === 0 ? 'no items match' : `that was the last of ${total} rows`;
    throw new AppError('no-more-items', message, { hint: 'remove --next to start from the beginning' });
  }
  database.prepare('insert or replace into meta values (?, ?)').run(cursor, String(offset));
  return { row, position: offset + 1, total };
}

/** Returns the offset of the first row after the last row of an item; 0 when the filter has no row of the item. */
function offsetAfter(rows: ItemRows, filter: Filter, item: string): number {
  let offset = 0;
  let after = 0;
  for (const row of allRows(rows, filter)) {
    offset += 1;
    if (row.item === item) after = offset;
  }
  return after;
}
