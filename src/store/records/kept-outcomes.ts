import { createHash } from 'node:crypto';
import { type CompiledQuery, sql as raw } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import { unpackBlock } from '../../util/text-block.ts';
import type { Database } from '../database/database.ts';
import type { OutcomesToKeep } from '../outcomes-to-keep.ts';

/**
 * Outcomes of runs, kept beside the answers that they were read from, as packed blocks of lines that only their reader knows.
 * They are derived: whoever cannot use them reads the answers. So the table is made by the first that keeps some, is no part
 * of the store's version, and is never migrated; an older program ignores it.
 */
const table = 'kept_outcomes';

/** Replaces the kept outcomes of a run, in one transaction. */
export async function keepOutcomes(database: Database, run: RunId, { key, blocks }: OutcomesToKeep): Promise<void> {
  const { db, commit, sql } = database;
  const make = db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('run', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', raw.raw(sql.bytesType), (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_outcomes_key', ['run', 'number']);
  const sha256 = hashOf(blocks);
  await commit([
    ...((await database.tableNames()).has(table) ? [] : [make.compile()]),
    db.deleteFrom(table).where('run', '=', run).compile(),
    ...blocks.map((bytes, number) => db.insertInto(table).values({ run, number, key, sha256, bytes }).compile()),
  ]);
}

/** Returns the blocks of a run that were kept under this key, to be unpacked one by one; null where none are, or some are damaged. */
export async function keptOutcomes(
  database: Pick<Database, 'db' | 'tableNames'>,
  run: RunId,
  key: string,
): Promise<Iterable<readonly string[]> | null> {
  if (!(await database.tableNames()).has(table)) return null;
  const rows = await database.db
    .selectFrom(table)
    .select(['sha256', 'bytes'])
    .where('run', '=', run)
    .where('key', '=', key)
    .orderBy('number')
    .execute();
  const blocks = rows.map(({ bytes }) => bytes);
  if (rows[0]?.sha256 !== hashOf(blocks)) return null;
  return {
    *[Symbol.iterator]() {
      for (const bytes of blocks) yield unpackBlock(bytes);
    },
  };
}

/** Returns the queries that remove all kept outcomes, as where answers are removed, which several runs may share. */
export async function keptOutcomesRemoval({
  db,
  tableNames,
}: Pick<Database, 'db' | 'tableNames'>): Promise<readonly CompiledQuery[]> {
  return (await tableNames()).has(table) ? [db.deleteFrom(table).compile()] : [];
}

/** Returns the hash of blocks, by which one that is lost or damaged is noticed. */
function hashOf(blocks: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const bytes of blocks) hash.update(bytes);
  return hash.digest('hex');
}
