import { unpackBlock } from '../util/text-block.ts';
import type { Database } from './database.ts';
import { SizedQuery } from './sized-query.ts';

/** Characters of unpacked text that are kept: answers are read in about the order in which they came. */
const mostCharacters = 2_000_000;

/** Blocks fetched at once; one may hold a text of many megabytes. */
const fetchSize = 16;

/** The unpacked blocks that were fetched last. */
export class BlockCache {
  readonly #database: Database;
  readonly #query: SizedQuery<number, { id: number; bytes: Uint8Array }>;
  readonly #blocks = new Map<number, readonly string[]>();
  #characters = 0;

  constructor(database: Database) {
    const { db } = database;
    this.#database = database;
    this.#query = new SizedQuery(
      (ids) => db.selectFrom('blocks').select(['id', 'bytes']).where('id', 'in', ids),
      (id) => [id],
    );
  }

  /** Yields the blocks of these ids, a few in memory at a time. */
  async *read(ids: Iterable<number>): AsyncGenerator<readonly [id: number, lines: readonly string[]]> {
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.#blocks.get(id);
      if (known === undefined) missing.push(id);
      else yield [id, known];
    }
    for (let start = 0; start < missing.length; start += fetchSize) {
      const rows = await this.#database.read(this.#query.for(missing.slice(start, start + fetchSize)));
      for (const { id, bytes } of rows) {
        const lines = unpackBlock(bytes);
        this.#keep(id, lines);
        yield [id, lines];
      }
    }
  }

  #keep(id: number, lines: readonly string[]): void {
    if (this.#blocks.has(id)) return; // another look-up fetched it too
    this.#blocks.set(id, lines);
    this.#characters += size(lines);
    for (const [oldest, its] of this.#blocks) {
      if (this.#characters <= mostCharacters) break;
      this.#blocks.delete(oldest);
      this.#characters -= size(its);
    }
  }
}

function size(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}
