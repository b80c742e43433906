import type { Database } from '../database.ts';
import { parseRow, trainingEventSchema } from '../schema/rows.ts';
import type { StoredTrainingEvent, TrainingJobKey } from './training-event.ts';

/**
 * Appends an event; resolves once it is on disk. Returns `exists` when the job already has an event with this number:
 * another process came first, and the caller must read the history again.
 */
export async function appendTrainingEvent(
  { db, commit }: Database,
  { job, number, at, event }: StoredTrainingEvent,
): Promise<'appended' | 'exists'> {
  const insertion = db
    .insertInto('training_events')
    .values({ job, number, at, event: JSON.stringify(event) })
    .onConflict((conflict) => conflict.columns(['job', 'number']).doNothing())
    .returning('number');
  const [rows] = await commit([insertion.compile()]);
  return rows?.length === 1 ? 'appended' : 'exists';
}

/** Returns the events of one job, or of every job when `job` is null, in the order of their numbers. */
export async function trainingEvents(
  { db }: Database,
  job: TrainingJobKey | null,
): Promise<readonly StoredTrainingEvent[]> {
  const all = db.selectFrom('training_events').selectAll().orderBy('job').orderBy('number');
  const rows = await (job === null ? all : all.where('job', '=', job)).execute();
  return rows.map((row) => ({
    job: row.job as TrainingJobKey, // written from a TrainingJobKey
    number: row.number,
    at: row.at,
    event: parseRow(trainingEventSchema, row.event, `event ${row.number} of training job ${row.job}`),
  }));
}
