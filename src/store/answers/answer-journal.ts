import type { CompiledQuery } from 'kysely';
import type { Database } from '../database/database.ts';
import { unpackedBlock } from '../database/packed-block.ts';
import { retryTransient } from '../database/retry-transient.ts';
import { translateErrors } from '../database/translate-errors.ts';
import type { StoredAnswer, StoredFailure } from '../store.ts';
import { writeAnswerText } from './answer-text.ts';
import { BucketedQuery } from './bucketed-query.ts';
import { compactKey } from './compact-key.ts';
import { GroupCommit } from './group-commit.ts';

interface AnswerEntry {
  readonly kind: 'answer';
  readonly key: string;
  readonly run: string;
  readonly cost: number | null;
  readonly text: string;
}

interface FailureEntry {
  readonly kind: 'failure';
  readonly key: string;
  readonly run: string;
  readonly text: string;
}

type Entry = AnswerEntry | FailureEntry;
type Insertion = 'inserted' | 'exists';
type AnswerRow = Pick<AnswerEntry, 'key' | 'run' | 'cost'> & { readonly place: number };

function entryOf(answer: StoredAnswer): AnswerEntry {
  const { key, run, cost } = answer;
  if (cost !== null && !Number.isFinite(cost)) throw new TypeError(`a cost cannot be ${cost}`);
  return { kind: 'answer', key: compactKey(key), run, cost, text: writeAnswerText(answer) };
}

/** Writes answers and failures in groups. */
export class Journal {
  readonly #database: Database;
  readonly #group: GroupCommit<Entry, Insertion>;
  readonly #block: CompiledQuery;
  readonly #insert: BucketedQuery<AnswerRow, { place: number }>;
  readonly #clearAnswered: BucketedQuery<string, unknown>;
  readonly #clearRefuted: BucketedQuery<string, unknown>;

  constructor(database: Database) {
    this.#database = database;
    this.#group = new GroupCommit({
      commit: (entries) => translateErrors(database, () => retryTransient(database, () => this.#commit(entries))),
      weight: ({ text }) => text.length,
      maxWeight: 1_000_000,
      maxEntries: 256,
      paceMs: 8,
      enough: 64,
    });
    const { db, sql } = database;
    this.#block = db
      .insertInto('blocks')
      .values({ bytes: unpackedBlock([]) })
      .compile();
    this.#insert = new BucketedQuery(
      (rows) =>
        db
          .insertInto('answers')
          .values(rows.map((row) => ({ ...row, block: sql.lastBlock })))
          .onConflict((conflict) => conflict.column('key').doNothing())
          .returning('place'),
      ({ key, run, place: index, cost }) => [key, run, index, cost],
    );
    const own = (value: string) => [value];
    // Failures are found by their block: most stores hold none, and a commit would otherwise pass every key twice. The
    // block number is a separate query because PostgreSQL uses no index for a function whose result may differ between
    // rows.
    const block = db.selectNoFrom(sql.lastBlock.as('id'));
    this.#clearAnswered = new BucketedQuery((runs) => {
      const keys = db.selectFrom('answers').select('key').where('run', 'in', runs).where('block', '=', block);
      return db.deleteFrom('failures').where('key', 'in', keys);
    }, own);
    this.#clearRefuted = new BucketedQuery((keys) => {
      const answered = db.selectFrom('answers').select('key').where('key', 'in', keys);
      return db.deleteFrom('failures').where('key', 'in', answered);
    }, own);
  }

  async insertAnswer(answer: StoredAnswer): Promise<Insertion> {
    return await this.#group.add(entryOf(answer));
  }

  async putFailure({ key, run, failure, attempts, failedAt }: StoredFailure): Promise<void> {
    const text = JSON.stringify({ failure, attempts, failedAt });
    await this.#group.add({ kind: 'failure', key: compactKey(key), run, text });
  }

  drain(): Promise<void> {
    return this.#group.drain();
  }

  async #commit(entries: readonly Entry[]): Promise<readonly Insertion[]> {
    const answers = entries.filter((entry) => entry.kind === 'answer');
    const failures = entries.filter((entry) => entry.kind === 'failure');
    const results = await this.#database.commit([...this.#answerQueries(answers), ...this.#failureQueries(failures)]);
    const inserted = new Set<Entry | undefined>(
      answers.length === 0 ? [] : results[1]?.map(({ place }) => answers[place as number]), // the column's type
    );
    return entries.map((entry) => (inserted.has(entry) ? 'inserted' : 'exists'));
  }

  /** Returns the queries that insert the block, then the rows that point into it, and delete the failures of these calls. */
  #answerQueries(answers: readonly AnswerEntry[]) {
    if (answers.length === 0) return [];
    const bytes = unpackedBlock(answers.map(({ text }) => text));
    const rows = answers.map(({ key, run, cost }, index) => ({ key, run, place: index, cost }));
    // All processes insert in the same order. Otherwise, two that insert the same keys at once could deadlock.
    const ordered = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const runs = [...new Set(rows.map(({ run }) => run))];
    return [{ ...this.#block, parameters: [bytes] }, this.#insert.for(ordered), this.#clearAnswered.for(runs)];
  }

  /** Returns the queries that store failures; a failure of a call that has an answer is dropped. */
  #failureQueries(failures: readonly FailureEntry[]) {
    if (failures.length === 0) return [];
    const last = new Map(failures.map(({ key, run, text }) => [key, { key, run, failure: text }]));
    const rows = [...last.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const upsert = this.#database.db
      .insertInto('failures')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((row) => ({ run: row.ref('excluded.run'), failure: row.ref('excluded.failure') })),
      );
    return [upsert.compile(), this.#clearRefuted.for(rows.map(({ key }) => key))];
  }
}
