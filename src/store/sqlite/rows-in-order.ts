import type { RowsInOrder, StoredKey } from '../database.ts';
import type { Statements } from './statements.ts';

const from = 'select rowid, key, run, block, place, cost from answers where rowid >= ? order by rowid limit ?';
const keysFrom = 'select rowid, key from answers where rowid >= ? order by rowid limit ?';
const rowOf = 'select rowid from answers where key = ?';

type Columns = readonly [row: number, key: string, run: string, block: number, place: number, cost: number | null];

/** Returns rows in commit order. SQLite's write transactions are exclusive, so row numbers follow the commits. */
export function rowsInOrder(statements: Statements): RowsInOrder {
  return {
    from: (first, most) => {
      const rows = statements.arrays(from, [first, most]) as readonly Columns[]; // the selected columns
      return rows.map(([row, key, run, block, place, cost]) => ({ row, key, run, block, place, cost }));
    },
    keysFrom: (first, most) => statements.arrays(keysFrom, [first, most]) as readonly StoredKey[], // the selected columns
    rowOf: (key) => (statements.arrays(rowOf, [key])[0]?.[0] as number | undefined) ?? null, // the selected columns
  };
}
