import stringWidth from 'string-width';
import type { ReportTable, TableCell } from '../../results/page.ts';
import type { Results } from '../../results/results.ts';
import { counted } from '../../util/numbers.ts';
import { withTypedCommands, wrapTyped } from '../../util/terminal.ts';
import { oneLine, shortenMiddle, wrapCommand, wrapSentence, wrapText } from '../../util/text.ts';
import { notesOn } from '../tables/report-table.ts';

/** Lines of a first screen, at most, for 15 models and three tasks at 80 columns. */
export const maxScreenLines = 32;
/** Lines of the first screen of a study, at most. */
export const maxStudyLines = 27;
const minLimitLines = 2;
const gap = '  ';
const maxUnfinished = 3;
/** Names of rows over this width are cut in the middle. */
const usualNameColumns = 19;
/** Below this width, a table whose cells would be cut has a line for each cell. */
const usualColumns = 80;
const minNameColumns = 8;

export interface ScreenOptions {
  /** Width of the terminal in columns. */
  readonly width: number;
  /** Returns a command as the user has to type it. */
  readonly command?: (command: string) => string;
  /** Maximum number of lines; absent: that of a report. Limits without room are counted in a line. */
  readonly maxLines?: number;
  /** The command that lists all limits; absent: that of a report. */
  readonly limitsCommand?: string;
}

interface Screen extends Pick<Results, 'question' | 'answer' | 'limits' | 'next'> {
  /** State of unfinished runs. */
  readonly unfinished: readonly string[];
  /** What the command that lists all limits has below them, in lines of its list; absent: nothing. */
  readonly notes?: number;
  /** What the answer is about, below it; absent: the tables say it. */
  readonly about?: readonly string[];
  /** Columns of the longest row name that is not cut in the middle; default: 19. */
  readonly maxNameColumns?: number;
  /** Tables between the answer and the limits. */
  readonly tables: readonly ReportTable[];
  /** Tables below them that the question does not name, each under its title; absent: none. */
  readonly asked?: readonly ReportTable[];
}

/**
 * Returns one screen: the question, the answer, the tables that show it, what limits it and what to do next. No line is
 * wider than the terminal. Limits without room are counted in a line; where the screen is full, blank lines and then the last
 * steps are left out.
 */
export function screenText(screen: Screen, options: ScreenOptions): string {
  const { question, answer, about = [], tables, asked = [], limits, notes = 0, next, unfinished } = screen;
  const { width, maxLines = maxScreenLines, command = (text: string) => text } = options;
  const limitsCommand = options.limitsCommand ?? 'seb report --table limits';
  const wrapped = (text: string) => wrapTyped(text, width, wrapSentence);
  const head = [...unfinishedLines(unfinished, width), ...[question, answer, ...about].flatMap(wrapped)];
  const { maxNameColumns = usualNameColumns } = screen;
  const body = [
    ...tables.flatMap((table) => ['', ...screenTable(table, width, maxNameColumns)]),
    ...asked.flatMap((table) => ['', ...screenTable(table, width, maxNameColumns, true)]),
  ];
  const linesWith = (steps: Results['next'], isBrief = false): readonly string[] => {
    const typed = nextLines(steps, options);
    const below = typed.length === 0 ? [] : ['', ...typed];
    const room = Math.max(minLimitLines, maxLines - head.length - body.length - below.length - 1);
    const more = isBrief ? `add ${flagsOf(limitsCommand)}` : command(limitsCommand);
    const shown = limitLines(limits, { width, maxLines: room, more, notes });
    const lines = [...head, ...body, ...(shown.length === 0 ? [] : ['', ...shown]), ...below];
    const tight = lines.length > maxLines ? lines.filter((line) => line !== '') : lines;
    if (tight.length <= maxLines) return tight;
    if (steps.length > 1) return linesWith(steps.slice(0, -1), isBrief);
    if (isBrief) return tight;
    const brief = linesWith(steps, true);
    return brief.length < tight.length ? brief : tight;
  };
  return linesWith(next).join('\n');
}

