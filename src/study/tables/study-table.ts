import { absentCell, numberCell, type TableCell, textCell } from '../../report/model/report-table.ts';
import { terminalTable } from '../../report/render/terminal-table.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';
import { wrapText } from '../../util/text.ts';
import type { EstimateRecord } from '../analyses/study-result.ts';

/** Column of a study's table: text, or numbers. Where space is limited, the columns of the highest rank are omitted first. */
export interface StudyColumn {
  readonly name: string;
  readonly isText?: true;
  readonly rank?: number;
}

/** Returns a table of at most `width` columns, with the reasons of empty cells below it. */
export function studyTable(
  columns: readonly StudyColumn[],
  rows: readonly (readonly (TableCell | string)[])[],
  width: number,
): string {
  return terminalTable(
    {
      ...{ id: 'study', title: '', lead: '' },
      columns: columns.map(({ name, isText, rank = 0 }) => ({
        name,
        align: isText ? 'left' : 'right',
        help: '',
        rank,
      })),
      rows: rows.map((row) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell))),
    },
    width,
  );
}

/** Returns a cell with a value and its interval; the table lists the reason where either is missing. */
export function estimateCell({ value, interval, missing }: EstimateRecord): TableCell {
  const reason = missing ?? 'not measured';
  if (value === null) return absentCell(reason);
  if (interval === null) return numberCell(value, fraction(value), `no interval: ${reason}`);
  return numberCell(value, `${fraction(value)} ${fractionRange(interval)}`);
}

/** Returns lines of at most `width` columns; a continued line keeps the indent of its first line. */
export function wrapLines(lines: readonly string[], width: number): readonly string[] {
  return lines
    .flatMap((line) => line.split('\n'))
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      return line.length <= width ? [line] : wrapText(line, width - indent.length).map((part) => `${indent}${part}`);
    });
}
