import stringWidth from 'string-width';
import { displayNames } from '../../results/display-names.ts';
import type { ReportSection, ReportTable, TableCell, TableColumn } from '../../results/page.ts';
import { sum } from '../../stats/moments.ts';
import { AppError } from '../../util/app-error.ts';
import { nearestNames } from '../../util/nearest-names.ts';
import { typedCommand, wrapTyped } from '../../util/terminal.ts';
import { oneLine, shortenMiddle, table, wrapCommand, wrapSentence, wrapText } from '../../util/text.ts';
import { flatTable, missingNote, notesOn, screenRank } from '../tables/report-table.ts';

const gap = 2;
const minTextWidth = 12;
/** Width in columns up to which texts stay whole as long as table columns can be omitted instead. */
const keptTextWidth = 24;
const maxNamedRows = 3;
const minColumns = 2;

interface Place {
  readonly column: TableColumn;
  readonly index: number;
}

/**
 * Returns a table as plain text of at most `width` columns, or with rows of any width where `isWhole` is set. Columns of the highest
 * rank are omitted first (the first two stay), then long texts are shortened in the middle; omitted columns and the reasons of empty
 * cells are listed below. Names of groups are the first column, or headings where a column of the first screen would be omitted for it.
 */
export function terminalTable(grouped: ReportTable, width: number, isWhole = false): string {
  const rowWidth = isWhole ? Number.POSITIVE_INFINITY : width;
  const flat = flatTable(grouped);
  const fitted = fittingColumns(flat, rowWidth, grouped.groups === undefined ? screenRank : 0);
  const isHeaded = grouped.groups !== undefined && fitted.hidden.some(({ rank }) => rank <= screenRank);
  const table = isHeaded ? grouped : flat;
  const { places, hidden: left } = isHeaded ? fittingColumns(grouped, rowWidth, screenRank) : fitted;
  const hidden = left.map(({ name }) => name);
  const widths = columnWidths(table, places, rowWidth);
  const shorten = distinctTexts(
    table.rows.flatMap((row) =>
      places.flatMap(({ column, index }) => (column.align === 'left' ? plain(row[index]) : [])),
    ),
  );
  const tasks = endCut(
    table.rows.flatMap((row) =>
      places.flatMap(({ column, index }) => (column.name === displayNames.task ? plain(row[index]) : [])),
    ),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => {
        const columns = widths[index] ?? minTextWidth;
        const shown =
          (places[index]?.column.name === displayNames.task && tasks(text, columns)) || shorten(text, columns);
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(shown)));
        return places[index]?.column.align === 'right' ? space + shown : shown + space;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [
    ...(table.title === '' ? [] : wrapText(table.title, width)),
    line(places.map(({ column }) => column.name)),
    widths.map((each) => '-'.repeat(each)).join(' '.repeat(gap)),
    ...underHeadings(
      isHeaded ? (grouped.groups ?? []) : [],
      table.rows.map((row) => line(places.map(({ index }) => plain(row[index])))),
      width,
    ),
    ...absenceLines(table, places).flatMap((text) => wrapTyped(text, width, wrapSentence)),
    ...notesOn(table, left).flatMap((text) => wrapTyped(text, width, wrapSentence)),
    ...(hidden.length === 0 ? [] : wrapText(`not shown at this width: ${hidden.join(', ')}`, width)),
  ].join('\n');
}

/** Returns lines of rows with the titles of their groups above them; without groups, the lines. */
function underHeadings(
  groups: NonNullable<ReportTable['groups']>,
  lines: readonly string[],
  width: number,
): readonly string[] {
  if (groups.length === 0) return lines;
  let start = 0;
  return groups.flatMap(({ title, rows }) => {
    const own = lines.slice(start, start + rows);
    start += rows;
    return [...wrapText(title, width), ...own];
  });
}

/** Returns a function that cuts a phrase at its end; null where another of the phrases would read the same. */
function endCut(all: readonly string[]): (text: string, columns: number) => string | null {
  const texts = [...new Set(all)];
  return (text, columns) => {
    const shown = oneLine(text, columns);
    return texts.some((each) => each !== text && oneLine(each, columns) === shown) ? null : shown;
  };
}

function plain(cell: TableCell | undefined): string {
  return cell === undefined ? '' : oneLine(cell.text, 200);
}

function naturalWidth({ rows }: ReportTable, { column, index }: Place): number {
  return Math.max(stringWidth(column.name), ...rows.map((row) => stringWidth(plain(row[index]))));
}

