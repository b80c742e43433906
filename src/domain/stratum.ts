import { ownValue } from '../util/is-record.ts';
import type { ItemBase } from './dataset.ts';

/** Columns that say what kind of question an item is, where the user names none; the first that an item has counts. */
export const defaultStratumColumns = ['subject', 'topic', 'category'] as const;

/** The known kind of question that an item is, within which predictions are dealt. */
export interface Stratum {
  /** Column of the data file. */
  readonly column: string;
  /** Value of the column; empty where this item has none. */
  readonly value: string;
  /** Whether the user named the column. */
  readonly isDeclared: boolean;
}

/** Returns the stratum of an item by the column that the user names, else by a default one; null where it has no such column. */
export function stratumOf(item: ItemBase, declared?: string): Stratum | null {
  const columns: readonly string[] = declared === undefined ? defaultStratumColumns : [declared];
  const column = columns.find((name) => isCell(cellOf(item, name)));
  if (column !== undefined) return { column, value: String(cellOf(item, column)), isDeclared: declared !== undefined };
  return declared === undefined ? null : { column: declared, value: '', isDeclared: true };
}

/** Returns the columns of an item that can be strata. */
export function stratumColumns(item: ItemBase): readonly string[] {
  return Object.entries({ ...item.metadata, ...item }).flatMap(([name, value]) => (isCell(value) ? [name] : []));
}

/** Returns what an item has in a column: a field of the item, else of its metadata. */
function cellOf(item: ItemBase, column: string): unknown {
  return Object.hasOwn(item, column) ? item[column as keyof ItemBase] : ownValue(item.metadata ?? {}, column);
}

function isCell(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
}
