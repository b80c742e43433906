import type { Measured } from './facts.ts';
import { csvTable } from './recordings.ts';

/** A column of a CSV file of the page. */
export interface Column<Row> {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly cell: (row: Row) => string | number | boolean | null;
}

/** Returns the columns of a value with its interval. */
export function measuredColumns<Row>(
  name: string,
  about: { readonly unit: string; readonly meaning: string },
  of: (row: Row) => Measured,
): readonly Column<Row>[] {
  return [
    { name, ...about, cell: (row) => of(row).value },
    {
      ...{ name: `${name}_low`, unit: about.unit, meaning: 'lower end of its 95 % interval' },
      cell: (row) => of(row).interval?.[0] ?? null,
    },
    {
      ...{ name: `${name}_high`, unit: about.unit, meaning: 'upper end of its 95 % interval' },
      cell: (row) => of(row).interval?.[1] ?? null,
    },
  ];
}

/** Returns rows as CSV; an empty cell is not measured or not shown. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvTable(
    rows.map((row) => Object.fromEntries(columns.map(({ name, cell }) => [name, String(cell(row) ?? '')]))),
  );
}

/** Returns the lines of a codebook for the columns of a file. */
export function codebookLines<Row>(file: string, columns: readonly Column<Row>[]) {
  return columns.map(({ name, unit, meaning }) => ({ file, column: name, unit, meaning }));
}
