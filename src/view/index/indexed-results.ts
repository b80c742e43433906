import type { DatabaseSync } from 'node:sqlite';
import type { Results } from '../../domain/finding.ts';
import { resultsSchema } from '../../domain/finding-schema.ts';
import { type Headline, headlineSchema } from '../contract/contract-figure.ts';

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
  headline(runs: readonly string[]): Headline | null {
    const row = this.#database.prepare('select headline from results where runs = ?').get(JSON.stringify(runs));
    return row === undefined ? null : headlineSchema.parse(JSON.parse(String(row.headline)));
  }

  put(fingerprint: string, results: Results, headline: Headline): void {
    this.#database.exec('begin immediate');
    this.#database.exec('delete from results');
    this.#database
      .prepare('insert into results (runs, fingerprint, results, headline) values (?, ?, ?, ?)')
      .run(JSON.stringify(results.selection.runs), fingerprint, JSON.stringify(results), JSON.stringify(headline));
    this.#database.exec('commit');
  }
}
