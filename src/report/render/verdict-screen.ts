import { oneLine, shortenMiddle, wrapText } from '../../util/text.ts';
import type { ReportSection, ReportTable } from '../model/report-table.ts';
import { terminalTable } from './terminal-table.ts';

const maxLines = 15;
/** Maximum rows of a table, so that the screen fits with its notes. */
const maxRows = 8;
const nameWidths = [32, 24, 18, 14, 11, 9, 7] as const;

/**
 * Returns the first screen of a report, at most 15 lines: the question, and a verdict for each model and task. Many
 * verdicts are listed by task and word instead of as a table; about 45 still fit.
 */
export function verdictScreen({ title, absence, tables }: ReportSection, width: number): string {
  const [table] = tables;
  const heading = oneLine(`== ${title} ==`, width);
  if (table === undefined) return [heading, ...wrapText(`n/a: ${absence ?? 'no verdicts'}`, width)].join('\n');
  const fits = table.rows.length <= maxRows && isShownWhole(table, width);
  const text = fits ? terminalTable({ ...table, title: '' }, width) : verdictList(table, width);
  return `${heading}\n${text}`;
}

/** Whether the table has room for what distinguishes its rows and for the verdicts. */
function isShownWhole(table: ReportTable, width: number): boolean {
  const hidden = /not shown at this width: (.*)/s.exec(terminalTable(table, width))?.[1] ?? '';
  return !/\b(condition|run|verdict)\b/.test(hidden);
}

function verdictList(table: ReportTable, width: number): string {
  const notes = [...(table.notes ?? []), 'The scores: --wide.'].flatMap((note) => wrapText(note, width));
  const room = maxLines - 1 - notes.length;
  let lines: readonly string[] = [];
  for (const nameWidth of nameWidths) {
    lines = taskLines(table, nameWidth).flatMap((line) => wrapText(line, width));
    if (lines.length <= room) break;
  }
  return [...lines, ...notes].join('\n');
}

/** Returns a line for each task (and condition and run, if there are several): every verdict with its models. */
function taskLines({ columns, rows }: ReportTable, nameWidth: number): readonly string[] {
  const cell = (row: ReportTable['rows'][number], name: string) => {
    const index = columns.findIndex((column) => column.name === name);
    return index === -1 ? '' : (row[index]?.text ?? '');
  };
  const names = distinctTails([...new Set(rows.map((row) => cell(row, 'model')))]);
  const taskOf = (row: ReportTable['rows'][number]) => {
    const parts = [
      oneLine(cell(row, 'condition'), nameWidth * 2),
      cell(row, 'run') === '' ? '' : `run ${cell(row, 'run')}`,
    ];
    const where = parts.filter((part) => part !== '').join('; ');
    return `${cell(row, 'task')}${where === '' ? '' : ` (${where})`}`;
  };
  return [...Map.groupBy(rows, taskOf)].map(([task, of]) => {
    const parts = [...Map.groupBy(of, (row) => cell(row, 'verdict'))].map(([verdict, found]) => {
      const models = found.map((row) => shortenMiddle(names.get(cell(row, 'model')) ?? '', nameWidth));
      return `${verdict}: ${models.map((name) => name.replaceAll(' ', '_')).join(', ')}`;
    });
    return `${task} - ${parts.join('; ')}`;
  });
}

/** Returns names without their provider, if they stay distinct. */
function distinctTails(names: readonly string[]): ReadonlyMap<string, string> {
  const tails = names.map((name) => name.slice(name.indexOf('/') + 1));
  const isDistinct = new Set(tails).size === names.length;
  return new Map(names.map((name, index) => [name, (isDistinct ? tails[index] : undefined) ?? name]));
}
