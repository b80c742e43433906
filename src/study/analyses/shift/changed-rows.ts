import type { ShiftRow } from '../rows.ts';

/** A row whose value differs before and after the shift. */
export interface ChangedRow extends ShiftRow {
  readonly before: string;
  readonly after: string;
}

/** Returns the rows with a value both before and after the shift, if the two differ. */
export function changedRows(rows: readonly ShiftRow[]): readonly ChangedRow[] {
  return rows.flatMap((row) => {
    const { before, after } = row;
    return before === null || after === null || before === after ? [] : [{ ...row, before, after }];
  });
}
