import { unpackBlock } from '../util/text-block.ts';
import type { Database, RowsInOrder } from './database.ts';
import { SizedQuery } from './sized-query.ts';
import type { Tables } from './tables.ts';

/** Characters of unpacked text that are kept: answers are read in about the order in which they came. */
const mostCharacters = 6_000_000;

/** Blocks fetched at once; one may hold a text of many megabytes. */
const fetchSize = 16;

type Row = Tables['answers'];

interface Block {
  readonly lines: readonly string[];
  /** Of its answers, as far as they are known. */
  readonly keys: readonly string[];
}

/**
 * The unpacked blocks that were used last, with the rows that point into them: rows of a block were inserted together, and
 * reading them one after the other takes a third of the time of finding each by its key.
 */
export class BlockCache {
  readonly #database: Database;
  readonly #query: SizedQuery<number, { id: number; bytes: Uint8Array }>;
  readonly #blocks = new Map<number, Block>();
  readonly #rows = new Map<string, Row>();
  #characters = 0;

  constructor(database: Database) {
    const { db } = database;
    this.#database = database;
    this.#query = new SizedQuery(
      (ids) => db.selectFrom('blocks').select(['id', 'bytes']).where('id', 'in', ids),
      (id) => [id],
    );
  }

  /** The row of a key whose block is at hand. */
  rowOf(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** Yields these blocks, a few in memory at a time; each comes with the key of one of its answers. */
  async *read(wanted: ReadonlyMap<number, string>): AsyncGenerator<readonly [id: number, lines: readonly string[]]> {
    const missing: number[] = [];
    for (const id of wanted.keys()) {
      const known = this.#blocks.get(id);
      if (known === undefined) missing.push(id);
      else {
        this.#blocks.delete(id); // to the end: it was used last
        this.#blocks.set(id, known);
        yield [id, known.lines];
      }
    }
    for (let start = 0; start < missing.length; start += fetchSize) {
      const rows = await this.#database.read(this.#query.for(missing.slice(start, start + fetchSize)));
      for (const { id, bytes } of rows) {
        const lines = unpackBlock(bytes);
        this.#keep(id, lines, wanted.get(id));
        yield [id, lines];
      }
    }
  }

  #keep(id: number, lines: readonly string[], key: string | undefined): void {
    if (this.#blocks.has(id)) return; // another look-up fetched it too
    const { inOrder } = this.#database;
    const rows = inOrder === null || key === undefined ? [] : rowsOfBlock(inOrder, { id, key, size: lines.length });
    for (const row of rows) this.#rows.set(row.key, row);
    this.#blocks.set(id, { lines, keys: rows.map((row) => row.key) });
    this.#characters += size(lines);
    for (const [oldest, its] of this.#blocks) {
      if (this.#characters <= mostCharacters) break;
      this.#blocks.delete(oldest);
      for (const old of its.keys) this.#rows.delete(old);
      this.#characters -= size(its.lines);
    }
  }
}

/** The rows around that of one key: there are at most as many as the block has texts. */
function rowsOfBlock(
  inOrder: RowsInOrder,
  { id, key, size }: { readonly id: number; readonly key: string; readonly size: number },
): readonly Row[] {
  const row = inOrder.rowOf(key);
  if (row === null || size === 1) return [];
  return inOrder.from(row - size + 1, 2 * size - 1).filter(({ block }) => block === id);
}

function size(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}