function unfinishedLines(unfinished: readonly string[], width: number): readonly string[] {
  const more = unfinished.length - maxUnfinished;
  return [
    ...unfinished.slice(0, maxUnfinished).flatMap((line) => wrapText(line, width)),
    ...(more > 0 ? [`and ${more} more unfinished`] : []),
  ];
}

interface LimitOptions {
  readonly width: number;
  readonly maxLines: number;
  /** What lists all limits: a command as the user has to type it, or flags to add to this one. */
  readonly more: string;
  /** Lines that this has below the limits. */
  readonly notes: number;
}

/** Returns the limits in their order, the most important first; one more line counts those without room. */
function limitLines(limits: readonly string[], { width, maxLines, more, notes }: LimitOptions): readonly string[] {
  const lines = limits.map((text) => wrapTyped(`- ${text}`, width, wrapSentence));
  if (lines.flat().length <= maxLines) return lines.flat();
  const restLines = (count: number) => {
    const about = `- ${counted(count, 'more limit')}:`;
    if (stringWidth(`${about} ${more}`) <= width) return [`${about} ${more}`];
    return [about, ...wrapCommand(more, width - gap.length).map((line) => `${gap}${line}`)];
  };
  let used = restLines(limits.length).length;
  const first = lines.findIndex((each) => {
    used += each.length;
    return used > maxLines;
  });
  const count = Math.max(1, first);
  if (count === limits.length) return lines.flat();
  return [...lines.slice(0, count).flat(), ...restLines(limits.length - count + notes)];
}

/** Returns the flags of a command. */
function flagsOf(command: string): string {
  return command.slice(command.indexOf(' --') + 1);
}

/** Returns commands to type next, each with what it does: beside it where there is room for all, else above it. */
export function nextLines(
  next: Results['next'],
  { width, command = (text) => text }: Pick<ScreenOptions, 'width' | 'command'>,
): readonly string[] {
  const label = 'next   ';
  const indent = ' '.repeat(label.length);
  const typed = next.map((step) => ({ ...step, command: step.command === null ? '' : command(step.command) }));
  const columns = Math.max(...typed.map((step) => stringWidth(step.command)), 0);
  const room = (about: string) => label.length + columns + gap.length + 2 + stringWidth(about);
  const fits = typed.every((step) => step.command === '' || room(step.about) <= width);
  const below = (text: string) =>
    wrapText(withTypedCommands(text), width - label.length).map((line) => `${indent}${line}`);
  const lines = typed.flatMap((step) => {
    if (step.command === '') return below(step.about);
    if (fits && step.about !== '') return [`${indent}${step.command.padEnd(columns)}${gap}  ${step.about}`];
    const commands = wrapCommand(step.command, width - label.length - gap.length);
    return [...below(`${step.about}:`), ...commands.map((line) => `${indent}${gap}${line}`)];
  });
  return lines.map((line, index) => (index === 0 ? `${label}${line.slice(label.length)}` : line));
}

/**
 * Returns a table as lines of at most `width` columns: rows under the headings of their groups, notes below. The title is
 * above where `isTitled`, or where no column has a name.
 */
