import type { RowsInOrder, StoredKey } from '../database.ts';
import type { Statements } from './statements.ts';

const between = 'select key, run, block, place, cost from answers where rowid between ? and ? order by rowid';
const keysFrom = 'select rowid, key from answers where rowid >= ? order by rowid limit ?';
const rowOf = 'select rowid from answers where key = ?';

type Columns = readonly [key: string, run: string, block: number, place: number, cost: number | null];

/** Returns rows in commit order. SQLite's write transactions are exclusive, so row numbers follow the commits. */
export function rowsInOrder(statements: Statements): RowsInOrder {
  return {
    between: (first, last) => {
      const rows = statements.arrays(between, [first, last]) as readonly Columns[]; // the selected columns
      return rows.map(([key, run, block, place, cost]) => ({ key, run, block, place, cost }));
    },
    keysFrom: (first, most) => statements.arrays(keysFrom, [first, most]) as readonly StoredKey[], // the selected columns
    rowOf: (key) => (statements.arrays(rowOf, [key])[0]?.[0] as number | undefined) ?? null, // the selected columns
  };
}
