import type { DatabaseSync } from 'node:sqlite';
import { type StudyPage, type StudySummary, studyPageSchema, studySummarySchema } from '../contract/contract-study.ts';
import type { ViewedStudy } from '../page/study-page.ts';

/** Reads and writes the studies of an index. */
export class IndexedStudies {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns every study, the latest first. */
  summaries(): readonly StudySummary[] {
    return this.#database
      .prepare('select summary from studies order by at desc, id')
      .all()
      .map(({ summary }) => studySummarySchema.parse(JSON.parse(String(summary))));
  }

  page(id: string): StudyPage | null {
    const row = this.#database.prepare('select page from studies where id = ? and page is not null').get(id);
    return row === undefined ? null : studyPageSchema.parse(JSON.parse(String(row.page)));
  }

  /** Returns whether the index has the latest version of the study. */
  has({ id, at }: { readonly id: string; readonly at: string }): boolean {
    return this.#database.prepare('select 1 from studies where id = ? and at = ?').get(id, at) !== undefined;
  }

  put({ summary, page }: ViewedStudy): void {
    this.#database
      .prepare('insert or replace into studies (id, at, summary, page) values (?, ?, ?, ?)')
      .run(summary.id, summary.at, JSON.stringify(summary), page === null ? null : JSON.stringify(page));
  }
}
