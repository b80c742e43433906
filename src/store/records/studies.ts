import type { Database } from '../database/database.ts';
import { parseRow, studySchema } from '../database/rows.ts';
import type { StoredStudy } from '../stored-study.ts';

/** Stores a study, replacing an earlier one of the same design; resolves once it is on disk. */
export async function putStudy({ db, commit }: Database, { id, at, record }: StoredStudy): Promise<void> {
  const values = { at, record: JSON.stringify(record) };
  const insertion = db
    .insertInto('studies')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values));
  await commit([insertion.compile()]);
}

/** Returns every study of the store, the latest first. */
export async function storedStudies({ db }: Database): Promise<readonly StoredStudy[]> {
  const rows = await db.selectFrom('studies').selectAll().orderBy('at', 'desc').orderBy('id').execute();
  return rows.map(({ id, at, record }) => ({ id, at, record: parseRow(studySchema, record, `study ${id}`) }));
}
