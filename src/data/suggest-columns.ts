import { z } from 'zod';
import { groupColumn, type ItemBase } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { nearestNames } from '../util/nearest-names.ts';
import { shellWord } from '../util/shell-word.ts';
import { oneLine } from '../util/text.ts';
import { type Cells, cellAt, columnPaths, isBlank } from './cells.ts';
import type { Row } from './files/row.ts';
import { isList, isText } from './fit-cell.ts';
import {
  type ColumnMap,
  type ColumnsKind,
  columnFor,
  columnsText,
  fieldsOf,
  type ItemFields,
  itemColumns,
  letterFields,
  plainName,
  questionColumns,
} from './item-fields.ts';

/** The first rows of a file, which show its columns. */
interface RowSample {
  readonly rows: readonly Cells[];
  /** Columns of any of the rows; values inside objects as dotted paths. */
  readonly columns: readonly string[];
}

/** Returns the columns of the first rows of a file. */
export function sampleOf(rows: readonly Cells[]): RowSample {
  return { rows, columns: [...new Set(rows.flatMap((cells) => columnPaths(cells)))] };
}

/**
 * Refuses a file without a needed column, or without one that is named in `--map`. AppError with the columns that were found
 * and, for a column that may hold the field, the flag that names it.
 */
export function refuseMissing<Item extends ItemBase>(
  { file }: Pick<Row, 'file'>,
  sample: RowSample,
  { kind, map }: { readonly kind: ColumnsKind<Item>; readonly map: ColumnMap },
): void {
  const { needed = [], optional = [] } = itemColumns(kind) ?? {};
  const fields = fieldsOf(kind) ?? {};
  const own = ['id', ...needed, ...optional, groupColumn];
  const letters = questionColumns(sample.columns, map);
  const isFound = (column: string) => sample.rows.some((cells) => cellAt(cells, column) !== undefined);
  const replaced = letters === null ? [] : ['options', 'key'];
  const missing = [...new Set([...needed, ...own, ...letterFields])]
    .filter((name) => (needed.includes(name) && !replaced.includes(name)) || Object.hasOwn(map, name))
    .filter((name) => !isFound(columnFor(name, map)));
  const keyless = letters !== null && !isFound(letters.key) ? ['key'] : [];
  const absent = [...new Set([...missing, ...keyless])];
  if (absent.length === 0) return;
  const names = absent.map((name) => oneLine(columnFor(name, map), 60));
  const isFree = (column: string) => !own.includes(column) && !Object.values(map).includes(column);
  const free = (name: string) =>
    sample.columns.filter((column) => {
      const field = sameNamed(column, own);
      return isFree(column) && (field === undefined || field === name);
    });
  const flags = absent
    .filter((name) => !holdsObjects(fields[name]))
    .flatMap((name) => {
      const column = suggestedColumn(name, fields[name], { ...sample, columns: free(name) });
      return column === null ? [] : [shellWord(`${name}=${column}`)];
    });
  const example = flags.length === 0 ? `${absent[0]}=COLUMN` : flags.join(' ');
  const rename = `; name ${absent.length === 1 ? 'the column' : 'columns'} with --map, for example --map ${example}`;
  const found = sample.columns.map((name) => oneLine(name, 60)).join(', ');
  throw new AppError(
    'data-columns',
    `${file} has no column${names.length === 1 ? '' : 's'} ${names.join(', ')}; found: ${found || 'none'}`,
    {
      hint: `${columnsText(kind)}${rename}`,
    },
  );
}

/** Returns the name that differs from the given one only in case and signs. */
function sameNamed(name: string, others: readonly string[]): string | undefined {
  return others.find((other) => plainName(other) === plainName(name));
}

/**
 * Returns a sentence for each optional field that no column holds although one has nearly its name, such as `Label`: it is
 * not read as the field.
 */
export function overlookedColumns<Item extends ItemBase>(
  { columns }: RowSample,
  { kind, map }: { readonly kind: ColumnsKind<Item>; readonly map: ColumnMap },
): readonly string[] {
  const names = ['id', ...(itemColumns(kind)?.optional ?? []), groupColumn];
  return names.flatMap((name) => {
    const column = sameNamed(name, columns);
    if (column === undefined || columns.includes(name) || Object.hasOwn(map, name)) return [];
    if (Object.values(map).includes(column)) return [];
    return [
      `The column ${column} is not read as ${name}: name it with --map ${shellWord(`${name}=${column}`)} if it is one.`,
    ];
  });
}

/** Returns whether a field is a list of objects, which a cell of a table cannot hold. */
function holdsObjects(field: z.ZodType | undefined): boolean {
  return field instanceof z.ZodArray && field.element instanceof z.ZodObject;
}

/**
 * Returns the column that probably holds a field: one of a similar name; for a list, one whose cells are lists; for a
 * text, the column of the longest texts among those whose texts are mostly different. Null where none stands out.
 */
function suggestedColumn(name: string, field: ItemFields[string] | undefined, sample: RowSample): string | null {
  const equal = sameNamed(name, sample.columns);
  if (equal !== undefined) return equal;
  const similar = nearestNames(name, sample.columns)[0];
  if (field === undefined || !(isText(field) || isList(field))) return similar ?? null;
  const wanted = isList(field);
  const candidates = sample.columns
    .map((column) => ({ column, ...contentOf(column, sample) }))
    .filter(({ isListed, distinct }) => isListed === wanted && distinct >= minDistinct)
    .toSorted((one, other) => other.length - one.length);
  const named = candidates.find(({ column, length }) => column === similar && (wanted || length >= minLength));
  return (named ?? candidates.find(({ length }) => wanted || length >= minLength))?.column ?? similar ?? null;
}

/** Minimum share of different texts in a column of texts. */
const minDistinct = 0.5;
/** Minimum mean length of the cells of a column of texts, in characters. */
const minLength = 4;

interface Content {
  /** Mean length of the texts, in characters; 0 for identifiers and numbers. */
  readonly length: number;
  /** Share of different cells, in [0, 1]. */
  readonly distinct: number;
  /** Whether most cells are lists. */
  readonly isListed: boolean;
}

function contentOf(column: string, { rows }: RowSample): Content {
  const cells = rows.map((row) => cellAt(row, column)).filter((cell) => !isBlank(cell));
  if (cells.length === 0) return { length: 0, distinct: 0, isListed: false };
  const lists = cells.filter((cell) => Array.isArray(cell) || (typeof cell === 'string' && looksListed(cell)));
  const texts = cells.filter((cell) => typeof cell === 'string' && !isIdentifier(cell)) as string[]; // filtered by type
  return {
    length: texts.reduce((sum, text) => sum + text.length, 0) / cells.length,
    distinct:
      new Set(cells.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)))).size / cells.length,
    isListed: lists.length > cells.length / 2,
  };
}

function looksListed(cell: string): boolean {
  return /^\s*[[(].*[\])]\s*$/s.test(cell) || /[^\s;|][;|][^;|]/.test(cell);
}

/** Returns whether a cell is a number, a hash, a UUID, an address or a date rather than a text. */
function isIdentifier(cell: string): boolean {
  const text = cell.trim();
  return (
    /^[\d.,:+\-/TZ ]+$/.test(text) || /^https?:\/\/\S+$/.test(text) || (/^[\w.-]{6,}$/.test(text) && /\d/.test(text))
  );
}
