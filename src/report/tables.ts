/** What a cell shows, what it sorts by, and why it is empty or what stands behind it. */
export interface Cell {
  readonly text: string;
  readonly sort: number | string | null;
  readonly note: string | null;
}

export interface Column {
  readonly name: string;
  readonly align: 'left' | 'right';
  /** One sentence that says what the column is. */
  readonly help: string;
}

/** A table before it is HTML, Markdown or LaTeX. */
export interface ReportTable {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export function textCell(text: string, note: string | null = null): Cell {
  return { text, sort: text, note };
}

/** A number that is there. */
export function numberCell(value: number, text: string, note: string | null = null): Cell {
  return { text, sort: value, note };
}

/** `n/a`, with the reason. */
export function absentCell(reason: string): Cell {
  return { text: 'n/a', sort: null, note: reason };
}

/** A column of numbers; the help is one sentence. */
export function right(name: string, help: string): Column {
  return { name, align: 'right', help };
}

/** A column of texts. */
export function left(name: string, help: string): Column {
  return { name, align: 'left', help };
}
