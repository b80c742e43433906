import type { CompiledQuery } from 'kysely';
import { z } from 'zod';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { damaged } from '../damaged.ts';
import type { Database } from '../database.ts';
import { parseRow, trainingEventSchema } from '../schema/rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { StoredTrainingEvent, TrainingJobKey } from './training-event.ts';
import { batchPrefix, consentPrefix } from './training-event.ts';

/**
 * Appends an event; resolves once it is on disk. Returns `exists` when the job already has an event with this number:
 * another process came first, and the caller must read the history again.
 */
export async function appendTrainingEvent(
  { db, commit }: Database,
  event: StoredTrainingEvent,
): Promise<'appended' | 'exists'> {
  const [rows] = await commit([eventInsertion({ db }, event)]);
  return rows?.length === 1 ? 'appended' : 'exists';
}

/** Returns the query that appends an event; without a row in its result, the job already has an event with this number. */
export function eventInsertion(
  { db }: Pick<Database, 'db'>,
  { job, number, at, event }: StoredTrainingEvent,
): CompiledQuery {
  return db
    .insertInto('training_events')
    .values({ job, number, at, event: JSON.stringify({ event, sha256: checksum({ job, number, at, event }) }) })
    .onConflict((conflict) => conflict.columns(['job', 'number']).doNothing())
    .returning('number')
    .compile();
}

/** Returns the hash that is stored with an event, so that a changed event is not believed. */
function checksum(stored: StoredTrainingEvent): string {
  return sha256(canonicalJson(stored));
}

/** Events of earlier versions are stored without a hash. */
const checkedSchema = z.strictObject({ event: trainingEventSchema, sha256: z.string() });

/**
 * Returns the events of one job, or of every training job when `job` is null, in the order of their numbers. AppError
 * `store-damaged` for a missing or changed event.
 */
export async function trainingEvents(
  database: Database,
  job: TrainingJobKey | null,
): Promise<readonly StoredTrainingEvent[]> {
  const all = database.db.selectFrom('training_events').selectAll().orderBy('job').orderBy('number');
  const chosen =
    job === null
      ? all.where('job', 'not like', `${batchPrefix}%`).where('job', 'not like', `${consentPrefix}%`)
      : all.where('job', '=', job);
  return checkedEvents(database, await chosen.execute(), 'training job');
}

/** Returns the events of the batches, whose keys begin with `batch-`, as `trainingEvents` does. */
export function batchEvents(database: Database): Promise<readonly StoredTrainingEvent[]> {
  return eventsOf(database, batchPrefix, 'batch');
}

/** Returns the events whose keys begin with a prefix, as `trainingEvents` does; `noun` names them in messages. */
export async function eventsOf(
  database: Database,
  prefix: string,
  noun: string,
): Promise<readonly StoredTrainingEvent[]> {
  const all = database.db.selectFrom('training_events').selectAll().orderBy('job').orderBy('number');
  return checkedEvents(database, await all.where('job', 'like', `${prefix}%`).execute(), noun);
}

function checkedEvents(
  database: Database,
  rows: readonly Tables['training_events'][],
  noun: string,
): readonly StoredTrainingEvent[] {
  return rows.map((row, index) => {
    const name = (number: number) => `event ${number} of ${noun} ${row.job.slice(0, 12)}`;
    const before = rows[index - 1];
    const expected = before?.job === row.job ? before.number + 1 : 0;
    if (row.number !== expected) throw damaged(database, `${name(expected)} is missing from the store`);
    const parsed = parseRow(trainingEventSchema, row.event, name(row.number));
    const checked = checkedSchema.safeParse(parsed);
    const event = checked.success ? checked.data.event : parsed;
    const stored = { job: row.job as TrainingJobKey, number: row.number, at: row.at, event }; // written from a TrainingJobKey
    if (checked.success && checked.data.sha256 !== checksum(stored))
      throw damaged(database, `${name(row.number)} was changed`);
    return stored;
  });
}
