import type { ReportSection, ReportTable, TableCell } from '../../results/page.ts';
import { escapeControls } from '../../util/text.ts';
import { flatTable, missingNote, notesOn } from '../tables/report-table.ts';

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '−': '\\ensuremath{-}',
  β: '\\ensuremath{\\beta}',
  '…': '\\dots{}',
  '·': '\\ensuremath{\\cdot}',
};

/** Escapes text for LaTeX; characters outside of ASCII are kept for UTF-8 engines. */
export function latexText(text: string): string {
  return escapeControls(text.replace(/\s+/g, ' ')).replace(
    /[\\{}$&#_%~^<>|"−β…·]/g,
    (character) => escapes[character] ?? '',
  );
}

const packages = 'Needs \\usepackage{booktabs} and, for quotation marks, \\usepackage[T1]{fontenc}.';

/**
 * Returns the verdicts and the headline scores as LaTeX tables (package booktabs), below what a study found with its tables
 * where the runs belong to one.
 */
export function latexTables(tables: readonly ReportTable[], study: ReportSection | null = null): string {
  const found =
    study === null
      ? []
      : [`\\paragraph{${latexText(study.title)}} ${latexText(study.lead ?? '')}\n`, ...study.tables.map(latexTable)];
  return `${latexHead('seb report')}${[...found, ...tables.map(latexTable)].join('\n')}`;
}

/** Returns the first line of a LaTeX file: which command wrote it, and what it needs. */
export function latexHead(command: string): string {
  return `% Written by ${command}. ${packages}\n`;
}

/** Returns a table in LaTeX (package booktabs), without the columns that are not for a paper. */
export function latexTable(table: ReportTable): string {
  const { title, columns, rows } = flatTable(table);
  const notes = notesOn(
    table,
    table.columns.filter(({ notInPaper }) => notInPaper),
  );
  const places = columns.flatMap(({ notInPaper }, index) => (notInPaper ? [] : [index]));
  const line = (cells: readonly string[]) => `  ${cells.join(' & ')} \\\\`;
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexText(title)}${title.endsWith('?') ? '' : '.'} Intervals in brackets, at 95\\,\\% unless the column names another level; n/a: not available; see the notes below.}`,
    `  \\begin{tabular}{${places.map((position) => (columns[position]?.align === 'right' ? 'r' : 'l')).join('')}}`,
    '  \\toprule',
    line(places.map((position) => latexText(columns[position]?.name ?? ''))),
    '  \\midrule',
    ...rows.map((row) => line(places.map((position) => latexText(row[position]?.text ?? '')))),
    '  \\bottomrule',
    '  \\end{tabular}',
    ...absenceNotes(
      places.map((position) => ({ name: columns[position]?.name ?? '', cells: rows.map((row) => row[position]) })),
    ),
    ...notes.map((note) => `  \\par{\\footnotesize ${latexText(note)}}`),
    '\\end{table}',
    '',
  ].join('\n');
}

interface NamedCells {
  readonly name: string;
  readonly cells: readonly (TableCell | undefined)[];
}

/** Returns the notes below the table: why a cell shows n/a, or has no interval. */
function absenceNotes(columns: readonly NamedCells[]): readonly string[] {
  const reasons = columns.flatMap(({ name, cells }) => {
    const notes = cells.flatMap((cell) => {
      const note = cell === undefined ? null : missingNote(cell);
      return note === null ? [] : [note];
    });
    return [...new Set(notes)].map((reason) => ({ name, reason }));
  });
  return [...Map.groupBy(reasons, ({ reason }) => reason)].map(
    ([reason, of]) => `  \\par{\\footnotesize ${latexText(`${of.map(({ name }) => name).join(', ')}: ${reason}`)}}`,
  );
}
