import type { DatabaseSync } from 'node:sqlite';
import type { Search } from '../search/search-pattern.ts';
import { searchedAnswers } from '../search/searched-text.ts';

/** Answers that match a pattern, found one answer at a time, so that a step of a search is short. */
export class PatternMatches {
  readonly #database: DatabaseSync;
  readonly #pattern: Extract<Search, { readonly kind: 'pattern' }>;
  /** Matching ids of the current range. */
  #found: number[] = [];
  /** Id of the last row that was read. */
  #last = -1;
  /** Answers of that row that remain. */
  #open: readonly string[] = [];

  constructor(database: DatabaseSync, pattern: Extract<Search, { readonly kind: 'pattern' }>) {
    this.#database = database;
    this.#pattern = pattern;
  }

  /**
   * Continues in a range of ids for as long as `hasTime` says, but tests at least one answer. Returns the ids in the range
   * that match; null while some of it remains. Ranges come one after another.
   */
  upTo(first: number, last: number, hasTime: () => boolean): readonly number[] | null {
    const next = this.#database.prepare(
      'select id, text from answers where id > ? and id between ? and ? order by id limit 1',
    );
    do {
      if (this.#open.length === 0) {
        const row = next.get(this.#last, first, last);
        if (row === undefined) return this.#take();
        this.#last = Number(row.id);
        this.#open = searchedAnswers(String(row.text));
      }
      const [answer = '', ...rest] = this.#open;
      const matches = this.#pattern.test(answer);
      if (matches) this.#found.push(this.#last);
      this.#open = matches ? [] : rest;
    } while (hasTime());
    return null;
  }

  #take(): readonly number[] {
    const found = this.#found;
    this.#found = [];
    this.#last = -1;
    return found;
  }
}
