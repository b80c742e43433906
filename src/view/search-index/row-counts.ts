import type { DatabaseSync } from 'node:sqlite';
import { type UnitState, unitStates } from '../../domain/outcome.ts';

/** Number of rows of one group with equal values in all counted columns. */
export interface RowCount {
  readonly group: number;
  readonly state: UnitState;
  readonly reason: string;
  readonly divergent: boolean;
  readonly judges: boolean;
  readonly n: number;
}

/** Counts the rows `o` of `outcomes` that meet a condition. */
export function countRows(database: DatabaseSync, where = '1', values: readonly number[] = []): readonly RowCount[] {
  const counted = database
    .prepare(
      `select o.grp, o.state, o.reason, o.divergent, o.judges, count(*) as n from outcomes o where ${where}
       group by o.grp, o.state, o.reason, o.divergent, o.judges`,
    )
    .all(...values);
  const word = database.prepare('select text from words where id = ?');
  return counted.map((row) => ({
    group: Number(row.grp),
    state: unitStates[Number(row.state)] ?? 'missing',
    reason: String(word.get(Number(row.reason))?.text ?? ''),
    divergent: row.divergent === 1,
    judges: row.judges === 1,
    n: Number(row.n),
  }));
}

export function sumOf(counts: readonly RowCount[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0);
}
