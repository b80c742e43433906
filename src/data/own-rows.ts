import { groupColumn, type ItemBase } from '../domain/dataset.ts';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';
import { isRecord } from '../util/is-record.ts';
import { type Cells, cellAt, finiteValue, isBlank, isMissingText } from './cells.ts';
import type { Row } from './files/row.ts';
import { fitCell, isText } from './fit-cell.ts';
import {
  asksQuestion,
  type ColumnsKind,
  columnFor,
  fieldsOf,
  type ItemFields,
  isOptionalField,
  keyLetter,
  type QuestionColumns,
  questionColumns,
  type RowMap,
  rowQuestion,
  unmapped,
  type ValueMap,
} from './item-fields.ts';
import type { ItemKind } from './item-kind.ts';
import type { ReadingNotes } from './reading-notes.ts';
import { overlookedColumns, refuseMissing, sampleOf } from './suggest-columns.ts';

/** A row as an item, before validation against the experiment's schema. */
export interface ItemRow extends Row {
  /** Columns of the file beyond the item's fields. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Set if the row has no id, so that `value.id` is a hash of its content. */
  readonly idFromContent?: true;
  /** Why a cell cannot be read, as a clause; the row is then invalid. */
  readonly fault?: string;
}

/** How rows are read. */
export interface RowReading {
  readonly map?: RowMap | undefined;
  readonly notes: ReadingNotes;
}

/** Number of first rows that show the columns of a file. */
const sampledRows = 1000;

/**
 * Yields rows by column name as items: columns renamed by `map`, cells converted to the field's type, an id made
 * from the row's content where it has none, other columns as metadata. What is read differently from how it is written is
 * counted in `notes`. AppError where the first rows lack a column.
 */
export function* itemRows<Item extends ItemBase>(
  rows: Iterable<Row>,
  kind: ColumnsKind<Item>,
  { map = unmapped, notes }: RowReading,
): Generator<ItemRow> {
  const fields = fieldsOf(kind);
  if (fields === null) {
    yield* rows; // the schema alone decides
    return;
  }
  const { drawnFields = {} } = kind.sources ?? {};
  let reader: Reader | null = null;
  for (const batch of sampledThenRest(rows)) {
    if (reader === null) {
      const sample = sampleOf(batch.map(({ value }) => value).filter(isRecord));
      const [first] = batch;
      if (first !== undefined && sample.rows.length > 0) refuseMissing(first, sample, { kind, map: map.columns });
      for (const fact of overlookedColumns(sample, { kind, map: map.columns })) notes.tell(fact);
      const letters = asksQuestion(fields) ? questionColumns(sample.columns, map.columns) : null;
      reader = { fields, map, notes, letters, drawnFields };
    }
    for (const row of batch) yield isRecord(row.value) ? itemRow(row, row.value, reader) : row;
  }
  tellUnusedValues(map.values, notes);
}

/** Yields the first rows as one batch, then each other row alone, so that a large file is never held in memory. */
function* sampledThenRest(rows: Iterable<Row>): Generator<readonly Row[]> {
  let sample: Row[] | null = [];
  for (const row of rows) {
    if (sample === null) {
      yield [row];
    } else if (sample.push(row) === sampledRows) {
      yield sample;
      sample = null;
    }
  }
  if (sample !== null && sample.length > 0) yield sample;
}

/** Yields the rows with null for numbers that are not finite, and tells in which columns they were. */
export function* finiteRows(rows: Iterable<Row>, notes: ReadingNotes): Generator<Row> {
  for (const row of rows) {
    const { value, isChanged } = finiteValue(row.value);
    if (isChanged && isRecord(row.value)) {
      for (const [name, cell] of Object.entries(row.value)) {
        if (finiteValue(cell).isChanged)
          notes.count(`${name} has a number that is not finite, which is read as absent`, row);
      }
    }
    yield isChanged ? { ...row, value } : row;
  }
}

interface Reader {
  readonly fields: ItemFields;
  readonly map: RowMap;
  readonly notes: ReadingNotes;
  /** The columns of the options and the key, where the file has a column for each option. */
  readonly letters: QuestionColumns | null;
  readonly drawnFields: NonNullable<NonNullable<ItemKind['sources']>['drawnFields']>;
}

function itemRow(row: Row, given: Cells, reader: Reader): ItemRow {
  const { cells, map, fault } = withQuestion(given, reader);
  const read = fieldsIn(row, cells, { ...reader, map });
  const faults = [...(fault === null ? [] : [fault]), ...read.faults];
  const { value } = read;
  const group = groupOf(row, cells, { ...reader, map });
  if (group.fault !== null) faults.push(group.fault);
  const metadata = { ...metadataOf(cells, read.used), ...group.metadata };
  const extra = Object.keys(metadata).length === 0 ? {} : { metadata };
  const faulty = faults.length === 0 ? {} : { fault: faults.join('; ') };
  if (value.id !== undefined) return { ...row, value, ...extra, ...faulty };
  value.id = sha256(canonicalJson({ ...value, id: undefined, ...extra })).slice(0, 16);
  return { ...row, value, ...extra, ...faulty, idFromContent: true };
}

