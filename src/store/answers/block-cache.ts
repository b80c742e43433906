import { unpackBlock } from '../../util/text-block.ts';
import { damaged } from '../damaged.ts';
import type { Database, StoredRow } from '../database.ts';
import type { Tables } from '../schema/tables.ts';
import { BucketedQuery } from './bucketed-query.ts';

/** Characters of unpacked text to cache; answers are read in about the order of insertion. */
const mostCharacters = 6_000_000;

/** Blocks per query; a block may hold a text of many megabytes. */
const fetchSize = 16;

interface Block {
  readonly lines: readonly string[];
  /** Rows of the block's answers, in the order of insertion; empty where the database keeps no order. */
  readonly rows: readonly StoredRow[];
}

/**
 * Cache of the most recently used unpacked blocks and of the rows that point into them. Rows of a block were inserted
 * together, and reading them in sequence takes a third of the time of looking each up by key.
 */
export class BlockCache {
  readonly #database: Database;
  readonly #query: BucketedQuery<number, { id: number; bytes: Uint8Array }>;
  readonly #blocks = new Map<number, Block>();
  readonly #rows = new Map<string, StoredRow>();
  #characters = 0;
  #keepsRows = false;

  constructor(database: Database) {
    const { db } = database;
    this.#database = database;
    this.#query = new BucketedQuery(
      (ids) => db.selectFrom('blocks').select(['id', 'bytes']).where('id', 'in', ids),
      (id) => [id],
    );
  }

  /** Sets whether rows stay cached: another process may remove rows that were read. */
  keepRows(keeps: boolean): void {
    this.#keepsRows = keeps;
    this.#blocks.clear();
    this.#rows.clear();
    this.#characters = 0;
  }

  /** Returns the row of a key whose block is cached. */
  rowOf(key: string): StoredRow | undefined {
    return this.#rows.get(key);
  }

  /** Yields these blocks, a few in memory at a time, each with the row of one of its answers. */
  async *read(
    wanted: ReadonlyMap<number, Tables['answers']>,
  ): AsyncGenerator<readonly [id: number, lines: readonly string[]]> {
    const missing: number[] = [];
    for (const id of wanted.keys()) {
      const known = this.#blocks.get(id);
      if (known === undefined) missing.push(id);
      else {
        this.#blocks.delete(id); // moves the block to the end: it is the most recently used
        this.#blocks.set(id, known);
        yield [id, known.lines];
      }
    }
    for (let start = 0; start < missing.length; start += fetchSize) {
      const fetched = missing.slice(start, start + fetchSize);
      const rows = await this.#database.read(this.#query.for(fetched));
      const found = new Map(rows.map(({ id, bytes }) => [id, bytes]));
      for (const id of fetched) {
        const row = wanted.get(id);
        const lines = this.#unpacked(found.get(id), row?.run ?? '');
        this.#keep(id, lines, row?.key);
        yield [id, lines];
      }
    }
  }

  #unpacked(bytes: Uint8Array | undefined, run: string): readonly string[] {
    if (bytes === undefined) throw damaged(this.#database, `a block of stored answers of run ${run} is missing`);
    try {
      return unpackBlock(bytes);
    } catch (cause) {
      throw damaged(this.#database, `a block of stored answers of run ${run} cannot be read`, cause);
    }
  }

  #keep(id: number, lines: readonly string[], key: string | undefined): void {
    if (this.#blocks.has(id)) return; // another look-up has fetched it meanwhile
    const rows = key === undefined ? [] : this.#rowsOfBlock(id, key, lines.length);
    for (const row of rows) this.#rows.set(row.key, row);
    this.#blocks.set(id, { lines, rows });
    this.#characters += size(lines);
    for (const [oldest, its] of this.#blocks) {
      if (this.#characters <= mostCharacters) break;
      this.#blocks.delete(oldest);
      for (const row of its.rows) this.#rows.delete(row.key);
      this.#characters -= size(its.lines);
    }
  }

  /**
   * Returns the rows of a block. They are adjacent, at most as many as the block has texts, and follow those of the
   * block before.
   */
  #rowsOfBlock(id: number, key: string, most: number): readonly StoredRow[] {
    const { inOrder } = this.#database;
    if (!this.#keepsRows || inOrder === null || most === 1) return [];
    const before = this.#blocks.get(id - 1)?.rows.at(-1);
    if (before !== undefined) {
      const rows = inOrder.from(before.row + 1, most);
      if (rows.every(({ block }) => block === id)) return rows;
    }
    const row = inOrder.rowOf(key);
    return row === null ? [] : inOrder.from(row - most + 1, 2 * most - 1).filter(({ block }) => block === id);
  }
}

function size(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}
