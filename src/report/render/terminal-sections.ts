import type { ReportSection, ReportTable } from '../../results/page.ts';
import { oneLine, wrapText } from '../../util/text.ts';
import { terminalTable } from './terminal-table.ts';

/** Settings of a report in the terminal. */
export interface TerminalOptions {
  /** Width of the terminal in columns. */
  readonly width: number;
  /** Whether to show tables that are otherwise hidden. */
  readonly wide: boolean;
  /** Whether to explain each table and each of its columns. */
  readonly explain: boolean;
}

/** Returns sections of a report as text with no line wider than the terminal. */
export function terminalSections(sections: readonly ReportSection[], options: TerminalOptions): string {
  return sections
    .flatMap(({ title, lead, absence, tables }) => {
      const shown = tables.filter(({ detail }) => options.wide || detail === undefined);
      if (shown.length === 0 && absence === null) return [];
      return [
        ...(sections.length > 1 ? [oneLine(`== ${title} ==`, options.width)] : []),
        ...(lead !== null && options.explain ? [wrapText(lead, options.width).join('\n')] : []),
        ...(absence === null ? [] : [wrapText(`n/a: ${absence}`, options.width).join('\n')]),
        ...shown.map((table) => tableText(table, options)),
      ];
    })
    .join('\n\n');
}

function tableText(table: ReportTable, { width, wide, explain }: TerminalOptions): string {
  const text = terminalTable(table, width, wide);
  if (!explain) return text;
  const columns = table.columns.map(({ name, help }) => `${name}: ${help}`);
  return [text, ...[table.lead, ...columns].flatMap((line) => wrapText(line, width))].join('\n');
}
