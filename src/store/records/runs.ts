import type { CompiledQuery } from 'kysely';
import { type RunId, type RunSettings, runConfigSchema } from '../../domain/run-config.ts';
import { AppError } from '../../util/app-error.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { isRecord } from '../../util/is-record.ts';
import { damaged } from '../database/damaged.ts';
import type { Database, Rows } from '../database/database.ts';
import { checkRow, parseJson, parseRow, provenanceSchema, statusSchema } from '../database/rows.ts';
import type { Tables } from '../database/tables.ts';
import { newWeights, type ServedWeights } from '../served-weights.ts';
import type { RunLabels, RunRecord, RunStatus } from '../store.ts';
import { storedConsents } from './consents.ts';
import { storedEndpoints } from './endpoints.ts';

/** The parsed JSON of a stored run: its frozen configuration and its provenance. */
interface StoredRun {
  readonly config: unknown;
  readonly provenance: unknown;
}

/**
 * Steps that convert a stored run from each format to the next, from 1 to 2 first. Released steps are never changed. A
 * step may add, rename or restructure fields; it must keep the inputs of call keys, and the stored id of the run.
 */
const runFormatSteps: readonly ((run: StoredRun) => StoredRun)[] = [addConcurrencyMode];

/** Format that this code writes. */
export const runFormat = runFormatSteps.length + 1;

/** Adds the concurrency mode to runs from before it was adaptive; they resume with the mode of new runs. */
function addConcurrencyMode({ config, provenance }: StoredRun): StoredRun {
  if (!isRecord(provenance) || !isRecord(provenance.settings)) return { config, provenance };
  return { config, provenance: { ...provenance, settings: { concurrencyMode: 'adaptive', ...provenance.settings } } };
}

/** Converts a stored run from an older format to the current one. AppError for the format of a newer version. */
function upgradeRun(id: string, format: number, run: StoredRun): StoredRun {
  if (format > runFormat) {
    throw new AppError('newer-run', `run ${id} has format ${format}; this program knows formats up to ${runFormat}`, {
      hint: 'update self-execution-benchmark; the run was not changed',
    });
  }
  return runFormatSteps.slice(format - 1).reduce((upgraded, step) => step(upgraded), run);
}

