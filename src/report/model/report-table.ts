/** What a cell shows, what it sorts by, and why it is empty or what stands behind it. */
export interface TableCell {
  readonly text: string;
  readonly sort: number | string | null;
  readonly note: string | null;
}

export interface TableColumn {
  readonly name: string;
  readonly align: 'left' | 'right';
  /** One sentence that says what the column is. */
  readonly help: string;
  /** Where there is little room, columns of the highest rank are left out first. */
  readonly rank: number;
}

/** A table that every renderer (terminal, HTML, Markdown, LaTeX, JSON) shows with the same names, numbers and notes. */
export interface ReportTable {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Lines to be read below the table. */
  readonly notes?: readonly string[];
  /** Set where the table is only shown on demand (`--wide` in the terminal, folded in the page). */
  readonly detail?: true;
}

/** Tables that answer one question. */
export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly lead: string | null;
  /** Why the section has no tables; null where it has some. */
  readonly absence: string | null;
  readonly tables: readonly ReportTable[];
}

/** A cell with text. */
export function textCell(text: string, note: string | null = null): TableCell {
  return { text, sort: text, note };
}

/** A cell with a number. */
export function numberCell(value: number, text: string, note: string | null = null): TableCell {
  return { text, sort: value, note };
}

/** A cell that says `n/a`, with the reason. */
export function absentCell(reason: string): TableCell {
  return { text: 'n/a', sort: null, note: reason };
}

/** A column of numbers; the help is one sentence. */
export function right(name: string, help: string, rank = 0): TableColumn {
  return { name, align: 'right', help, rank };
}

/** A column of texts; the help is one sentence. */
export function left(name: string, help: string, rank = 0): TableColumn {
  return { name, align: 'left', help, rank };
}
