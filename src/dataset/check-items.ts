import type { z } from 'zod';
import type { ItemBase } from '../domain/item.ts';
import { AppError } from '../util/app-error.ts';
import { checkedRow, placeInFile, type Row, rowError } from './files/row.ts';
import type { ItemKind } from './item-kind.ts';
import type { ItemRow } from './own-rows.ts';

/** More lines than any file has. */
const linesAFile = 2 ** 30;

/** Returns the items of the rows, each validated. AppError at the first invalid row, at a repeated id, and without rows. */
export function checkedItems<Item extends ItemBase>(
  rows: Iterable<Row>,
  kind: ItemKind<Item>,
  path: string,
): readonly Item[] {
  return [...itemsOfRows(rows, kind, path)];
}

/** Called with the error of an invalid row. */
export type OnInvalid = (error: AppError) => void;

/** Yields the validated items of the rows; holds only the ids in memory. AppError as for `checkedItems`. */
export function* itemsOfRows<Item extends ItemBase>(
  rows: Iterable<ItemRow>,
  kind: ItemKind<Item>,
  path: string,
  onInvalid?: OnInvalid,
): Generator<Item> {
  const { name, itemSchema } = kind;
  const places = new Places();
  const keys = new Places();
  for (const row of rows) {
    const item = validItem(itemSchema, row, onInvalid);
    if (item === null) continue;
    const first = places.of(item.id);
    if (first !== null) {
      const inside = placeInFile({ ...row, line: first.line });
      const place = first.file === row.file ? inside : `${first.file}, ${inside}`;
      throw rowError(
        row,
        row.idFromContent === true
          ? `the row duplicates ${place}: remove it; with an id column, equal rows count as one group of items`
          : `the id "${item.id}" is already used in ${place}`,
      );
    }
    places.keep(item.id, row);
    const key = kind.uniqueBy?.(item);
    if (key !== undefined) refuseSame(key, row, keys);
    yield row.metadata === undefined ? item : { ...item, metadata: row.metadata };
  }
  if (places.size > 0) return;
  throw new AppError('data-empty', `${path} has no items for ${name}`, { hint: 'give a file with at least one row' });
}

function validItem<Item>(schema: z.ZodType<Item>, row: ItemRow, onInvalid: OnInvalid | undefined): Item | null {
  try {
    return checkedRow(schema, row);
  } catch (error) {
    if (onInvalid === undefined || !(error instanceof AppError)) throw error;
    onInvalid(error);
    return null;
  }
}

function refuseSame(key: string, row: Row, keys: Places): void {
  const first = keys.of(key);
  if (first !== null) throw rowError(row, `the item is already in ${first.file}, line ${first.line} (${key})`);
  keys.keep(key, row);
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
