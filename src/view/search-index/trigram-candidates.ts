import type { DatabaseSync } from 'node:sqlite';

const maxTrigrams = 20;

/** Returns every run of three characters of a text, at most 20; none of a shorter text. */
export function trigramsOf(text: string): readonly string[] {
  const characters = [...text];
  const found = characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
  // a null character would end the expression
  return [...new Set(found)].filter((trigram) => !trigram.includes('\0')).slice(0, maxTrigrams);
}

/** Answers that have all trigrams of a search, read from the index in the order of their ids. */
export class TrigramCandidates {
  readonly #database: DatabaseSync;
  readonly #match: string;
  #ids: Iterator<number> | null = null;
  /** Read, but beyond the range that was asked for. */
  #next: number | null = null;

  constructor(database: DatabaseSync, trigrams: readonly string[]) {
    this.#database = database;
    this.#match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  }

  /** Returns the ids in a range; ranges come one after another. */
  upTo(first: number, last: number): readonly number[] {
    this.#ids ??= this.#read(first);
    const found: number[] = [];
    for (;;) {
      const id = this.#next ?? this.#ids.next().value ?? Number.POSITIVE_INFINITY;
      this.#next = id > last ? id : null;
      if (id > last) return found;
      if (id >= first) found.push(id);
    }
  }

  /** Ends the reading; it can go on later. */
  close(): void {
    this.#ids?.return?.();
    this.#ids = null;
    this.#next = null;
  }

  *#read(first: number): Generator<number, undefined> {
    const statement = this.#database.prepare(
      'select rowid as id from answer_texts where answer_texts match ? and rowid >= ?',
    );
    for (const { id } of statement.iterate(this.#match, first)) yield Number(id);
  }
}
