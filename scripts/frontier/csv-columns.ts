import type { Measured } from './facts.ts';
import { csvTable } from './recordings.ts';

/** A column of a CSV file of the page. */
export interface Column<Row> {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly cell: (row: Row) => string | number | boolean | null;
}

/** Returns the columns of a value with its interval. `noInterval`: when the value has none. */
export function measuredColumns<Row>(
  name: string,
  { unit, meaning, noInterval }: { readonly unit: string; readonly meaning: string; readonly noInterval?: string },
  of: (row: Row) => Measured,
): readonly Column<Row>[] {
  const empty = noInterval === undefined ? '' : `; empty ${noInterval}`;
  return [
    { name, unit, meaning, cell: (row) => of(row).value },
    {
      ...{ name: `${name}_low`, unit, meaning: `lower end of its 95 % interval${empty}` },
      cell: (row) => of(row).interval?.[0] ?? null,
    },
    {
      ...{ name: `${name}_high`, unit, meaning: `upper end of its 95 % interval${empty}` },
      cell: (row) => of(row).interval?.[1] ?? null,
    },
  ];
}

/** Significant digits of a fraction in a cell: the last ones of a double differ between versions of Node. */
const digits = 6;

function cellText(value: string | number | boolean | null): string {
  if (value === null) return '';
  return String(typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value);
}

/** Returns rows as CSV, fractions with 6 significant digits; an empty cell is not measured or not shown. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return csvTable(rows.map((row) => Object.fromEntries(columns.map(({ name, cell }) => [name, cellText(cell(row))]))));
}

/** Returns the lines of a codebook for the columns of a file. */
export function codebookLines<Row>(file: string, columns: readonly Column<Row>[]) {
  return columns.map(({ name, unit, meaning }) => ({ file, column: name, unit, meaning }));
}
