import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { searchPattern } from '../search/search-pattern.ts';
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
}

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
  /** Null where every answer is looked at. */
  readonly #candidates: TrigramCandidates | null;
  readonly #rowCounts = new Map<string, RowCount>();
  #next: number;
  #items = firstItems;
  #rows = 0;
  #isStopped = false;

  /** `table`: name of the temporary table of ids. */
  constructor(database: DatabaseSync, scope: SearchScope, table: string) {
    this.#database = database;
    this.#scope = scope;
    this.#table = table;
    database.exec(`create temp table ${table} (id integer primary key)`);
    const range = database
      .prepare(`select min(id) as first, max(id) as last from items where ${ofRun(scope)}`)
      .get(...runOf(scope));
    this.#first = Number(range?.first ?? 0);
    this.#last = Number(range?.last ?? -1);
    this.#next = this.#first;
    const trigrams = searchPattern(scope.search) === null ? trigramsOf(scope.search.toLowerCase()) : [];
    this.#candidates = trigrams.length === 0 ? null : new TrigramCandidates(database, trigrams);
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
    };
  }

  /** Searches the next items: as many as the step before says fit into 15 ms of work, however busy the machine is. */
  step(): void {
    const began = cpuMs();
    const [from, to] = [this.#next, Math.min(this.#last, this.#next + this.#items - 1)];
    const found = this.#searchBetween(from, to);
    if (found > 0) this.#count(from, to);
    this.#rows += found;
    this.#next = to + 1;
    if (this.isDone) this.pause();
    const fitting = Math.round((this.#items * stepMs) / Math.max(1, cpuMs() - began));
    this.#items = Math.max(1, Math.min(fitting, 2 * this.#items, maxItems));
  }

  #searchBetween(from: number, to: number): number {
    const { search } = this.#scope;
    const answers = this.#database
      .prepare('select min(id) as first, max(id) as last from answers where item between ? and ?')
      .get(from, to);
    const [first, last] = [Number(answers?.first ?? 0), Number(answers?.last ?? -1)];
    const candidates = this.#candidates?.upTo(first, last) ?? null;
    const [fitsTitle, fitsAnswer] = [fitsSql(search, 'search'), fitsSql(search, 'text')];
    const { changes } = this.#database
      .prepare(
        `insert into ${this.#table} select o.id from outcomes o where o.item between ? and ?
         and o.grp in (select id from groups where ${ofRun(this.#scope)})
         and (o.item in (select id from items where id between ? and ? and ${fitsTitle.where})
           or (o.grp, o.item) in (select grp, item from answers
             where ${candidates === null ? 'id between ? and ?' : 'id in (select value from json_each(?))'}
             and ${fitsAnswer.where}))`,
      )
      .run(
        ...[from, to, ...runOf(this.#scope), from, to, ...fitsTitle.values],
        ...(candidates === null ? [first, last] : [JSON.stringify(candidates)]),
        ...fitsAnswer.values,
      );
    return Number(changes);
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

/** Returns the condition that a column of lower-case text matches a search. */
function fitsSql(
  search: string,
  column: string,
): { readonly where: string; readonly values: readonly SQLInputValue[] } {
  if (searchPattern(search) === null) return { where: `instr(${column}, ?) > 0`, values: [search.toLowerCase()] };
  return { where: `fits_pattern(?, ${column})`, values: [search] };
}
