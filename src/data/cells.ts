import { isRecord } from '../util/is-record.ts';

/** Cells of a row by column name. */
export type Cells = Readonly<Record<string, unknown>>;

/** Texts that programs write for a missing value: pandas, NumPy, R, SQL and spreadsheets. */
const missingTexts: ReadonlySet<string> = new Set([
  ...[
    'nan',
    '-nan',
    '+nan',
    'none',
    'null',
    'undefined',
    'nat',
    '<na>',
    '<nan>',
    '<null>',
    'na',
    'n/a',
    'pd.na',
    'np.nan',
  ],
  ...['\\n', '(null)', 'nil', '-', '--', '1.#ind', '-1.#ind', '1.#qnan', '-1.#qnan', 'na_character_'],
]);
/** The errors of spreadsheets: `#N/A`, `#REF!`, `#DIV/0!`, `#NAME?`. */
const cellError = /^#(?:N\/?A(?: N\/A)?|[A-Z/0-9_]{2,16}[!?])$/i;

/** Returns whether a cell is a text that programs write for a missing value, such as `nan`. */
export function isMissingText(cell: unknown): cell is string {
  if (typeof cell !== 'string' || cell.length > 40) return false;
  const text = cell.trim();
  return missingTexts.has(text.toLowerCase()) || cellError.test(text);
}

/** Returns whether a cell has no content: absent, null or blank. */
export function isBlank(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

/**
 * Returns the value of a column: the cell of that name, else the value at a dotted path (`input.text`,
 * `messages.0.content`). Undefined where the row has neither.
 */
export function cellAt(cells: Cells, column: string): unknown {
  if (Object.hasOwn(cells, column)) return cells[column];
  let value: unknown = cells;
  for (const key of column.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

const maxDepth = 4;

/** Returns the columns of a row; an object or a list of objects inside a cell as the dotted paths of its values. */
export function columnPaths(cells: Cells, depth = 1): readonly string[] {
  return Object.entries(cells).flatMap(([name, cell]) => {
    const inner = Array.isArray(cell) && cell.some(isRecord) ? { ...cell } : cell;
    if (!isRecord(inner) || depth === maxDepth || Object.keys(inner).length === 0) return [name];
    return columnPaths(inner, depth + 1).map((path) => `${name}.${path}`);
  });
}

/** Returns the value with null for numbers that are not finite, which no later step can hold, and whether it had any. */
export function finiteValue(value: unknown): { readonly value: unknown; readonly isChanged: boolean } {
  if (typeof value === 'number') return Number.isFinite(value) ? same(value) : { value: null, isChanged: true };
  if (typeof value !== 'object' || value === null) return same(value);
  const entries = Object.entries(value).map(([name, inner]) => [name, finiteValue(inner)] as const);
  if (!entries.some(([, { isChanged }]) => isChanged)) return same(value);
  if (Array.isArray(value)) return { value: entries.map(([, inner]) => inner.value), isChanged: true };
  return { value: Object.fromEntries(entries.map(([name, inner]) => [name, inner.value])), isChanged: true };
}

function same(value: unknown) {
  return { value, isChanged: false };
}
