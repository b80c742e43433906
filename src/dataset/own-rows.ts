import { z } from 'zod';
import { groupColumn, type ItemBase } from '../domain/item.ts';
import { AppError } from '../util/app-error.ts';
import { canonicalJson, parsedJson, sha256 } from '../util/canonical-json.ts';
import { isRecord } from '../util/is-record.ts';
import { nearestNames } from '../util/nearest-names.ts';
import type { Row } from './files/row.ts';
import type { ItemKind } from './item-kind.ts';

/** Columns of an experiment's items. */
interface ItemColumns {
  /** Required columns, without `id`. */
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

/** Column names by the field that they hold: `{ prompt: 'text' }`. */
export type ColumnMap = Readonly<Record<string, string>>;

/** Values of a field by `FIELD:VALUE`, as the file has them: `{ 'label:benign': 'safe' }`. */
export type ValueMap = Readonly<Record<string, string>>;

/** How the columns and values of a file become fields and their values. */
export interface RowMap {
  readonly columns: ColumnMap;
  readonly values: ValueMap;
}

/** The columns and values of a file in our own layout. */
const unmapped: RowMap = { columns: {}, values: {} };

/** A row as an item, before validation against the experiment's schema. */
export interface ItemRow extends Row {
  /** Columns of the file beyond the item's fields. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Set if the row has no id, so that `value.id` is a hash of its content. */
  readonly idFromContent?: true;
}

type Fields = Readonly<Record<string, z.ZodType>>;

/** Returns the fields of an item schema; null where it is not a plain object schema (in a user's own experiment). */
function fieldsOf({ itemSchema }: Pick<ItemKind, 'itemSchema'>): Fields | null {
  return itemSchema instanceof z.ZodObject ? (itemSchema.shape as Fields) : null; // every field is a schema
}

/** Returns the columns of an experiment's items; null where its schema does not list them. */
export function itemColumns<Item extends ItemBase>(kind: Pick<ItemKind<Item>, 'itemSchema'>): ItemColumns | null {
  const fields = fieldsOf(kind);
  if (fields === null) return null;
  const names = Object.keys(fields).filter((name) => name !== 'id');
  const isOptional = (name: string) => fields[name]?.safeParse(undefined).success === true;
  return { needed: names.filter((name) => !isOptional(name)), optional: names.filter(isOptional) };
}

/** Returns the required columns of an experiment as a sentence for a hint. */
export function columnsText<Item extends ItemBase>(kind: Pick<ItemKind<Item>, 'name' | 'itemSchema'>): string {
  const columns = itemColumns(kind);
  if (columns === null) return `\`seb data example ${kind.name}\` prints two rows`;
  const { needed, optional } = columns;
  const extra = optional.length === 0 ? '' : ` (optional: ${['id', ...optional].join(', ')})`;
  return `${kind.name} needs ${needed.join(', ')}${extra}; \`seb data example ${kind.name}\` prints two rows`;
}

/**
 * Yields rows by column name as items: columns renamed by `map`, text cells converted to the field's type, an id made
 * from the row's content where it has none, other columns as metadata. AppError where the first row lacks a column.
 */
export function* itemRows<Item extends ItemBase>(
  rows: Iterable<Row>,
  kind: Pick<ItemKind<Item>, 'name' | 'itemSchema' | 'sources'>,
  map: RowMap = unmapped,
): Generator<ItemRow> {
  const fields = fieldsOf(kind);
  let isFirst = true;
  for (const row of rows) {
    if (fields === null || !isRecord(row.value)) {
      yield row; // the schema alone decides
      continue;
    }
    if (isFirst) refuseMissing(row, kind, map.columns);
    isFirst = false;
    yield itemRow(row, { fields, map, cells: row.value });
  }
}

interface Cells {
  readonly fields: Fields;
  readonly map: RowMap;
  readonly cells: Readonly<Record<string, unknown>>;
}

function itemRow(row: Row, { fields, map, cells }: Cells): ItemRow {
  const value: Record<string, unknown> = {};
  const used = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    const column = columnFor(name, map.columns);
    const cell = Object.hasOwn(cells, column) ? translated(name, cells[column], map.values) : undefined;
    used.add(column);
    const isAbsent = cell === undefined || cell === null || (cell === '' && field.safeParse(undefined).success);
    if (!isAbsent) value[name] = fittedCell(cell, field);
  }
  const metadata = { ...metadataOf(cells, used), ...mappedGroup(cells, map.columns) };
  const id = value.id;
  if (typeof id === 'number') value.id = String(id);
  const extra = Object.keys(metadata).length === 0 ? {} : { metadata };
  if (id !== undefined && id !== '') return { ...row, value, ...extra };
  value.id = sha256(canonicalJson({ ...value, id: undefined, ...extra })).slice(0, 16);
  return { ...row, value, ...extra, idFromContent: true };
}

