import type { CompiledQuery, ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { damaged } from '../database/damaged.ts';
import type { Database } from '../database/database.ts';
import { eventSchema, parseRow } from '../database/rows.ts';
import type { Tables } from '../database/tables.ts';
import { type HistoryKind, type KeyOf, keyPrefix, type StoredEvent } from '../event.ts';

/** The table has the name of the first histories that it held, and `job` is the column of the key. */
const table = 'training_events';

/** Names of the kinds in messages. */
const nouns: Readonly<Record<HistoryKind, string>> = {
  training: 'training job',
  batch: 'batch job',
  consent: 'consent',
};

/**
 * Appends an event; resolves once it is on disk. Returns `exists` when the history already has an event with this number:
 * another process came first, and the caller must read the history again.
 */
export async function appendEvent({ db, commit }: Database, event: StoredEvent): Promise<'appended' | 'exists'> {
  const [rows] = await commit([eventInsertion({ db }, event)]);
  return rows?.length === 1 ? 'appended' : 'exists';
}

/** Returns the query that appends an event; without a row in its result, the history has an event with this number. */
export function eventInsertion({ db }: Pick<Database, 'db'>, stored: StoredEvent): CompiledQuery {
  const { key: job, number, at, event } = stored;
  return db
    .insertInto(table)
    .values({ job, number, at, event: JSON.stringify({ event, sha256: checksum(stored) }) })
    .onConflict((conflict) => conflict.columns(['job', 'number']).doNothing())
    .returning('number')
    .compile();
}

/** Returns the query that removes the histories whose keys begin with a text. */
export function historiesRemoval({ db }: Pick<Database, 'db'>, beginning: string): CompiledQuery {
  return db.deleteFrom(table).where('job', 'like', `${beginning}%`).compile();
}

/** Returns the hash that is stored with an event, so that a changed event is not believed. */
function checksum({ key, ...stored }: StoredEvent): string {
  return sha256(canonicalJson({ job: key, ...stored }));
}

/** Events of earlier versions are stored without a hash. */
const checkedSchema = z.strictObject({ event: eventSchema, sha256: z.string() });

/** Returns the events of one history in the order of their numbers. AppError `store-damaged` for a missing or changed event. */
export async function history<Key extends KeyOf[HistoryKind]>(
  database: Database,
  key: Key,
): Promise<readonly StoredEvent<Key>[]> {
  const rows = await allEvents(database).where('job', '=', key).execute();
  return checkedEvents<Key>(database, rows, kindOf(key));
}

/** Returns the events of every history of a kind, or of those whose keys begin with a text, as `history` does. */
export async function histories<Kind extends HistoryKind>(
  database: Database,
  kind: Kind,
  beginning = '',
): Promise<readonly StoredEvent<KeyOf[Kind]>[]> {
  const rows = await ofKind(database, kind).where('job', 'like', `${beginning}%`).execute();
  return checkedEvents<KeyOf[Kind]>(database, rows, kind);
}

/** Returns a text that changes when an event of a kind is appended or removed. */
export async function historiesState(database: Database, kind: HistoryKind): Promise<string> {
  const { count, last } = await database.db
    .selectFrom(table)
    .where(isOfKind(kind))
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('at').as('last')])
    .executeTakeFirstOrThrow();
  return `${count} ${last}`;
}

function ofKind(database: Database, kind: HistoryKind) {
  return allEvents(database).where(isOfKind(kind));
}

function isOfKind(kind: HistoryKind) {
  const begins = kind === 'training' ? Object.values(keyPrefix) : [keyPrefix[kind]];
  return (eb: ExpressionBuilder<Tables, typeof table>) => {
    const all = begins.map((beginning) => eb('job', kind === 'training' ? 'not like' : 'like', `${beginning}%`));
    return eb.and(all);
  };
}

function allEvents({ db }: Database) {
  return db.selectFrom(table).selectAll().orderBy('job').orderBy('number');
}

function kindOf(key: string): HistoryKind {
  if (key.startsWith(keyPrefix.batch)) return 'batch';
  return key.startsWith(keyPrefix.consent) ? 'consent' : 'training';
}

function checkedEvents<Key extends KeyOf[HistoryKind]>(
  database: Database,
  rows: readonly Tables[typeof table][],
  kind: HistoryKind,
): readonly StoredEvent<Key>[] {
  return rows.map((row, index) => {
    const name = (number: number) => `event ${number} of ${nouns[kind]} ${row.job.slice(0, 12)}`;
    const before = rows[index - 1];
    const expected = before?.job === row.job ? before.number + 1 : 0;
    if (row.number !== expected) throw damaged(database, `${name(expected)} is missing from the store`);
    const parsed = parseRow(eventSchema, row.event, name(row.number));
    const checked = checkedSchema.safeParse(parsed);
    const event = checked.success ? checked.data.event : parsed;
    const stored = { key: row.job as Key, number: row.number, at: row.at, event }; // written from a key of this kind
    if (checked.success && checked.data.sha256 !== checksum(stored))
      throw damaged(database, `${name(row.number)} was changed`);
    return stored;
  });
}
