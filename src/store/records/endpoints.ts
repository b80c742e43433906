import { type EndpointRecord, endpointSchema } from '../../domain/endpoint-record.ts';
import type { RunId } from '../../domain/run-config.ts';
import type { Database } from '../database/database.ts';
import { parseRow } from '../database/rows.ts';

/** Stores how an endpoint handled the calls of one execution; replaces the earlier record of the same execution. */
export async function putEndpoint({ db, commit }: Database, run: RunId, record: EndpointRecord): Promise<void> {
  const { startedAt, endpoint } = record;
  const text = JSON.stringify(endpointSchema.parse(record));
  const insertion = db
    .insertInto('endpoints')
    .values({ run, started_at: startedAt, endpoint, record: text })
    .onConflict((conflict) => conflict.columns(['run', 'started_at', 'endpoint']).doUpdateSet({ record: text }));
  await commit([insertion.compile()]);
}

/** Returns endpoint records by run, oldest execution first. */
export async function storedEndpoints(
  { db }: Database,
  run: RunId | null,
): Promise<ReadonlyMap<string, readonly EndpointRecord[]>> {
  const all = db.selectFrom('endpoints').select(['run', 'record']).orderBy('started_at').orderBy('endpoint');
  const rows = await (run === null ? all : all.where('run', '=', run)).execute();
  const found = new Map<string, EndpointRecord[]>();
  for (const { run: id, record } of rows) {
    const records = found.get(id) ?? [];
    records.push(parseRow(endpointSchema, record, `the execution history of run ${id}`));
    found.set(id, records);
  }
  return found;
}
