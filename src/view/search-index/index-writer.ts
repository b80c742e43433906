import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { unitStates } from '../../domain/outcome.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { UnitWords } from '../../report/input/unit-row.ts';
import type { RunPage } from '../contract/contract.ts';
import { besideOthers, type PlacedRow } from '../page/beside-others.ts';

/** Data of an item that is written with its outcomes. */
interface IndexedItem {
  readonly title: string;
  readonly words: UnitWords;
}

/** Writes the rows of one run in one transaction: readers see the earlier rows until it ends. */
export class IndexWriter {
  readonly #database: DatabaseSync;
  readonly #run: string;
  readonly #insert: StatementSync;
  readonly #insertItem: StatementSync;
  readonly #insertWord: StatementSync;
  readonly #insertAnswers: StatementSync;
  readonly #insertText: StatementSync;
  readonly #words = new Map<string, number>();
  readonly #groups = new Map<string, number>();
  /** Units of the current item, of all models and conditions, until the other models' behavior is known. */
  #pending: OutcomeRow[] = [];
  #item: { readonly name: string; readonly id: number; readonly words: UnitWords } | null = null;
  #rows = 0;

  constructor(database: DatabaseSync, run: string) {
    this.#database = database;
    this.#run = run;
    database.exec('begin immediate');
    removeRun(database, run);
    this.#insert = database.prepare(
      `insert into outcomes (grp, item, state, reason, score, divergent, judges, agreement, others_share, unit, prediction,
       outcome, agree, executions, same, others, part) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertItem = database.prepare(
      `insert into items (run, experiment, item, title, search) values (?, ?, ?, ?, ?)
       on conflict do update set title = excluded.title returning id`,
    );
    this.#insertWord = database.prepare(
      'insert into words (text) values (?) on conflict (text) do update set text = excluded.text returning id',
    );
    this.#insertAnswers = database.prepare('insert into answers (grp, item, text) values (?, ?, ?)');
    this.#insertText = database.prepare('insert into answer_texts (rowid, text) values (?, ?)');
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a row; the rows of one item must be adjacent. */
  add(row: OutcomeRow, item: IndexedItem): void {
    if (row.reader === 'recorded') return; // the recorded reading of an outcome that is already added
    const name = JSON.stringify([row.experiment, row.item]);
    if (this.#item?.name !== name) {
      this.#flush();
      this.#item = { name, id: this.#itemId(row, item), words: item.words };
    }
    this.#pending.push(row);
  }

  /** Indexes the answers about the item of an added row for searches, for the row's model and condition. */
  addAnswers(row: OutcomeRow, text: string): void {
    if (this.#item === null || text === '') return;
    const { lastInsertRowid } = this.#insertAnswers.run(this.#group(row), this.#item.id, text);
    this.#insertText.run(lastInsertRowid, text);
  }

  /** Commits the rows with the page of the run. */
  finish(record: {
    readonly fingerprint: string;
    readonly expected: number;
    readonly elsewhere: number;
    readonly page: RunPage;
  }): void {
    this.#flush();
    this.#database
      .prepare(
        'insert into runs (run, fingerprint, rows, built_at, elsewhere, expected, page) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        this.#run,
        record.fingerprint,
        this.#rows,
        new Date().toISOString(),
        record.elsewhere,
        record.expected,
        JSON.stringify(record.page),
      );
    this.#database.exec('commit');
    this.#database.exec('pragma optimize');
  }

  /** Rolls the transaction back. */
  abandon(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  #flush(): void {
    if (this.#item === null) return;
    const { id, words } = this.#item;
    for (const placed of besideOthers(this.#pending, words)) this.#write(id, placed);
    this.#pending = [];
  }

  #write(item: number, { source, row, divergent, same, others }: PlacedRow): void {
    this.#rows += 1;
    this.#insert.run(
      this.#group(source),
      item,
      unitStates.indexOf(row.state),
      this.#word(row.reason ?? ''),
      row.score,
      Number(divergent),
      Number(row.judgesDiffer),
      row.executions === 0 ? 0 : row.agree / row.executions,
      same === null || others === null || others === 0 ? null : same / others,
      this.#word(row.unit),
      this.#word(row.prediction),
      this.#word(row.outcome),
      row.agree,
      row.executions,
      same,
      others,
      this.#word(source.part ?? ''),
    );
  }

  #group({ experiment, model, condition }: OutcomeRow): number {
    const key = JSON.stringify([experiment, model, condition]);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const { lastInsertRowid } = this.#database
      .prepare('insert into groups (run, experiment, model, condition) values (?, ?, ?, ?)')
      .run(this.#run, experiment, model, condition);
    this.#groups.set(key, Number(lastInsertRowid));
    return Number(lastInsertRowid);
  }

  #itemId({ experiment, item }: OutcomeRow, { title }: IndexedItem): number {
    const row = this.#insertItem.get(this.#run, experiment, item, title, `${title}\n${item}`.toLowerCase());
    return Number(row?.id);
  }

  #word(text: string): number {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    if (this.#words.size > 20_000) this.#words.clear(); // unique texts would fill the memory
    const id = Number(this.#insertWord.get(text)?.id);
    this.#words.set(text, id);
    return id;
  }
}

/** Deletes the rows of a run. */
export function removeRun(database: DatabaseSync, run: string): void {
  const answers = 'select id from answers where item in (select id from items where run = ?)';
  database.prepare(`delete from answer_texts where rowid in (${answers})`).run(run);
  database.prepare(`delete from answers where id in (${answers})`).run(run);
  database.prepare('delete from outcomes where grp in (select id from groups where run = ?)').run(run);
  for (const table of ['groups', 'items', 'runs']) database.prepare(`delete from ${table} where run = ?`).run(run);
}
