import type { RowsInOrder, StoredKey } from '../database.ts';

/** Rows per read, which takes about ten milliseconds. */
const sliceSize = 8_192;

/** All keys are read once there are at most this many stored keys for each vain look-up. */
const rowsPerMiss = 8;

const smallest = 1 << 12;
const fullest = 0.7;

/**
 * Rules out most keys without an answer before a look-up. The reading connection drops its page cache with every commit
 * of the writing one, so in a large store each look-up reads a page again. The filter follows the file, whichever
 * process wrote it: it reads rows in the order of insertion, and only new ones each time.
 */
export class KeyFilter {
  readonly #rows: Pick<RowsInOrder, 'keysFrom'>;
  readonly #giveWay: () => Promise<void>;
  #marks = new Marks();
  /**
   * The last row that was read. If it was removed or renumbered, all rows are read again; marks of removed rows may
   * stay.
   */
  #last: StoredKey | null = null;
  #missed = 0;
  /** Number of misses at the last decision whether the filter is active. */
  #judgedAt = -1;
  #isActive = false;

  constructor(rows: Pick<RowsInOrder, 'keysFrom'>, giveWay: () => Promise<void>) {
    this.#rows = rows;
    this.#giveWay = giveWay;
  }

  /**
   * Returns the keys (in compact form) that may be stored. As current as a look-up: a key that is inserted meanwhile
   * may be missed.
   */
  async maybePresent(keys: readonly string[]): Promise<readonly string[]> {
    if (!this.#isWorthwhile()) return keys;
    const marks = await this.#catchUp();
    return keys.filter((key) => marks.has(markOf(key)));
  }

  /** Reports how many keys were looked up and not found. */
  recordMisses(keys: number): void {
    this.#missed += keys;
  }

  /** Returns whether reading all keys pays off; only misses can change the answer. */
  #isWorthwhile(): boolean {
    if (this.#isActive || this.#judgedAt === this.#missed) return this.#isActive;
    this.#judgedAt = this.#missed;
    this.#isActive = this.#rows.keysFrom(rowsPerMiss * this.#missed + 1, 1).length === 0; // rows are numbered from 1
    return this.#isActive;
  }

  /** Returns the marks after all rows are read; another look-up may restart the reading at any time. */
  async #catchUp(): Promise<Marks> {
    for (;;) {
      const slice = this.#rows.keysFrom(this.#last?.[0] ?? 0, sliceSize);
      const begin = this.#last === null ? 0 : 1;
      if (begin === 1 && slice[0]?.[1] !== this.#last?.[1]) {
        this.#marks = new Marks();
        this.#last = null;
        continue;
      }
      for (let index = begin; index < slice.length; index += 1) this.#marks.add(markOf((slice[index] as StoredKey)[1]));
      this.#last = slice.at(-1) ?? null;
      if (slice.length < sliceSize) return this.#marks;
      await this.#giveWay();
    }
  }
}

/** A set of 32-bit marks. Among a million keys, one in a few thousand collides, which costs a look-up. */
class Marks {
  #table = new Uint32Array(smallest);
  #size = 0;

  has(mark: number): boolean {
    return this.#table[this.#place(mark)] === mark;
  }

  add(mark: number): void {
    const place = this.#place(mark);
    if (this.#table[place] === mark) return;
    this.#table[place] = mark;
    this.#size += 1;
    if (this.#size > fullest * this.#table.length) this.#grow();
  }

  /** Returns the slot of the mark, or the free slot for it. */
  #place(mark: number): number {
    const last = this.#table.length - 1;
    let place = mark & last;
    while (this.#table[place] !== 0 && this.#table[place] !== mark) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const before = this.#table;
    this.#table = new Uint32Array(2 * before.length);
    for (const mark of before) if (mark !== 0) this.#table[this.#place(mark)] = mark;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const sixBits = new Uint8Array(128);
for (const [value, character] of [...alphabet].entries()) sixBits[character.charCodeAt(0)] = value;

/** Returns the first 32 bits of a hash in base64url; never 0, which marks a free slot. */
function markOf(key: string): number {
  const bits = (index: number) => sixBits[key.charCodeAt(index)] as number;
  const high = (bits(0) << 26) | (bits(1) << 20) | (bits(2) << 14);
  return (high | (bits(3) << 8) | (bits(4) << 2) | (bits(5) >> 4)) >>> 0 || 1;
}
