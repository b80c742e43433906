import { fraction } from '../../util/numbers.ts';

/** Maximum columns of the name of a model or a run in a cell. */
export const maxNameWidth = 60;

/** Text of a cell, its sort value, and a note: why it is empty, or details. */
export interface TableCell {
  readonly text: string;
  readonly sort: number | string | null;
  readonly note: string | null;
  /** Interval that the text shows. */
  readonly interval?: readonly [number, number];
}

export interface TableColumn {
  readonly name: string;
  readonly align: 'left' | 'right';
  /** Description of the column in one sentence. */
  readonly help: string;
  /** Where space is limited, columns with the highest rank are omitted first. */
  readonly rank: number;
  /** Set if the column is for screens and pages: LaTeX tables, which have the width of a paper, omit it. */
  readonly notInPaper?: true;
}

/** A column with the function that makes its cell of a row. */
export interface Column<Row> extends TableColumn {
  readonly cell: (row: Row) => TableCell;
}

/** A table that every renderer (terminal, HTML, Markdown, LaTeX, JSON) shows with the same names, numbers and notes. */
export interface ReportTable {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Lines below the table. */
  readonly notes?: readonly string[];
  /** Set if the table is shown only on demand (`--wide` in the terminal, folded in the page). */
  readonly detail?: true;
}

/** Tables that answer one question. */
export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly lead: string | null;
  /** Why the section has no tables; null if it has some. */
  readonly absence: string | null;
  readonly tables: readonly ReportTable[];
}

export function textCell(text: string, note: string | null = null): TableCell {
  return { text, sort: text, note };
}

export function numberCell(value: number, text: string, note: string | null = null): TableCell {
  return { text, sort: value, note };
}

/** Returns a cell that shows `n/a`, with the reason. */
export function absentCell(reason: string): TableCell {
  return { text: 'n/a', sort: null, note: reason };
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

/** Returns the columns and rows of a table. Rows come first, so that TypeScript infers `Row` in every column. */
export function filled<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Pick<ReportTable, 'columns' | 'rows'> {
  return {
    columns: columns.map(({ name, align, help, rank, notInPaper }) => ({
      ...{ name, align, help, rank },
      ...(notInPaper === undefined ? {} : { notInPaper }),
    })),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}

/** Returns a cell with a share; `n/a` with the reason where it is missing. */
export function shareCell(value: number | null | undefined, reason: string): TableCell {
  return value === null || value === undefined ? absentCell(reason) : numberCell(value, fraction(value));
}
