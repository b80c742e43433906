import type { DatabaseSync } from 'node:sqlite';
import { type RunPage, runPageSchema } from '../contract/contract.ts';

/** Data of a run in the index, besides its rows. */
export interface IndexedRun {
  readonly fingerprint: string;
  readonly rows: number;
  /** Number of calls that the run needs. */
  readonly expected: number;
  /** Number of these calls that other runs paid for. */
  readonly elsewhere: number;
}

export class IndexedRuns {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(id: string): IndexedRun | null {
    const row = this.#database.prepare('select fingerprint, rows, expected, elsewhere from runs where run = ?').get(id);
    if (row === undefined) return null;
    return {
      fingerprint: String(row.fingerprint),
      ...{ rows: Number(row.rows), expected: Number(row.expected), elsewhere: Number(row.elsewhere) },
    };
  }

  page(id: string): RunPage | null {
    const row = this.#database.prepare('select page from runs where run = ?').get(id);
    return row === undefined ? null : runPageSchema.parse(JSON.parse(String(row.page)));
  }

  /** Returns the runs whose page has a comparison. */
  compared(): ReadonlySet<string> {
    const found = this.#database.prepare("select run from runs where json_extract(page, '$.comparison') is not null");
    return new Set(found.all().map(({ run }) => String(run)));
  }

  ids(): readonly string[] {
    return this.#database
      .prepare('select run from runs')
      .all()
      .map(({ run }) => String(run));
  }
}
