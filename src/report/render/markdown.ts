import type { ReportSection, ReportTable } from '../../results/page.ts';
import { escapeControls } from '../../util/text.ts';
import { flatTable } from '../tables/report-table.ts';

const maxRows = 60;

/** Escapes text for one Markdown table cell. */
export function markdownCell(text: string): string {
  return escapeControls(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>|#!&~]/g, (character) => `\\${character}`);
}

export function markdownSections(sections: readonly ReportSection[]): string {
  return sections
    .flatMap(({ title, lead, absence, tables }) => [
      `## ${markdownCell(title)}`,
      ...(lead === null ? [] : [markdownCell(lead)]),
      ...(absence === null ? [] : [`n/a: ${markdownCell(absence)}.`]),
      ...tables.map(markdownTable),
    ])
    .join('\n\n');
}

/** Returns a table in Markdown below its title. */
export function markdownTable(table: ReportTable): string {
  const { title, lead, columns, rows, notes = [] } = flatTable(table);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, maxRows).map((row) =>
    line(
      row.map(({ text, sort, note }) => {
        const isExplained = note !== null && (sort === null || note.startsWith('no interval'));
        return markdownCell(isExplained ? `${text} (${note})` : text);
      }),
    ),
  );
  return [
    `### ${markdownCell(title)}\n\n${markdownCell(lead)}\n`,
    line(columns.map(({ name }, index) => markdownCell(name === '' && index === 0 ? 'model' : name))),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...shown,
    ...notes.map((note) => `\n${markdownCell(note)}`),
    ...(rows.length > maxRows ? [`\n${rows.length - maxRows} more rows are in estimates.csv and report.html.`] : []),
  ].join('\n');
}
