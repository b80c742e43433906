import type { CompiledQuery } from 'kysely';
import type { RunId } from '../../domain/run-config.ts';
import { chunksOf } from '../answers/chunks.ts';
import { compactKey } from '../answers/compact-key.ts';
import type { Database } from '../database/database.ts';
import { parseRow, payersSchema } from '../database/rows.ts';
import { historiesRemoval } from '../events/events.ts';
import { consentKeys } from '../records/consents.ts';
import { keptOutcomesRemoval } from '../records/kept-outcomes.ts';
import type { Belongings, Removal } from '../store.ts';

/** Keys per query; SQLite limits the number of parameters. */
const chunkSize = 500;

/**
 * Removes a run with its jobs and the answers that it paid for, except those in `used`, which pass to the run that uses them: every
 * answer belongs to a run that exists. Blocks without answers are deleted. One transaction.
 */
export async function removeRun(database: Database, id: RunId, belongings: Belongings): Promise<Removal> {
  const { queries, removal } = await planRemoval(database, id, belongings);
  await database.commit(queries);
  return removal;
}

/** Returns the queries that remove a run, and what they free, without executing them. */
export async function planRemoval(
  { db, tableNames }: Pick<Database, 'db' | 'tableNames'>,
  id: RunId,
  { used, jobs }: Belongings,
): Promise<{ readonly queries: readonly CompiledQuery[]; readonly removal: Removal }> {
  const rows = await db.selectFrom('answers').select(['key', 'block', 'cost']).where('run', '=', id).execute();
  const heirs = new Map([...used].map(([key, run]) => [compactKey(key), run]));
  const freed = rows.filter(({ key }) => !heirs.has(key));
  const kept = Map.groupBy(
    rows.filter(({ key }) => heirs.has(key)),
    ({ key }) => heirs.get(key) as RunId, // filtered above
  );
  const queries: CompiledQuery[] = [];
  for (const part of chunksOf(freed, chunkSize)) {
    const keys = part.map(({ key }) => key);
    queries.push(db.deleteFrom('answers').where('key', 'in', keys).compile());
  }
  for (const [run, heirlooms] of kept)
    for (const part of chunksOf(heirlooms, chunkSize)) {
      const keys = part.map(({ key }) => key);
      queries.push(db.updateTable('answers').set({ run }).where('key', 'in', keys).compile());
    }
  for (const blocks of chunksOf([...new Set(freed.map(({ block }) => block))], chunkSize)) {
    const left = db.selectFrom('answers').select('block').where('block', 'in', blocks);
    queries.push(db.deleteFrom('blocks').where('id', 'in', blocks).where('id', 'not in', left).compile());
  }
  // A completion counts the answers of the runs that paid. If one of these changed, the next check counts again.
  const stale = await completionsOf(db, new Set([id, ...kept.keys()]));
  if (stale.length > 0) queries.push(db.deleteFrom('completions').where('run', 'in', stale).compile());
  for (const table of ['failures', 'endpoints'] as const)
    queries.push(db.deleteFrom(table).where('run', '=', id).compile());
  queries.push(...(await keptOutcomesRemoval({ db, tableNames })));
  for (const beginning of [consentKeys(id), ...jobs]) queries.push(historiesRemoval({ db }, beginning));
  queries.push(db.deleteFrom('runs').where('id', '=', id).compile());
  const costs = freed.map(({ cost }) => cost);
  return {
    queries,
    removal: {
      freed: freed.length,
      kept: rows.length - freed.length,
      dollars: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    },
  };
}

async function completionsOf(db: Database['db'], changed: ReadonlySet<string>): Promise<readonly string[]> {
  const rows = await db.selectFrom('completions').select(['run', 'payers']).execute();
  const isStale = ({ run, payers }: { readonly run: string; readonly payers: string }) =>
    changed.has(run) || parseRow(payersSchema, payers, `who paid for run ${run}`).some((payer) => changed.has(payer));
  return rows.filter(isStale).map(({ run }) => run);
}
