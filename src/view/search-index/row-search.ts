import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { parseSearch, type Search } from '../search/search-pattern.ts';
import { PatternMatches } from './pattern-matches.ts';
import { countRows, type RowCount } from './row-counts.ts';
import { TrigramCandidates, trigramsOf } from './trigram-candidates.ts';

/** What to search for, in one run or in all. */
export interface SearchScope {
  readonly search: string;
  readonly run: string | undefined;
}

/** Rows that match a search. */
export interface FoundRows {
  /** Temporary table with the ids of the rows. */
  readonly table: string;
  readonly rows: number;
  readonly counts: readonly RowCount[];
  /** Share of the items that were searched, in [0, 1]. */
  readonly searched: number;
  /** Whether items remain to be searched. */
  readonly isSearching: boolean;
}

const anyText = { where: '1', values: [] };
const stepMs = 15;
const firstItems = 32;
const maxItems = 8_192;

/** Searches the titles and answers of items in order, a few milliseconds per step. */
export class RowSearch {
  readonly #database: DatabaseSync;
  readonly #table: string;
  readonly #scope: SearchScope;
  readonly #first: number;
  readonly #last: number;
  readonly #search: Search;
  /** Null where every answer is looked at, or a pattern is matched. */
  readonly #candidates: TrigramCandidates | null = null;
  readonly #matches: PatternMatches | null = null;
  readonly #rowCounts = new Map<string, RowCount>();
  #next: number;
  #items = firstItems;
  /** CPU time of the unfinished steps over the current items, in milliseconds. */
  #spentMs = 0;
  #rows = 0;
  #isStopped = false;

  /** `table`: name of the temporary table of ids. AppError `bad-pattern` for an invalid search. */
  constructor(database: DatabaseSync, scope: SearchScope, table: string) {
    this.#database = database;
    this.#scope = scope;
    this.#table = table;
    this.#search = parseSearch(scope.search);
    database.exec(`create temp table ${table} (id integer primary key)`);
    const range = database
      .prepare(`select min(id) as first, max(id) as last from items where ${ofRun(scope)}`)
      .get(...runOf(scope));
    this.#first = Number(range?.first ?? 0);
    this.#last = Number(range?.last ?? -1);
    this.#next = this.#first;
    if (this.#search.kind === 'pattern') {
      this.#matches = new PatternMatches(database, this.#search);
    } else {
      const trigrams = trigramsOf(this.#search.text);
      if (trigrams.length > 0) this.#candidates = new TrigramCandidates(database, trigrams);
    }
  }

  get isDone(): boolean {
    return this.#isStopped || this.#next > this.#last;
  }

  /** Stops before the remaining items. */
  stop(): void {
    this.#isStopped = true;
    this.pause();
  }

  /** Ends the reading of the index until the next step: while it goes on, this connection sees no changes of others. */
  pause(): void {
    this.#candidates?.close();
  }

  /** Deletes the table. */
  drop(): void {
    this.pause();
    this.#database.exec(`drop table if exists temp.${this.#table}`);
  }

  found(): FoundRows {
    const items = this.#last - this.#first + 1;
    return {
      ...{ table: this.#table, rows: this.#rows, counts: [...this.#rowCounts.values()] },
      searched: items <= 0 ? 1 : (this.#next - this.#first) / items,
      isSearching: !this.isDone,
    };
  }

  /**
   * Searches the next items: as many as the step before says fit into 15 ms of work, however busy the machine is. A
   * pattern stops after 15 ms, or after one answer, and continues in the next step.
   */
  step(): void {
    const began = cpuMs();
    const [from, to] = [this.#next, Math.min(this.#last, this.#next + this.#items - 1)];
    const found = this.#searchBetween(from, to, () => cpuMs() - began < stepMs);
    const spent = this.#spentMs + cpuMs() - began;
    this.#spentMs = found === null ? spent : 0;
    if (found === null) return;
    if (found > 0) this.#count(from, to);
    this.#rows += found;
    this.#next = to + 1;
    if (this.isDone) this.pause();
    const fitting = Math.round((this.#items * stepMs) / Math.max(1, spent));
    this.#items = Math.max(1, Math.min(fitting, 2 * this.#items, maxItems));
  }

  /** Returns the number of rows found; null if time ran out first. */
  #searchBetween(from: number, to: number, hasTime: () => boolean): number | null {
    const answers = this.#database
      .prepare('select min(id) as first, max(id) as last from answers where item between ? and ?')
      .get(from, to);
    const [first, last] = [Number(answers?.first ?? 0), Number(answers?.last ?? -1)];
    const chosen = (this.#matches ?? this.#candidates)?.upTo(first, last, hasTime);
    if (chosen === null) return null;
    const [fitsTitle, fitsAnswer] = [this.#fitsSql('search'), this.#matches === null ? this.#fitsSql('text') : anyText];
    const { changes } = this.#database
      .prepare(
        `insert into ${this.#table} select o.id from outcomes o where o.item between ? and ?
         and o.grp in (select id from groups where ${ofRun(this.#scope)})
         and (o.item in (select id from items where id between ? and ? and ${fitsTitle.where})
           or (o.grp, o.item) in (select grp, item from answers
             where ${chosen === undefined ? 'id between ? and ?' : 'id in (select value from json_each(?))'}
             and ${fitsAnswer.where}))`,
      )
      .run(
        ...[from, to, ...runOf(this.#scope), from, to, ...fitsTitle.values],
        ...(chosen === undefined ? [first, last] : [JSON.stringify(chosen)]),
        ...fitsAnswer.values,
      );
    return Number(changes);
  }

  /** Returns the condition that a column of lower-case text matches the search. */
  #fitsSql(column: string): { readonly where: string; readonly values: readonly SQLInputValue[] } {
    if (this.#search.kind === 'text') return { where: `instr(${column}, ?) > 0`, values: [this.#search.text] };
    return { where: `fits_pattern(?, ${column})`, values: [this.#scope.search] };
  }

  #count(from: number, to: number): void {
    // the plus keeps SQLite from reading everything that was found so far
    const where = `o.item between ? and ? and +o.id in ${this.#table}`;
    for (const each of countRows(this.#database, where, [from, to])) {
      const { group, state, reason, divergent, judges } = each;
      const name = JSON.stringify([group, state, reason, divergent, judges]);
      this.#rowCounts.set(name, { ...each, n: each.n + (this.#rowCounts.get(name)?.n ?? 0) });
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function ofRun({ run }: SearchScope): string {
  return run === undefined ? '1' : 'run = ?';
}

function runOf({ run }: SearchScope): readonly string[] {
  return run === undefined ? [] : [run];
}
