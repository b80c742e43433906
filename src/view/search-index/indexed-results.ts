import type { DatabaseSync } from 'node:sqlite';
import { type Results, resultsSchema } from '../../results/results.ts';
import { type ComparisonScreen, comparisonScreenSchema, type RunPage, runPageSchema } from '../contract/contract.ts';
import { figureSchema, type PageFigure } from '../contract/contract-figure.ts';

/** Results of a selection, as the index has them. */
interface IndexedSelection {
  readonly fingerprint: string;
  readonly results: Results;
  readonly headline: PageFigure;
  /** Page about several runs together; null where the runs have none. */
  readonly page: RunPage | null;
  /** Null where the runs have nothing to compare. */
  readonly comparison: ComparisonScreen | null;
}

/** Reads and writes the results of selections of runs in an index. Only the latest selection is kept. */
export class IndexedResults {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns the results of these runs; null if they are not computed yet. */
  results(runs: readonly string[]): Results | null {
    const row = this.#database.prepare('select results from results where runs = ?').get(JSON.stringify(runs));
    return row === undefined ? null : resultsSchema.parse(JSON.parse(String(row.results)));
  }

  /** Returns the fingerprint of the answers that the results of these runs were computed from. */
  fingerprint(runs: readonly string[]): string | null {
    const row = this.#database.prepare('select fingerprint from results where runs = ?').get(JSON.stringify(runs));
    return row === undefined ? null : String(row.fingerprint);
  }

  /** Returns the figure of the results of these runs; null if they are not computed yet. */
  headline(runs: readonly string[]): PageFigure | null {
    const row = this.#database.prepare('select headline from results where runs = ?').get(JSON.stringify(runs));
    return row === undefined ? null : figureSchema.parse(JSON.parse(String(row.headline)));
  }

  /** Whether these runs have a page together. */
  hasPage(runs: readonly string[]): boolean {
    const found = this.#database.prepare('select 1 from results where runs = ? and page is not null');
    return found.get(JSON.stringify(runs)) !== undefined;
  }

  /** Returns the page about the latest selection of several runs; null where there is none. */
  page(): RunPage | null {
    const row = this.#database.prepare('select page from results where page is not null').get();
    return row === undefined ? null : runPageSchema.parse(JSON.parse(String(row.page)));
  }

  /** Returns the comparison of these runs; null where there is none. */
  comparison(runs: readonly string[]): ComparisonScreen | null {
    const found = this.#database.prepare('select comparison from results where runs = ? and comparison is not null');
    const row = found.get(JSON.stringify(runs));
    return row === undefined ? null : comparisonScreenSchema.parse(JSON.parse(String(row.comparison)));
  }

  put({ fingerprint, results, headline, page, comparison }: IndexedSelection): void {
    this.#database.exec('begin immediate');
    this.#database.exec('delete from results');
    this.#database
      .prepare('insert into results (runs, fingerprint, results, headline, page, comparison) values (?, ?, ?, ?, ?, ?)')
      .run(
        JSON.stringify(results.selection.runs),
        fingerprint,
        JSON.stringify(results),
        JSON.stringify(headline),
        page === null ? null : JSON.stringify(page),
        comparison === null ? null : JSON.stringify(comparison),
      );
    this.#database.exec('commit');
  }
}
