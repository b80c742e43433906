import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../util/app-error.ts';
import { parseSearch, type Search } from '../search/search-pattern.ts';
import { type FoundRows, RowSearch, type SearchScope } from './row-search.ts';

const maxSearches = 8;
const maxRows = 3_000_000;

/** How long a search may take. */
export interface SearchTime {
  readonly signal: AbortSignal;
  /** Milliseconds over all calls. */
  readonly maxMs: number;
  /** Milliseconds of one call. */
  readonly withinMs: number;
}

/**
 * Caches the latest searches of an index with the rows that they found, because pages and counts of one search are
 * requested in sequence.
 */
export class RowSearches {
  readonly #database: DatabaseSync;
  readonly #searches = new Map<string, RowSearch>();
  /** Searches that a caller left before their end, with their time so far in milliseconds. */
  readonly #left = new Map<string, number>();
  /** Number of waiting callers by search. */
  readonly #awaited = new Map<string, number>();
  #made = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    let last: { readonly search: string; readonly parsed: Search } = { search: '', parsed: parseSearch('') };
    database.function('fits_pattern', { deterministic: true }, (search, text) => {
      if (last.search !== search) last = { search: String(search), parsed: parseSearch(String(search)) };
      return Number(last.parsed.kind === 'pattern' && last.parsed.test(String(text)));
    });
  }

  /** Returns the rows of a search. Finishes it, unless `find` has left it to be continued. */
  found(scope: SearchScope): FoundRows {
    const search = this.#search(scope);
    while (!search.isDone && !this.#left.has(nameOf(scope))) search.step();
    return search.found();
  }

  /**
   * Searches step by step for at most `maxMs` over all calls, so that this thread does other work between the steps. After
   * `withinMs` the search is left; the next call continues it. Callers with equal searches share one. AppError
   * `bad-pattern` for an invalid search, `request-closed` once the signal is aborted.
   */
  async find(scope: SearchScope, { signal, maxMs, withinMs }: SearchTime): Promise<void> {
    const name = nameOf(scope);
    const before = this.#left.get(name) ?? 0;
    this.#awaited.set(name, (this.#awaited.get(name) ?? 0) + 1);
    try {
      const began = performance.now();
      // after `forget`, the search starts again
      for (let search = this.#search(scope); !search.isDone; search = this.#search(scope)) {
        if (signal.aborted) throw new AppError('request-closed', 'the search was aborted');
        const spent = performance.now() - began;
        if (before + spent > maxMs) search.stop();
        else if (spent > withinMs) {
          this.#left.set(name, before + spent);
          return;
        } else search.step();
        await nextTurn();
      }
      this.#left.delete(name);
    } finally {
      const others = (this.#awaited.get(name) ?? 1) - 1;
      if (others === 0) this.#searches.get(name)?.pause();
      if (others === 0) this.#awaited.delete(name);
      else this.#awaited.set(name, others);
    }
  }

  /** Drops all results after the answers have changed. */
  forget(): void {
    for (const search of this.#searches.values()) search.drop();
    this.#searches.clear();
    this.#left.clear();
  }

  #search(scope: SearchScope): RowSearch {
    const name = nameOf(scope);
    const known = this.#searches.get(name);
    this.#searches.delete(name);
    this.#made += known === undefined ? 1 : 0;
    const search = known ?? new RowSearch(this.#database, scope, `found_${this.#made}`);
    this.#dropOldest();
    this.#searches.set(name, search); // the most recently used is last
    return search;
  }

  #dropOldest(): void {
    let rows = [...this.#searches.values()].reduce((sum, search) => sum + search.found().rows, 0);
    for (const [name, search] of this.#searches) {
      if (this.#searches.size < maxSearches && rows < maxRows) return;
      if (this.#awaited.has(name)) continue;
      rows -= search.found().rows;
      search.drop();
      this.#searches.delete(name);
    }
  }
}

function nameOf({ search, run }: SearchScope): string {
  return JSON.stringify([search, run ?? null]);
}