interface QuestionCells {
  readonly cells: Cells;
  readonly map: RowMap;
  readonly fault: string | null;
}

/** Returns the cells with the options of a question as one list, where the file has a column for each. */
function withQuestion(cells: Cells, { letters, map }: Reader): QuestionCells {
  if (letters === null) return { cells, map, fault: null };
  const used = new Set([...letters.options, ...letters.beyond, letters.key]);
  const others = Object.fromEntries(Object.entries(cells).filter(([name]) => !used.has(name)));
  const { options: _, key: __, ...columns } = map.columns;
  const found = rowQuestion(cells, letters);
  const isFault = 'fault' in found;
  const question = isFault ? { options: ['?', '?', '?', '?'], key: 'A' } : found; // the fault is reported instead
  return { cells: { ...others, ...question }, map: { ...map, columns }, fault: isFault ? found.fault : null };
}

interface ReadFields {
  readonly value: Record<string, unknown>;
  /** Columns that hold a field. */
  readonly used: ReadonlySet<string>;
  readonly faults: readonly string[];
}

function fieldsIn(row: Row, cells: Cells, { fields, map, notes, drawnFields }: Reader): ReadFields {
  const value: Record<string, unknown> = {};
  const used = new Set<string>();
  const faults: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const column = columnFor(name, map.columns);
    const cell = translated(name, cellAt(cells, column), map.values, notes);
    used.add(column);
    const isOptional = name === 'id' || isOptionalField(field);
    if (isAbsent(cell, { isOptional, column, row, notes })) continue;
    if (isText(field) && isBlank(cell)) {
      faults.push(`${column} is empty`);
      continue;
    }
    const fitted = fitCell(cell, field, column);
    if ('fault' in fitted) faults.push(fitted.fault);
    else value[name] = fitted.value;
  }
  for (const [name, { draw, note }] of Object.entries(drawnFields)) {
    if (value[name] !== undefined) continue;
    value[name] = draw(value);
    notes.tell(note);
  }
  if (asksQuestion(fields) && Array.isArray(value.options)) {
    const letter = keyLetter(value.key, value.options.map(String));
    if ('fault' in letter) faults.push(letter.fault);
    else if (letter.value !== undefined) value.key = letter.value;
  }
  return { value, used, faults };
}

interface CellPlace {
  readonly isOptional: boolean;
  readonly column: string;
  readonly row: Row;
  readonly notes: ReadingNotes;
}

/** Returns whether a field has no cell; a text for a missing value counts as none where the field is optional. */
function isAbsent(cell: unknown, { isOptional, column, row, notes }: CellPlace): boolean {
  if (cell === undefined || cell === null) return true;
  if (!isOptional) return false;
  if (isMissingText(cell)) {
    notes.count(`${column} is ${JSON.stringify(cell)}, which is read as absent`, row);
    return true;
  }
  return isBlank(cell);
}

function translated(field: string, cell: unknown, values: ValueMap, notes: ReadingNotes): unknown {
  const key = `${field}:${String(cell)}`;
  if (!Object.hasOwn(values, key)) return cell;
  notes.use(key);
  return values[key];
}

function tellUnusedValues(values: ValueMap, notes: ReadingNotes): void {
  for (const key of Object.keys(values)) {
    if (!notes.isUsed(key)) notes.tell(`--map-value ${key}: no row has this value.`);
  }
}

/** Returns the group that a row declares, and the column of it. */
function groupOf(row: Row, cells: Cells, { fields, map, notes }: Reader) {
  const none = { metadata: {}, fault: null };
  const column = columnFor(groupColumn, map.columns);
  if (Object.hasOwn(fields, groupColumn)) return none;
  const given = cellAt(cells, column);
  const isGiven = !isAbsent(given, { isOptional: true, column, row, notes });
  if (!isGiven) return none;
  if (typeof given === 'object') return { ...none, fault: `${column} is not one value, so it cannot name a group` };
  return { metadata: { [groupColumn]: typeof given === 'boolean' ? String(given) : given }, fault: null };
}

/**
 * Returns a row's metadata. A column `metadata` that holds an object comes from an earlier file and is not nested again; an
 * entry that has the name of a column keeps its path (`metadata.topic`).
 */
function metadataOf(cells: Cells, used: ReadonlySet<string>): Record<string, unknown> {
  const others = Object.entries(cells).filter(
    ([name, cell]) => !used.has(name) && name !== groupColumn && cell !== undefined && cell !== null,
  );
  const names = new Set([...used, ...others.map(([name]) => name)]);
  return Object.fromEntries(
    others.flatMap(([name, cell]) =>
      name === 'metadata' && isRecord(cell)
        ? Object.entries(cell).map(([inner, value]) => [names.has(inner) ? `metadata.${inner}` : inner, value])
        : [[name, cell]],
    ),
  );
}
