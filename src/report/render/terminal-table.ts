import stringWidth from 'string-width';
import type { ReportTable, TableCell, TableColumn } from '../../results/page.ts';
import { resultWords } from '../../results/result-words.ts';
import { sum } from '../../stats/moments.ts';
import { oneLine, shortenMiddle, wrapSentence, wrapText } from '../../util/text.ts';
import { flatTable } from '../tables/report-table.ts';
import { distinctTexts } from './distinct-texts.ts';

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
 * Returns a table as plain text of at most `width` columns, or with rows of any width where `isWhole` is set. Columns of the highest rank are omitted first (the first
 * two stay), then long texts are shortened in the middle; omitted columns and the reasons of empty cells are listed
 * below.
 */
export function terminalTable(grouped: ReportTable, width: number, isWhole = false): string {
  const table = flatTable(grouped);
  const rowWidth = isWhole ? Number.POSITIVE_INFINITY : width;
  const { places, hidden } = fittingColumns(table, rowWidth);
  const widths = columnWidths(table, places, rowWidth);
  const shorten = distinctTexts(
    table.rows.flatMap((row) =>
      places.flatMap(({ column, index }) => (column.align === 'left' ? plain(row[index]) : [])),
    ),
  );
  const tasks = endCut(
    table.rows.flatMap((row) =>
      places.flatMap(({ column, index }) => (column.name === resultWords.task ? plain(row[index]) : [])),
    ),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => {
        const columns = widths[index] ?? minTextWidth;
        const shown =
          (places[index]?.column.name === resultWords.task && tasks(text, columns)) || shorten(text, columns);
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(shown)));
        return places[index]?.column.align === 'right' ? space + shown : shown + space;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [
    ...(table.title === '' ? [] : wrapText(table.title, width)),
    line(places.map(({ column }) => column.name)),
    widths.map((each) => '-'.repeat(each)).join(' '.repeat(gap)),
    ...table.rows.map((row) => line(places.map(({ index }) => plain(row[index])))),
    ...absenceLines(table, places).flatMap((text) => wrapSentence(text, width)),
    ...(table.notes ?? []).flatMap((text) => wrapSentence(text, width)),
    ...(hidden.length === 0 ? [] : wrapText(`not shown at this width: ${hidden.join(', ')}`, width)),
  ].join('\n');
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
  const isKept = place.column.align === 'right' || place.column.name === 'verdict';
  return isKept ? natural : Math.min(natural, minTextWidth);
}

function fittingColumns(table: ReportTable, width: number): { places: readonly Place[]; hidden: readonly string[] } {
  let places: readonly Place[] = table.columns.map((column, index) => ({ column, index }));
  const hidden: string[] = [];
  const fitted = (place: Place) =>
    Math.max(minWidth(table, place), Math.min(naturalWidth(table, place), keptTextWidth));
  const isTooWide = () => sum(places.map(fitted)) + gap * (places.length - 1) > width;
  const isCramped = () => sum(places.map((place) => minWidth(table, place))) + gap * (places.length - 1) > width;
  while (isTooWide()) {
    const droppable = places.slice(minColumns);
    const [last] = droppable.toSorted((a, b) => b.column.rank - a.column.rank || b.index - a.index);
    if (last === undefined || (last.column.rank === 0 && !isCramped())) break;
    hidden.unshift(last.column.name);
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
      const reason = missingReason(row[index]);
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

/** Returns why a cell is empty, lacks its interval, or does not count all units; null where nothing is missing. */
function missingReason(cell: TableCell | undefined): string | null {
  const note = cell?.note ?? null;
  if (cell === undefined || note === null) return null;
  return cell.sort === null || /^(no interval|missing): /.test(note) ? note : null;
}
