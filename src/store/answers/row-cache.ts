import type { RowsInOrder } from '../database.ts';
import type { Tables } from '../schema/tables.ts';

type Row = Tables['answers'];

/** Rows per slice: as many as a full group of the journal. */
const sliceSize = 64;

/** Maximum number of cached slices: judgements are thousands of rows after the responses that they judge. */
const maxSlices = 64;

/**
 * Cache of rows by key. Answers are read in about the order of their insertion, so a key that is not cached brings the
 * rows around it: reading a slice takes a sixth of the time of finding each of its rows by key.
 */
export class RowCache {
  readonly #inOrder: RowsInOrder;
  readonly #rows = new Map<string, Row>();
  /** Slices by number, oldest first. */
  readonly #slices = new Map<number, readonly Row[]>();

  constructor(inOrder: RowsInOrder) {
    this.#inOrder = inOrder;
  }

  /** Returns the row of a key if it is cached. */
  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** Returns the row of a key, and caches its slice; undefined if no row has the key. */
  find(key: string): Row | undefined {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const number = this.#inOrder.rowOf(key);
    if (number !== null) this.#keep(Math.floor(number / sliceSize));
    return this.#rows.get(key);
  }

  #keep(slice: number): void {
    const rows = this.#inOrder.between(slice * sliceSize, (slice + 1) * sliceSize - 1);
    for (const row of rows) this.#rows.set(row.key, row);
    this.#slices.delete(slice); // it may have grown since it was read
    this.#slices.set(slice, rows);
    if (this.#slices.size <= maxSlices) return;
    for (const [oldest, its] of this.#slices) {
      this.#slices.delete(oldest);
      for (const { key } of its) this.#rows.delete(key);
      break;
    }
  }
}