function translated(field: string, cell: unknown, values: ValueMap): unknown {
  const key = `${field}:${String(cell)}`;
  return Object.hasOwn(values, key) ? values[key] : cell;
}

/** Returns the column of a field: as mapped, else the field's name. */
function columnFor(name: string, map: ColumnMap): string {
  return Object.hasOwn(map, name) ? (map[name] ?? name) : name;
}

/** Returns the group of a row whose column `group` has another name; empty without one. */
function mappedGroup(cells: Readonly<Record<string, unknown>>, columns: ColumnMap): Record<string, unknown> {
  const given = Object.hasOwn(columns, groupColumn) ? cells[columnFor(groupColumn, columns)] : null;
  return given === undefined || given === null ? {} : { [groupColumn]: given };
}

/** Returns a row's metadata. A column `metadata` that holds an object comes from an earlier file and is not nested again. */
function metadataOf(cells: Readonly<Record<string, unknown>>, used: ReadonlySet<string>): Record<string, unknown> {
  const others = Object.entries(cells).filter(([name, cell]) => !used.has(name) && cell !== undefined && cell !== null);
  return Object.fromEntries(
    others.flatMap(([name, cell]) => (name === 'metadata' && isRecord(cell) ? Object.entries(cell) : [[name, cell]])),
  );
}

/** Converts a text cell to its field's type if the field does not accept text: JSON, or a list separated by ";" or "|". */
function fittedCell(cell: unknown, field: z.ZodType): unknown {
  if (typeof cell !== 'string' || field.safeParse(cell).success) return cell;
  const parts = cell.split(/[;|]/).map((part) => part.trim());
  return [parsedJson(cell), parts].find((each) => each !== undefined && field.safeParse(each).success) ?? cell;
}

/**
 * Refuses fields of `--map` and `--map-value` that no item of these experiments has. AppError with the field that was
 * probably meant.
 */
export function refuseUnknownFields(
  { columns, values }: RowMap,
  kinds: readonly Pick<ItemKind, 'name' | 'itemSchema'>[],
): void {
  const lists = kinds.map((kind) => itemColumns(kind));
  if (lists.includes(null)) return; // a schema that does not list its fields
  const known = ['id', ...lists.flatMap((list) => [...(list?.needed ?? []), ...(list?.optional ?? [])]), groupColumn];
  const names = kinds.map(({ name }) => name).join(' and ');
  const refuse = (flag: string, field: string) => {
    if (known.includes(field)) return;
    const [near] = nearestNames(field.slice(field.lastIndexOf('.') + 1), known);
    const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
    throw new AppError('map-field', `${flag}: ${names} has no field ${field}${meant}`, {
      hint: `the fields are ${known.join(', ')}; write ${flag === '--map' ? 'FIELD=COLUMN' : 'FIELD:VALUE=NEW'}`,
    });
  };
  for (const field of Object.keys(columns)) refuse('--map', field);
  for (const key of Object.keys(values)) refuse('--map-value', key.split(':')[0] ?? key);
}

function refuseMissing<Item extends ItemBase>(
  { file, value }: Row,
  kind: Pick<ItemKind<Item>, 'name' | 'itemSchema' | 'sources'>,
  map: ColumnMap,
): void {
  const { needed = [], optional = [] } = itemColumns(kind) ?? {};
  const found = isRecord(value) ? Object.keys(value) : [];
  const own = ['id', ...needed, ...optional, groupColumn];
  const mapped = own.filter((name) => Object.hasOwn(map, name)).map((name) => columnFor(name, map));
  const missing = [...new Set([...needed.map((name) => columnFor(name, map)), ...mapped])].filter(
    (column) => !found.includes(column),
  );
  if (missing.length === 0) return;
  const free = found.filter((name) => !own.includes(name));
  const renamed = needed.find((name) => missing.includes(name)) ?? needed[0] ?? 'id';
  const candidate = nearestNames(renamed, free)[0] ?? free[0] ?? 'COLUMN';
  const columns = `column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
  const layouts = (kind.sources?.lineFormats ?? []).map(({ name }) => `, or give a ${name}`).join('');
  const isCell = !holdsObjects(fieldsOf(kind)?.[renamed]);
  const rename = isCell ? `; rename a column with --map, for example --map ${renamed}=${candidate}` : '';
  throw new AppError('data-columns', `${file} has no ${columns}; found: ${found.join(', ') || 'none'}`, {
    hint: `${columnsText(kind)}${layouts}${rename}`,
  });
}

/** Returns whether a field is a list of objects, which a cell of a table cannot hold. */
function holdsObjects(field: z.ZodType | undefined): boolean {
  return field instanceof z.ZodArray && field.element instanceof z.ZodObject;
}
