import type { z } from 'zod';
import type { ItemBase } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { checkedRow, placeInFile, type Row, rowError } from './files/row.ts';
import { InvalidRows } from './invalid-rows.ts';
import type { ItemKind } from './item-kind.ts';
import type { ItemRow } from './own-rows.ts';
import type { ReadingNotes } from './reading-notes.ts';

/** More lines than any file has. */
const linesAFile = 2 ** 30;

/**
 * Returns the items of the rows, each validated. AppError that counts the invalid rows and the repeated ids, and without
 * rows.
 */
export function checkedItems<Item extends ItemBase>(
  rows: Iterable<Row>,
  kind: ItemKind<Item>,
  path: string,
): readonly Item[] {
  return [...itemsOfRows(rows, kind, path)];
}

/**
 * Yields the valid rows of a file. After the last one, or where reading stops, AppError that counts the invalid ones, if
 * there are any.
 */
export function* validRows<Value>(
  rows: Iterable<ItemRow>,
  schema: z.ZodType<Value>,
  { invalid, notes }: { readonly invalid: InvalidRows; readonly notes: ReadingNotes | undefined },
): Generator<ItemRow & { readonly value: Value }> {
  try {
    for (const row of rows) {
      if (row.doubt !== undefined) notes?.count(row.doubt, row);
      const value = validValue(row, schema, invalid);
      if (value !== null) yield { ...row, value };
    }
  } catch (error) {
    throw error instanceof AppError ? (invalid.error() ?? error) : error; // an earlier row may be the cause
  }
  const error = invalid.error();
  if (error !== null) throw error;
}

function validValue<Value>(row: ItemRow, schema: z.ZodType<Value>, invalid: InvalidRows): Value | null {
  invalid.see(row.value);
  try {
    if (row.fault !== undefined) throw rowError(row, row.fault);
    return checkedRow(schema, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    invalid.addInvalid(error);
    return null;
  }
}

/** Yields the validated items of the rows; holds only the ids in memory. AppError as for `checkedItems`. */
export function* itemsOfRows<Item extends ItemBase>(
  rows: Iterable<ItemRow>,
  kind: Pick<ItemKind<Item>, 'name' | 'itemSchema' | 'uniqueBy'>,
  path: string,
  notes?: ReadingNotes,
): Generator<Item> {
  const { name, itemSchema } = kind;
  const places = new Places();
  const keys = new Places();
  const invalid = new InvalidRows(itemSchema);
  for (const row of validRows(rows, itemSchema, { invalid, notes })) {
    const item = row.value;
    const first = places.of(item.id);
    const key = kind.uniqueBy?.(item);
    const same = key === undefined ? null : keys.of(key);
    if (first !== null) {
      invalid.addRepeated(repeatedError(row, item.id, first));
      continue;
    }
    if (key !== undefined && same !== null) {
      invalid.addRepeated(rowError(row, `the item is already in ${same.file}, line ${same.line} (${key})`));
      continue;
    }
    places.keep(item.id, row);
    if (key !== undefined) keys.keep(key, row);
    yield row.metadata === undefined ? item : { ...item, metadata: row.metadata };
  }
  if (places.size > 0) return;
  throw new AppError('data-empty', `${path} has no items for ${name}`, { hint: 'give a file with at least one row' });
}

function repeatedError(row: ItemRow, id: string, first: Pick<Row, 'file' | 'line'>): AppError {
  const inside = placeInFile({ ...row, line: first.line });
  const place = first.file === row.file ? inside : `${first.file}, ${inside}`;
  if (row.idFromContent !== true) {
    return rowError(
      row,
      `the id "${id}" is already used in ${place}`,
      'give each row an id of its own; nothing was run',
    );
  }
  const remove = 'remove the repeated rows, or add a column id: then rows with equal texts count as one group of items';
  return rowError(row, `the row duplicates ${place}`, `${remove}; nothing was run`);
}

/** Position of each id's first row; one number per id, because there may be a million. */
class Places {
  readonly #files: string[] = [];
  readonly #byId = new Map<string, number>();

  get size(): number {
    return this.#byId.size;
  }

  of(id: string): Pick<Row, 'file' | 'line'> | null {
    const place = this.#byId.get(id);
    if (place === undefined) return null;
    return { file: this.#files[Math.floor(place / linesAFile)] ?? '', line: place % linesAFile };
  }

  keep(id: string, { file, line }: Row): void {
    if (this.#files.at(-1) !== file) this.#files.push(file);
    this.#byId.set(id, (this.#files.length - 1) * linesAFile + line);
  }
}
