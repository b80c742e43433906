import type { ItemBase } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';
import type { ItemKind } from './item-kind.ts';
import { checkedRow, type Row, rowError } from './row.ts';

/** The rows' items, checked one by one. AppError at the first broken row, at an id that comes twice, and without any row. */
export function checkedItems<Item extends ItemBase>(
  rows: Iterable<Row>,
  kind: ItemKind<Item>,
  path: string,
): readonly Item[] {
  return [...itemsOfRows(rows, kind, path)];
}

/** The same item by item: of a large file, no more than the ids is held. */
export function* itemsOfRows<Item extends ItemBase>(
  rows: Iterable<Row>,
  { name, itemSchema }: ItemKind<Item>,
  path: string,
): Generator<Item> {
  const places = new Map<string, Pick<Row, 'file' | 'line'>>();
  for (const row of rows) {
    const item = checkedRow(itemSchema, row);
    const first = places.get(item.id);
    if (first !== undefined) {
      const place = first.file === row.file ? `line ${first.line}` : `${first.file}, line ${first.line}`;
      throw rowError(row, `the id "${item.id}" is already used in ${place}`);
    }
    places.set(item.id, { file: row.file, line: row.line }); // not the row: it holds what was read
    yield item;
  }
  if (places.size > 0) return;
  throw new AppError('data-empty', `${path} has no items for ${name}`, { hint: 'give a file with at least one row' });
}
