import { displayNames } from '../../results/display-names.ts';
import type { ReportTable, TableCell, TableColumn } from '../../results/page.ts';
import { fixed, fraction, pText } from '../../util/numbers.ts';

/** Maximum columns of the name of a model or a run in a cell. */
export const maxNameWidth = 60;

/** Columns up to this rank are on the first screen. */
export const screenRank = 1;

/** A column with the function that makes its cell of a row. */
export interface Column<Row> extends TableColumn {
  readonly cell: (row: Row) => TableCell;
}

export function textCell(text: string, note: string | null = null): TableCell {
  return { text, sort: text, note };
}

export function numberCell(value: number, text: string, note: string | null = null): TableCell {
  return { text, sort: value, note };
}

/** Returns a cell that shows two values, which CSV files have in a column each (`ofPair`). Sorted by the first. */
export function pairCell(pair: NonNullable<TableCell['pair']>, text: string, note: string | null = null): TableCell {
  return { text, sort: pair[0], note, pair };
}

/** Returns a cell that shows `n/a`, with the reason. */
export function absentCell(reason: string): TableCell {
  return { text: 'n/a', sort: null, note: reason };
}

/** Returns a cell with a number that lacks something, such as its interval, with the reason. */
export function partialCell(value: number, text: string, reason: string): TableCell {
  return { ...numberCell(value, text, reason), isPartial: true };
}

/** Returns why a cell or a part of it is missing: what renderers without hover texts print; null where nothing is. */
export function missingNote({ note, sort, isPartial }: TableCell): string | null {
  return sort === null || isPartial === true ? note : null;
}

/** Returns a column of numbers; `help` is one sentence. */
export function right<Row>(name: string, help: string, cell: Column<Row>['cell'], rank = 0): Column<Row> {
  return { name, align: 'right', help, cell, rank };
}

/** Returns a column of texts; `help` is one sentence. */
export function left<Row>(name: string, help: string, cell: Column<Row>['cell'], rank = 0): Column<Row> {
  return { name, align: 'left', help, cell, rank };
}

/** Returns a column that LaTeX tables omit. */
export function notInPaper<Row>(column: Column<Row>): Column<Row> {
  return { ...column, notInPaper: true };
}

/** Returns a column whose cells show two values each (`pairCell`), with the names of their columns in CSV files. */
export function ofPair<Row>(pair: NonNullable<TableColumn['pair']>, column: Column<Row>): Column<Row> {
  return { ...column, pair };
}

/** Returns the columns and rows of a table. Rows come first, so that TypeScript infers `Row` in every column. */
export function filled<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Pick<ReportTable, 'columns' | 'rows'> {
  return {
    columns: columns.map(({ name, align, help, rank, pair, note, notInPaper }) => ({
      ...{ name, align, help, rank },
      ...(pair === undefined ? {} : { pair }),
      ...(note === undefined ? {} : { note }),
      ...(notInPaper === undefined ? {} : { notInPaper }),
    })),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}

/** Returns a cell with a share; `n/a` with the reason where it is missing. */
export function shareCell(value: number | null | undefined, reason: string): TableCell {
  return value === null || value === undefined ? absentCell(reason) : numberCell(value, fraction(value));
}

/** Returns a cell with a share in percent; `n/a` with the reason where it is missing. */
export function percentCell(value: number | null | undefined, reason: string): TableCell {
  return value == null ? absentCell(reason) : numberCell(value, `${fixed(100 * value, 1)} %`);
}

/** Returns a cell with a p value; `n/a` with the reason where nothing was tested. */
export function pCell(p: number | null, reason = 'no test'): TableCell {
  return p === null ? absentCell(reason) : numberCell(p, pText(p));
}

/** Returns the lines below a table: the notes of its columns, without the hidden ones, and its own. */
export function notesOn(
  { columns, notes = [] }: Pick<ReportTable, 'columns' | 'notes'>,
  hidden: readonly TableColumn[] = [],
): readonly string[] {
  return [
    ...columns.flatMap((column) => (column.note === undefined || hidden.includes(column) ? [] : [column.note])),
    ...notes,
  ];
}

/** Returns a column with a line below each table that shows it; without a line, the column. */
export function withNote<Row>(note: string | undefined, column: Column<Row>): Column<Row> {
  return note === undefined ? column : { ...column, note };
}

/** Returns a table whose groups are its first column, for surfaces without headings between rows. */
export function flatTable(table: ReportTable): ReportTable {
  const { groups, ...rest } = table;
  if (groups === undefined) return table;
  const titles = groups.flatMap(({ title, rows }) => Array.from({ length: rows }, () => title));
  const column = { name: displayNames.task, align: 'left', help: 'Predicted behavior.', rank: 0 } as const;
  return {
    ...rest,
    columns: [column, ...table.columns],
    rows: table.rows.map((row, index) => [textCell(titles[index] ?? ''), ...row]),
  };
}
