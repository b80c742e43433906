import { wrapText } from '../../util/text.ts';
import type { ReportSection, ReportTable } from '../tables/report-table.ts';
import { foldedScreen } from './folded-screen.ts';
import { type FirstLookOptions, fitsOnScreen, limitLines, nextLines } from './look-parts.ts';
import { terminalTable } from './terminal-table.ts';

interface TablesLook extends FirstLookOptions {
  /** Question, answer and what they are about. */
  readonly head: readonly string[];
  readonly limits: readonly string[];
  readonly next: readonly string[];
  /** The line that says how to see all tables. */
  readonly all: string;
}

const maxLimitLines = 6;
const maxTables = 2;
const noReasons = { marks: '', reasons: new Map(), minReasonLines: 1, title: () => [] }; // a line counts rows without room

/**
 * Returns a first screen without verdicts: the answer, the first tables of the first section that have room, what limits
 * them and what to do next. A first table that has no room is cut, and a line says how many rows it has more.
 */
export function tablesLook(sections: readonly ReportSection[], look: TablesLook): string {
  const { width, head, all } = look;
  const [first] = sections;
  const tables = (first?.tables.filter(({ detail }) => detail === undefined) ?? []).slice(0, maxTables);
  const [table] = tables;
  if (table === undefined) return looseLook(first, [], look);
  const whole = tables.flatMap((_, index) => {
    const shown = tables.slice(0, tables.length - index);
    return [looseLook(first, shown, look), looseLook(first, shown, { ...look, isTight: true })];
  });
  return (
    whole.find(fitsOnScreen) ??
    foldedScreen({
      ...noReasons,
      width,
      head,
      names: table.rows.map((_, index) => String(index)),
      table: (shown) =>
        terminalTable({ ...table, rows: shown.map((at) => table.rows[Number(at)] ?? []) }, width).split('\n'),
      moreRows: (count) => `more ${count === 1 ? 'row' : 'rows'}`,
      below: [...limitLines(look.limits, { width, maxLines: maxLimitLines }), ...stepsOf(look)],
      folded: () => all,
    })
  );
}

function looseLook(
  section: ReportSection | undefined,
  tables: readonly ReportTable[],
  { width, head, limits, all, isTight = false, ...look }: TablesLook & { readonly isTight?: boolean },
): string {
  const absence = section?.absence ?? null;
  const steps = [...stepsOf({ width, ...look }), ...(tables.length === 0 ? [] : wrapText(all, width))];
  const caveats = limits.flatMap((text) => wrapText(`- ${text}`, width));
  const blocks = [
    head,
    ...(absence === null ? [] : [wrapText(`n/a: ${absence}`, width)]),
    ...tables.map((table) => terminalTable(table, width).split('\n')),
    ...(isTight ? [[...caveats, ...steps]] : [caveats, steps]),
  ];
  return blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function stepsOf(look: FirstLookOptions & Pick<TablesLook, 'next'>): readonly string[] {
  return nextLines(look, look).flatMap((lines) => lines.split('\n'));
}