function screenTable(
  table: ReportTable,
  width: number,
  maxNameColumns = usualNameColumns,
  isTitled = false,
): readonly string[] {
  const indent = table.groups === undefined ? '' : '  ';
  const nameColumns = Math.max(maxNameColumns, width - indent.length - otherColumns(table));
  const nameOf = (cell: TableCell | undefined) => shortenMiddle(oneLine(cell?.text ?? '', 200), nameColumns);
  const rows = table.rows.map((row) =>
    row.map((cell, index) => (index === 0 ? `${indent}${nameOf(cell)}` : oneLine(cell.text, 200))),
  );
  const kept = fittingColumns(table, rows, width);
  const heads = table.columns.map(({ name }, index) => (index === 0 ? '' : name));
  const widths = kept.map((index) =>
    Math.max(stringWidth(heads[index] ?? ''), ...rows.map((row) => stringWidth(row[index] ?? ''))),
  );
  const excess = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1) - width;
  const shrunk = excess > 0 ? shrink(widths, excess) : widths;
  const line = (cells: readonly string[]) =>
    kept
      .map((index, at) => {
        const room = shrunk[at] ?? 0;
        const cell = cells[index] ?? '';
        // both ends of a name stay, because they distinguish models
        const text =
          index === 0 && cell !== '' ? `${indent}${shortenMiddle(cell, room - indent.length)}` : oneLine(cell, room);
        const space = ' '.repeat(Math.max(0, room - stringWidth(text)));
        return table.columns[index]?.align === 'right' ? space + text : text + space;
      })
      .join(gap)
      .trimEnd();
  const isStacked = width < usualColumns && excess > Math.max(0, (widths[0] ?? 0) - minNameColumns);
  const hidden = isStacked ? [] : table.columns.filter((_, index) => !kept.includes(index));
  const body = rows.map((row, at) =>
    isStacked
      ? stackedRow(row, heads, width)
      : [line([oneLine(table.rows[at]?.[0]?.text ?? '', 200), ...row.slice(1)])],
  );
  const head = isStacked ? '' : line(heads);
  return [
    ...(table.title !== '' && (isTitled || head === '') ? wrapText(table.title, width) : []),
    ...(head === '' ? [] : [head]),
    ...grouped(table, body),
    ...notesOn(table, hidden).flatMap((text) => wrapTyped(text, width, wrapSentence)),
  ];
}

/** Returns a row for a narrow terminal: its name, and below it each cell after the name of its column. */
function stackedRow(
  [name = '', ...cells]: readonly string[],
  heads: readonly string[],
  width: number,
): readonly string[] {
  const named = cells.flatMap((cell, index) => {
    const head = heads[index + 1] ?? '';
    return cell === '' ? [] : [head === '' ? cell : `${head}: ${cell}`];
  });
  return [
    shortenMiddle(name, width),
    ...named.flatMap((text) => wrapSentence(text, width - 4).map((part) => `    ${part}`)),
  ];
}

/** Returns the columns that everything but the first column of a table takes. */
function otherColumns({ columns, rows }: ReportTable): number {
  return columns
    .slice(1)
    .reduce(
      (sum, { name }, index) =>
        sum + gap.length + Math.max(stringWidth(name), ...rows.map((row) => stringWidth(row[index + 1]?.text ?? ''))),
      0,
    );
}

/** Returns the rows below the headings of their groups. */
function grouped({ groups }: ReportTable, rows: readonly (readonly string[])[]): readonly string[] {
  if (groups === undefined) return rows.flat();
  let start = 0;
  return groups.flatMap(({ title, rows: count }) => {
    const own = rows.slice(start, start + count);
    start += count;
    return [title, ...own.flat()];
  });
}

/** Returns the indices of the columns that have room: those of the highest rank are left out first. */
function fittingColumns(
  { columns }: ReportTable,
  rows: readonly (readonly string[])[],
  width: number,
): readonly number[] {
  let kept = columns.map((_, index) => index);
  const natural = (index: number) =>
    Math.max(
      stringWidth(index === 0 ? '' : (columns[index]?.name ?? '')),
      ...rows.map((row) => stringWidth(row[index] ?? '')),
    );
  const total = () => kept.reduce((sum, index) => sum + natural(index), 0) + gap.length * (kept.length - 1);
  while (total() > width) {
    const [last] = kept
      .filter((index) => (columns[index]?.rank ?? 0) > 0)
      .toSorted((a, b) => (columns[b]?.rank ?? 0) - (columns[a]?.rank ?? 0) || b - a);
    if (last === undefined) break;
    kept = kept.filter((index) => index !== last);
  }
  return kept;
}

/** Columns down to which row names give way first, so that words and numbers beside them stay whole. */
const shortNameColumns = 16;

/** Returns narrower widths: names of rows give way first, then the widest column, a column at a time. */
function shrink(widths: readonly number[], excess: number): readonly number[] {
  const [name = 0, ...others] = widths;
  const fromName = Math.min(excess, Math.max(0, name - shortNameColumns));
  const result = [name - fromName, ...others];
  for (let left = excess - fromName; left > 0; left -= 1) {
    const widest = result.indexOf(Math.max(...result));
    if ((result[widest] ?? 0) <= 8) break;
    result[widest] = (result[widest] ?? 0) - 1;
  }
  return result;
}
