import type { RowsInOrder, StoredKey } from '../database.ts';
import type { Statements } from './statements.ts';

const from = 'select rowid, key, run, block, place, cost from answers where rowid >= ? order by rowid limit ?';
const keysFrom = 'select rowid, key from answers where rowid >= ? order by rowid limit ?';
const rowOf = 'select rowid from answers where key = ?';

type Columns = readonly [row: number, key: string, run: string, block: number, place: number, cost: number | null];

/** Transactions that write are alone in SQLite, so that rows are numbered in the order of their commits. */
export function rowsInOrder(statements: Statements): RowsInOrder {
  return {
    from: (first, most) => {
      const rows = statements.arrays(from, [first, most]) as readonly Columns[]; // as they were selected
      return rows.map(([row, key, run, block, place, cost]) => ({ row, key, run, block, place, cost }));
    },
    keysFrom: (first, most) => statements.arrays(keysFrom, [first, most]) as readonly StoredKey[], // as they were selected
    rowOf: (key) => (statements.arrays(rowOf, [key])[0]?.[0] as number | undefined) ?? null, // as above
  };
}