/** Creates the run, or returns the stored one unchanged. */
export async function openRun(
  database: Database,
  { id, config, provenance }: Pick<RunRecord, 'id' | 'config' | 'provenance'>,
): Promise<RunRecord> {
  const stored = await findRun(database, id);
  if (stored !== null) return stored; // nothing is written, so that a finished run does not start the writing thread
  const now = new Date().toISOString();
  const row = {
    id,
    ...rewritten({ config, provenance }),
    status: 'running' satisfies RunStatus,
    created_at: now,
    updated_at: now,
  };
  const insertion = database.db
    .insertInto('runs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  await database.commit([insertion.compile()]);
  const record = await findRun(database, id);
  if (record === null) throw new Error(`run ${id} was made and is not there`);
  return record;
}

/** Inserts a run of another store unchanged, unless it is already stored. */
export async function putRun({ db, commit }: Database, record: RunRecord): Promise<void> {
  const row = {
    id: record.id,
    ...rewritten(record),
    status: record.status === 'running' ? ('paused' satisfies RunStatus) : record.status,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
  const insertion = db
    .insertInto('runs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  await commit([insertion.compile()]);
}

/**
 * Returns the columns of a run's texts in the current format. Changing an older run rewrites all of them. The provenance
 * holds the hash of the configuration's text: the id of a run from an older version is not the hash of today's text.
 */
function rewritten({
  config,
  provenance,
}: Pick<RunRecord, 'config' | 'provenance'>): Pick<Tables['runs'], 'format' | 'config' | 'provenance'> {
  const configText = JSON.stringify(runConfigSchema.parse(config));
  return {
    format: runFormat,
    config: configText,
    provenance: JSON.stringify({ ...provenanceSchema.parse(provenance), configHash: sha256(configText) }),
  };
}

export async function labelRun(database: Database, id: RunId, labels: RunLabels): Promise<void> {
  const record = await findRun(database, id);
  if (record === null) throw noSuchRun(id);
  const changed = rewritten({ ...record, provenance: { ...record.provenance, ...labels } });
  await database.commit([database.db.updateTable('runs').set(changed).where('id', '=', id).compile()]);
}

/** Adds what servers told about weights to the provenance, where it differs from what they told last. */
export async function tellWeights(database: Database, id: RunId, told: readonly ServedWeights[]): Promise<void> {
  const record = await findRun(database, id);
  if (record === null) throw noSuchRun(id);
  const known = record.provenance.weights ?? [];
  const news = newWeights(known, told);
  if (news.length === 0) return;
  const changed = rewritten({ ...record, provenance: { ...record.provenance, weights: [...known, ...news] } });
  await database.commit([database.db.updateTable('runs').set(changed).where('id', '=', id).compile()]);
}

export async function findRun(database: Database, id: RunId): Promise<RunRecord | null> {
  const row = await database.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const [record] = await withConsents(database, id, [
    recordOf(database, row, (await storedEndpoints(database, id)).get(id)),
  ]);
  return record ?? null;
}

/** Returns all runs, newest first. */
export async function listRuns(database: Database): Promise<readonly RunRecord[]> {
  const rows = await database.db.selectFrom('runs').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
  const endpoints = await storedEndpoints(database, null);
  const records = rows.map((row) => recordOf(database, row, endpoints.get(row.id)));
  return withConsents(database, null, records);
}

/** Adds the consents to the records of one run or (null) of all; reads them only if people take part in one of the runs. */
async function withConsents(
  database: Database,
  id: RunId | null,
  records: readonly RunRecord[],
): Promise<readonly RunRecord[]> {
  if (records.every(({ config }) => config.people === undefined)) return records;
  const consents = await storedConsents(database, id);
  return records.map((record) => ({ ...record, consents: consents.get(record.id) ?? [] }));
}

export async function setStatus({ db, commit }: Database, id: RunId, status: RunStatus): Promise<void> {
  const [rows] = await commit([statusUpdate(db, id, status)]);
  refuseUnknown(id, rows);
}

export async function begin(database: Database, id: RunId, settings: RunSettings): Promise<void> {
  const record = await findRun(database, id);
  if (record === null) throw noSuchRun(id);
  const { db, commit } = database;
  const own = {
    ...rewritten({ ...record, provenance: { ...record.provenance, settings } }),
    status: 'running' satisfies RunStatus,
    updated_at: new Date().toISOString(),
  };
  await commit([db.updateTable('runs').set(own).where('id', '=', id).compile()]);
}

/** Returns a query that sets the status; its result has a row if the run exists. */
export function statusUpdate(db: Database['db'], id: RunId, status: RunStatus): CompiledQuery {
  return db
    .updateTable('runs')
    .set({ status, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .returning('id')
    .compile();
}

export function refuseUnknown(id: RunId, rows: Rows | undefined): void {
  if (rows?.length !== 1) throw noSuchRun(id);
}

function noSuchRun(id: RunId): AppError {
  return new AppError('unknown-run', `the store has no run ${id}`, { hint: '`seb list` shows the runs of a store' });
}

/** Returns the run of a row, without its consents. AppError if its texts cannot be parsed, or if its configuration was changed. */
function recordOf(
  database: Database,
  { id, format, config, provenance, status, created_at, updated_at }: Tables['runs'],
  endpoints: RunRecord['endpoints'] = [],
): RunRecord {
  const configName = `the configuration of run ${id}`;
  const provenanceName = `the provenance of run ${id}`;
  const stored = { config: parseJson(config, configName), provenance: parseJson(provenance, provenanceName) };
  const hash = isRecord(stored.provenance) ? stored.provenance.configHash : undefined; // absent before version 0.3
  if (hash !== undefined && hash !== sha256(config)) throw damaged(database, `${configName} was changed`);
  const upgraded = upgradeRun(id, format, stored);
  return {
    id: id as RunId, // written from a RunId
    config: checkRow(runConfigSchema, upgraded.config, configName),
    provenance: checkRow(provenanceSchema, upgraded.provenance, provenanceName),
    status: parseRow(statusSchema, JSON.stringify(status), `the status of run ${id}`),
    createdAt: created_at,
    updatedAt: updated_at,
    endpoints,
    consents: [],
  };
}