/** Returns the minimum width of a column: numbers and verdicts are never cut. */
function minWidth(table: ReportTable, place: Place): number {
  const natural = naturalWidth(table, place);
  const isKept =
    place.column.align === 'right' || ['verdict', 'word', 'fit', 'beyond others'].includes(place.column.name);
  return isKept ? natural : Math.min(natural, minTextWidth);
}

/** Returns the columns that have room. Texts are shortened before a column of a rank up to `keptRank` is omitted. */
function fittingColumns(
  table: ReportTable,
  width: number,
  keptRank = 0,
): { places: readonly Place[]; hidden: readonly TableColumn[] } {
  let places: readonly Place[] = table.columns.map((column, index) => ({ column, index }));
  const hidden: TableColumn[] = [];
  const fitted = (place: Place) =>
    Math.max(minWidth(table, place), Math.min(naturalWidth(table, place), keptTextWidth));
  const isTooWide = () => sum(places.map(fitted)) + gap * (places.length - 1) > width;
  const isCramped = () => sum(places.map((place) => minWidth(table, place))) + gap * (places.length - 1) > width;
  while (isTooWide()) {
    const droppable = places.slice(minColumns);
    const [last] = droppable.toSorted((a, b) => b.column.rank - a.column.rank || b.index - a.index);
    if (last === undefined || (last.column.rank <= keptRank && !isCramped())) break;
    hidden.unshift(last.column);
    places = places.filter((place) => place !== last);
  }
  return { places, hidden };
}

