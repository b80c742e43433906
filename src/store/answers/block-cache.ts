import { unpackBlock } from '../../util/text-block.ts';
import { damaged } from '../database/damaged.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { BucketedQuery } from './bucketed-query.ts';

/** Characters of unpacked text to cache; answers are read in about the order of insertion. */
const mostCharacters = 6_000_000;

/** Blocks per query; a block may hold a text of many megabytes. */
const fetchSize = 16;

/** Cache of the most recently used unpacked blocks. */
export class BlockCache {
  readonly #database: Database;
  readonly #query: BucketedQuery<number, { id: number; bytes: Uint8Array }>;
  readonly #blocks = new Map<number, readonly string[]>();
  #characters = 0;

  constructor(database: Database) {
    const { db } = database;
    this.#database = database;
    this.#query = new BucketedQuery(
      (ids) => db.selectFrom('blocks').select(['id', 'bytes']).where('id', 'in', ids),
      (id) => [id],
    );
  }

  clear(): void {
    this.#blocks.clear();
    this.#characters = 0;
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
        yield [id, known];
      }
    }
    for (let start = 0; start < missing.length; start += fetchSize) {
      const fetched = missing.slice(start, start + fetchSize);
      const rows = await this.#database.read(this.#query.for(fetched));
      const found = new Map(rows.map(({ id, bytes }) => [id, bytes]));
      for (const id of fetched) {
        const lines = this.#unpacked(found.get(id), wanted.get(id)?.run ?? '');
        this.#keep(id, lines);
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

  #keep(id: number, lines: readonly string[]): void {
    if (this.#blocks.has(id)) return; // another look-up has fetched it meanwhile
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
