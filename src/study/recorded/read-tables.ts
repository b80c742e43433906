import { parseJsonl } from '../../dataset/files/jsonl.ts';
import { isParquet, parquetRows } from '../../dataset/files/parquet.ts';
import { readText } from '../../dataset/files/read-text.ts';
import { placeInFile, type Row } from '../../dataset/files/row.ts';
import { namedRows } from '../../dataset/files/table.ts';
import { AppError } from '../../util/app-error.ts';
import { isRecord } from '../../util/is-record.ts';
import { oneLine } from '../../util/text.ts';

/** A row by column name. An empty or absent cell is null. */
export interface TableRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string | null>>;
  /** Where the row stands, such as `line 12`. */
  readonly place: string;
}

/** A table with the columns that are used, and the names of the others. */
interface ReadTable<Column extends string> {
  readonly rows: readonly TableRow<Column>[];
  readonly ignored: readonly string[];
}

/**
 * Reads a table (CSV, TSV, JSON lines or Parquet; text also compressed). AppError for a file that cannot be read, and
 * `study-table` where a needed column is missing.
 */
export async function readTable<Column extends string>(
  file: string,
  needed: readonly Column[],
  optional: readonly Column[],
): Promise<ReadTable<Column>> {
  const known = [...needed, ...optional];
  const rows = await rowsOf(file, known);
  const columns = new Set(rows.flatMap(({ value }) => (isRecord(value) ? Object.keys(value) : [])));
  const missing = needed.filter((name) => !columns.has(name));
  if (missing.length > 0) {
    throw new AppError('study-table', `${oneLine(file, 200)} has no column ${missing.join(', ')}`, {
      hint: `it needs ${needed.join(', ')}; it has ${columns.size === 0 ? 'no rows' : oneLine([...columns].join(', '), 200)}`,
    });
  }
  return {
    rows: rows.map((row) => ({ cells: cellsOf(row.value, known), place: placeInFile(row) })),
    ignored: [...columns].filter((name) => !(known as readonly string[]).includes(name)),
  };
}

async function rowsOf(file: string, known: readonly string[]): Promise<readonly Row[]> {
  if (isParquet(file)) return await parquetRows(file);
  const text = readText(file);
  if (/^\s*\{/.test(text)) return parseJsonl(text, file);
  return namedRows({ path: file, text }, known) ?? [];
}

function cellsOf<Column extends string>(
  value: unknown,
  columns: readonly Column[],
): Readonly<Record<Column, string | null>> {
  const row = isRecord(value) ? value : {};
  const cell = (name: Column) => {
    const found = row[name];
    return found === null || found === undefined || found === '' ? null : String(found);
  };
  return Object.fromEntries(columns.map((name) => [name, cell(name)])) as Record<Column, string | null>; // one each
}
