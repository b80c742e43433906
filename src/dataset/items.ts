import type { ItemBase } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';
import type { ItemKind } from './item-kind.ts';
import { checkedRow, type Row, rowError } from './row.ts';

/** The rows' items, checked one by one. AppError at the first broken row, at an id that comes twice, and without any row. */
export function checkedItems<Item extends ItemBase>(
  rows: readonly Row[],
  { name, itemSchema }: ItemKind<Item>,
  path: string,
): readonly Item[] {
  const lines = new Map<string, Row>();
  const items = rows.map((row) => {
    const item = checkedRow(itemSchema, row);
    const first = lines.get(item.id);
    if (first !== undefined) {
      const place = first.file === row.file ? `line ${first.line}` : `${first.file}, line ${first.line}`;
      throw rowError(row, `the id "${item.id}" is already used in ${place}`);
    }
    lines.set(item.id, row);
    return item;
  });
  if (items.length > 0) return items;
  throw new AppError('data-empty', `${path} has no items for ${name}`, { hint: 'give a file with at least one row' });
}
