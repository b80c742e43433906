import type { ItemBase } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';
import type { ItemKind } from './item-kind.ts';
import { checkedRow, type Row, rowError } from './row.ts';

/** More than a file has. */
const linesAFile = 2 ** 30;

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
  const places = new Places();
  for (const row of rows) {
    const item = checkedRow(itemSchema, row);
    const first = places.of(item.id);
    if (first !== null) {
      const place = first.file === row.file ? `line ${first.line}` : `${first.file}, line ${first.line}`;
      throw rowError(row, `the id "${item.id}" is already used in ${place}`);
    }
    places.keep(item.id, row);
    yield item;
  }
  if (places.size > 0) return;
  throw new AppError('data-empty', `${path} has no items for ${name}`, { hint: 'give a file with at least one row' });
}

/** Where each id was first: a number an id, for there may be a million. */
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