/** Returns natural widths; where their sum is too large, text columns shrink evenly. */
function columnWidths(table: ReportTable, places: readonly Place[], width: number): readonly number[] {
  const widths = places.map((place) => naturalWidth(table, place));
  const least = places.map((place) => minWidth(table, place));
  let excess = sum(widths) + gap * (places.length - 1) - width;
  while (excess > 0) {
    const widest = widths.reduce((best, each, index) => {
      const room = each - (least[index] ?? 0);
      return room > 0 && (best === -1 || each > (widths[best] ?? 0)) ? index : best;
    }, -1);
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

/** Returns why cells show n/a: a line per reason, with the columns and at most three of the rows. */
function absenceLines({ rows }: ReportTable, places: readonly Place[]): readonly string[] {
  const missing = places.flatMap(({ column, index }) => {
    const explained = rows.flatMap((row) => {
      const cell = row[index];
      const reason = cell === undefined ? null : missingNote(cell);
      return reason === null ? [] : [{ row, reason }];
    });
    return [...Map.groupBy(explained, ({ reason }) => reason)].map(([reason, entries]) => {
      const of = entries.map(({ row }) => row);
      const names = [...new Set(of.map((row) => shortenMiddle(plain(row[0]), 32)))];
      const more = names.length - maxNamedRows;
      const listed = `${names.slice(0, maxNamedRows).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
      return { name: column.name, reason: of.length === rows.length ? reason : `${reason} (${listed})` };
    });
  });
  return [...Map.groupBy(missing, ({ reason }) => reason)].map(
    ([reason, of]) => `n/a ${of.map(({ name }) => name).join(', ')}: ${reason}`,
  );
}

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
  const texts = sections.flatMap(({ title, lead, absence, tables }) => {
    const shown = tables.filter(({ detail }) => options.wide || detail === undefined);
    if (shown.length === 0 && absence === null) return [];
    return [
      ...(sections.length > 1 ? [oneLine(`== ${title} ==`, options.width)] : []),
      ...(lead !== null && options.explain ? [wrapTyped(lead, options.width).join('\n')] : []),
      ...(absence === null ? [] : [wrapTyped(`n/a: ${absence}`, options.width).join('\n')]),
      ...shown.map((table) => tableText(table, options)),
    ];
  });
  const rule = options.explain && texts.length > 0 ? [wrapText(unitRule, options.width).join('\n')] : [];
  return [...texts, ...rule].join('\n\n');
}

function tableText(table: ReportTable, { width, wide, explain }: TerminalOptions): string {
  const text = terminalTable(table, width, wide);
  return explain ? [text, ...columnLines(table, width)].join('\n') : text;
}

/** A column with its description. */
interface DescribedColumn extends Pick<TableColumn, 'name' | 'help' | 'pair'> {}

/** How values without a named unit are to be read; stands once below the descriptions of columns. */
const unitRule =
  'Scores, shares and their differences are in percent and points here, in CSV and JSON plain numbers (0.05) unless the header names a unit. [95 %] is an interval: in CSV two further columns, low and high. An empty cell is an absent value; the CSV column absent says why.';

/** What a table shows, and its columns. */
interface DescribedTable {
  readonly lead: string;
  readonly columns: readonly DescribedColumn[];
}

/** Returns what a table shows and what each of its columns holds, with its unit, in lines of at most `width` columns. */
function columnLines({ lead, columns }: DescribedTable, width: number): readonly string[] {
  const lines = columns.map(
    ({ name, help, pair }) => `${name}: ${help}${pair === undefined ? '' : ` In CSV: ${pair.join(', ')}.`}`,
  );
  return [...(lead === '' ? [] : [lead]), ...lines].flatMap((line) => wrapTyped(line, width));
}

/** Returns what the columns of tables hold, and how values without a named unit are to be read, in lines of at most `width` columns. */
export function explainedTables(tables: readonly DescribedTable[], width: number): readonly string[] {
  return [...tables.flatMap((table) => columnLines(table, width)), ...wrapText(unitRule, width)];
}

/** Sentences of a report that have a name, as a table has. */
export interface NamedList {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Returns what limits the findings as a list with a name. */
export function limitsList(lines: readonly string[]): NamedList {
  return { id: 'limits', title: 'What limits the findings', lines };
}

/** Everything of a report that is shown when it is asked for by name. */
interface NamedParts {
  readonly tables: readonly ReportTable[];
  readonly lists: readonly NamedList[];
  /** Width of the terminal in columns. */
  readonly width: number;
  /** Whether to explain each column below a table; absent: no. */
  readonly explain?: boolean;
}

/** Returns the names of all tables of a report with what each shows, and how one is shown. `command`: that of the report. */
export function tableNames({ tables, lists, width }: NamedParts, command: string): string {
  const named = [...tables, ...lists];
  const columns = Math.max(...named.map(({ id }) => id.length));
  const rows = named.map((each) => {
    const about = 'about' in each && each.about !== undefined ? each.about : each.title;
    return [each.id, oneLine(about, Math.max(minTitle, width - columns - 2))];
  });
  return [
    table(['name', 'what it shows'], rows, ['left', 'left']),
    '',
    'to show one of them (--explain: what its columns hold):',
    ...wrapCommand(typedCommand(`${command} --table NAME`), width),
  ].join('\n');
}

/** Columns of a title at least. */
const minTitle = 20;

/**
 * Returns one table of a report by its name. Throws an `AppError` with near names for an unknown one; `listCommand` is the
 * command that lists them.
 */
export function tableNamed({ tables, lists, width, explain }: NamedParts, name: string, listCommand: string): string {
  const list = lists.find(({ id }) => id === name);
  if (list !== undefined) return list.lines.flatMap((text) => wrapTyped(`- ${text}`, width, wrapSentence)).join('\n');
  const found = tables.find(({ id }) => id === name);
  if (found !== undefined) {
    const lines = explain === true ? ['', ...explainedTables([found], width)] : [];
    return [terminalTable(found, width), ...lines].join('\n');
  }
  const ids = [...tables, ...lists].map(({ id }) => id);
  const near = nearestNames(name, ids);
  const meant = near.length === 0 ? '' : `did you mean ${near.join(', ')}? `;
  throw new AppError('unknown-table', `the report has no table ${oneLine(name, 60)}`, {
    hint: `${meant}\`${listCommand}\` lists all ${ids.length}`,
  });
}

/** Returns a text in at most `columns` columns, which no other text of the table is shortened to. */
type Shorten = (text: string, columns: number) => string;

/**
 * Returns a function that shortens the texts of a table in the middle. Texts that would then read the same start where they
 * begin to differ instead; where these still read the same, they are numbered in the order of the table.
 */
export function distinctTexts(all: readonly string[]): Shorten {
  const texts = [...new Set(all)];
  return (text, columns) => {
    const shown = shortenMiddle(text, columns);
    const alike = texts.filter((each) => shortenMiddle(each, columns) === shown);
    if (alike.length < 2) return shown;
    const start = commonStart(alike);
    const tail = (each: string) => oneLine(`…${each.slice(start)}`, columns);
    const isDistinct = texts
      .filter((each) => !alike.includes(each))
      .every((each) => shortenMiddle(each, columns) !== tail(text));
    if (isDistinct && alike.filter((each) => tail(each) === tail(text)).length === 1) return tail(text);
    const number = ` #${texts.indexOf(text) + 1}`;
    return `${shortenMiddle(text, Math.max(1, columns - number.length))}${number}`;
  };
}

function commonStart(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let start = 0;
  while (start < first.length && others.every((each) => each[start] === first[start])) start += 1;
  return start;
}
