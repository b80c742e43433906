import { harmless } from '../util/text.ts';
import type { ReportTable } from './tables.ts';

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

/** Text for LaTeX, which no character can leave; characters outside of ASCII are kept for UTF-8 engines. */
export function latexText(text: string): string {
  return harmless(text.replace(/\s+/g, ' ')).replace(/[\\{}$&#_%~^<>|"−β…·]/g, (character) => escapes[character] ?? '');
}

/** Columns that a paper has room for. */
const kept = ['model', 'score [95 %]', 'n', 'base rate', 'item rule', 'other models', 'second execution', 'skill'];

/** The headline scores as LaTeX tables (package booktabs), one an experiment. */
export function latexTables(tables: readonly ReportTable[]): string {
  const head =
    '% Made by seb report. Needs \\usepackage{booktabs} and, for quotation marks, \\usepackage[T1]{fontenc}.\n';
  return `${head}${tables.map(latexTable).join('\n')}`;
}

function latexTable({ title, columns, rows }: ReportTable): string {
  const places = columns.flatMap(({ name }, index) => (kept.includes(name) ? [index] : []));
  const line = (cells: readonly string[]) => `  ${cells.join(' & ')} \\\\`;
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexText(title)}. 95\\,\\% intervals in brackets; n/a: not available.}`,
    `  \\begin{tabular}{${places.map((place) => (columns[place]?.align === 'right' ? 'r' : 'l')).join('')}}`,
    '  \\toprule',
    line(places.map((place) => latexText(columns[place]?.name ?? ''))),
    '  \\midrule',
    ...rows.map((row) => line(places.map((place) => latexText(row[place]?.text ?? '')))),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}
