import { join } from 'node:path';
import { type Dataset, groupColumn, type ItemBase, type ItemSelection, type Items } from '../domain/dataset.ts';
import { AppError } from '../util/app-error.ts';
import { isRecord } from '../util/is-record.ts';
import { seededRandom, shuffled } from '../util/random.ts';
import { cellAt } from './cells.ts';
import { checkedItems, itemsOfRows, validRows } from './check-items.ts';
import type { Format } from './files/format.ts';
import { inputAt } from './files/input.ts';
import { isMmluFile, mmluQuestions } from './files/mmlu.ts';
import { ownRows } from './files/own-table.ts';
import { readSourceNote } from './files/published.ts';
import type { Row } from './files/row.ts';
import { InvalidRows } from './invalid-rows.ts';
import {
  asksQuestion,
  type ColumnMap,
  columnFor,
  columnsText,
  fieldsOf,
  itemColumns,
  mappable,
  type RowMap,
  type ValueMap,
} from './item-fields.ts';
import type { ItemKind } from './item-kind.ts';
import { makeDataset, packedDataset } from './make-dataset.ts';
import { finiteRows, itemRows, type RowReading } from './own-rows.ts';
import { ReadingNotes } from './reading-notes.ts';
import { selectItems } from './select-items.ts';
import { shippedDataset } from './shipped-datasets.ts';

/** Returns the layouts that are identified by content, of all experiments. */
export function knownFormats(experiments: Iterable<Pick<ItemKind, 'sources'>>): readonly Format[] {
  return [...experiments].flatMap(({ sources }) => sources?.formats ?? []);
}

interface LoadOptions {
  /** Keeps only matching items; absent: all. */
  readonly selection?: ItemSelection | undefined;
  /** Maximum number of items, from the first; absent: all. */
  readonly limit?: number;
  /** Number of items to draw at random, in the order of the data, and the seed of the draw; absent: all. */
  readonly random?: { readonly count: number; readonly seed: number };
  /** Seeds random choices of a format (MMLU's groups). */
  readonly seed: number;
  /**
   * Formats of all experiments (`knownFormats`), to report which experiment a file belongs to; absent: only the
   * experiment's own formats are recognized.
   */
  readonly formats?: readonly Format[];
  /** Columns that hold an item's fields under other names. If set, layouts of other publishers are not tried. */
  readonly map?: ColumnMap;
  /** Values of fields that the file writes differently. If set, as for `map`. */
  readonly mapValue?: ValueMap;
  /** Called with a sentence for each thing that was read differently from how the file has it. */
  readonly onNote?: (note: string) => void;
  /** Called with the number of items that match, of which `limit` or `random` take some. */
  readonly onMatching?: (items: number) => void;
}

/**
 * Loads the items of an experiment: the shipped starter set, or the content of a path, whose layout is recognized by
 * content. AppError (file, line, reason) for an invalid row.
 */
export async function loadDataset<Item extends ItemBase>(
  kind: ItemKind<Item>,
  path: string | null,
  {
    selection,
    limit,
    random,
    seed,
    formats = kind.sources?.formats ?? [],
    map,
    mapValue,
    onNote,
    onMatching,
  }: LoadOptions,
): Promise<Dataset<Item>> {
  const notes = new ReadingNotes();
  const all =
    path === null
      ? shippedDataset(kind)
      : await readAt(kind, path, { seed, formats, map: rowMap(map, mapValue), notes });
  for (const note of notes.texts()) onNote?.(note);
  const dataset: Dataset<Item> = selection === undefined ? all : selectItems(kind, all, selection);
  onMatching?.(dataset.items.length);
  const count = random?.count ?? limit;
  if (count === undefined || count >= dataset.items.length) return dataset;
  const { name, experiment, items } = dataset;
  const chosen = random === undefined ? first(items, count) : drawn(items, random);
  return packedDataset({ name, experiment, source: dataset, items: chosen });
}

/** Yields items drawn without replacement; with one seed, a larger draw contains a smaller one. */
function* drawn<Value>(
  items: Items<Value>,
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<Value> {
  const places = Array.from({ length: items.length }, (_, index) => index);
  const chosen = new Set(shuffled(places, seededRandom('random-items', seed)).slice(0, count));
  let index = 0;
  for (const item of items) {
    if (chosen.has(index)) yield item;
    index += 1;
  }
}

function* first<Value>(values: Iterable<Value>, count: number): Generator<Value> {
  let taken = 0;
  for (const value of values) {
    yield value;
    taken += 1;
    if (taken === count) return;
  }
}

/** Reads a path. AppError for a value that is nested so deeply that functions over it would overflow the stack. */
async function readAt<Item extends ItemBase>(
  kind: ItemKind<Item>,
  path: string,
  options: Parameters<typeof datasetAt>[2],
): Promise<Dataset<Item>> {
  try {
    return await datasetAt(kind, path, options);
  } catch (cause) {
    if (!(cause instanceof RangeError && /call stack/.test(cause.message))) throw cause;
    throw new AppError('data-nested', `${path} has a field that is nested too deeply to be read`, {
      hint: 'flatten or remove it; items hold texts, numbers and short lists',
      cause,
    });
  }
}

async function datasetAt<Item extends ItemBase>(
  kind: ItemKind<Item>,
  path: string,
  { seed, formats, ...reading }: Required<Pick<LoadOptions, 'seed' | 'formats'>> & RowReading,
): Promise<Dataset<Item>> {
  const { map } = reading;
  const input = await inputAt(path);
  if (input.kind === 'rows') return ownItems(kind, path, { name: path, rows: input.rows, ...reading });
  const matching = map === undefined ? formats.filter((format) => format.matches(input)) : [];
  const format = matching.find(({ experiment }) => experiment === kind.name);
  if (format !== undefined) {
    const items = checkedItems(format.read(input, seed), kind, path);
    return makeDataset({ name: path, experiment: kind.name, source: format.source, items });
  }
  if (map === undefined && isMmluFile(input) && asksQuestion(fieldsOf(kind))) {
    reading.notes.tell('The first line has no names: each line is read as question, A, B, C, D, answer, as in MMLU.');
    return ownItems(kind, path, { name: path, rows: () => mmluQuestions(path, input.text), ...reading });
  }
  const own = matching[0] === undefined ? ownRows(input, knownColumns(kind, map?.columns)) : null;
  if (own === null) throw unrecognised(kind, path, { other: matching[0], formats });
  return ownItems(kind, own.path, { name: path, rows: own.rows, ...reading });
}

/** Returns the names by which a header is recognized: the item's fields, and the columns mapped to them. */
function knownColumns<Item extends ItemBase>(kind: ItemKind<Item>, map: ColumnMap = {}): readonly string[] {
  return itemColumns(kind) === null ? Object.values(map) : ['id', ...mappable(kind), ...Object.values(map)];
}

function rowMap(columns: ColumnMap | undefined, values: ValueMap | undefined): RowMap | undefined {
  return columns === undefined && values === undefined ? undefined : { columns: columns ?? {}, values: values ?? {} };
}

interface OwnRows extends RowReading {
  readonly name: string;
  /** Returns the rows; called twice, to inspect the first row and to read all of them. */
  readonly rows: () => Iterable<Row>;
}

/**
 * Returns the items of rows with named columns: in our own layout, or in one that the experiment recognizes by the
 * first row.
 */
function ownItems<Item extends ItemBase>(
  kind: ItemKind<Item>,
  file: string,
  { name, rows, map, notes }: OwnRows,
): Dataset<Item> {
  const [begin] = first(rows(), 1);
  const format = map === undefined ? kind.sources?.lineFormats?.find((each) => each.matches(begin?.value)) : undefined;
  const finite = finiteRows(rows(), notes);
  const itemised = format?.read(finite, file) ?? ownItemRows(kind, finite, { begin, map, notes });
  const items = itemsOfRows(itemised, kind, file, notes);
  const source = format?.source ?? readSourceNote(join(file, '..'));
  return packedDataset({ name, experiment: kind.name, source, items });
}

/** Returns the rows as items: each row is one, or several rows with one question each. */
function ownItemRows<Item extends ItemBase>(
  kind: ItemKind<Item>,
  rows: Iterable<Row>,
  { begin, map, notes }: RowReading & { readonly begin: Row | undefined },
): Iterable<Row> {
  const inner = kind.sources?.questionRows;
  const isWhole =
    isRecord(begin?.value) && cellAt(begin.value, columnFor(inner?.field ?? '', map?.columns ?? {})) !== undefined;
  if (inner === undefined || isWhole) return itemRows(rows, kind, { map, notes });
  const { itemSchema, collect } = inner;
  if (isRecord(begin?.value) && cellAt(begin.value, columnFor(groupColumn, map?.columns ?? {})) !== undefined)
    notes.tell(`The column ${groupColumn} is not used: an item of ${kind.name} is several rows.`);
  const questions = itemRows(rows, { name: kind.name, itemSchema }, { map, notes });
  return collect(validRows(questions, itemSchema, { invalid: new InvalidRows(itemSchema), notes }));
}

function unrecognised<Item extends ItemBase>(
  kind: ItemKind<Item>,
  path: string,
  { other, formats }: { readonly other: Format | undefined; readonly formats: readonly Format[] },
): AppError {
  if (other !== undefined) {
    const what = `${path} has the layout "${other.name}": its items are for ${other.experiment}, not for ${kind.name}`;
    return new AppError('data-format', what, {
      hint: `use it with --items ${other.experiment}=${path}, or name its columns with --map; ${columnsText(kind)}`,
    });
  }
  if (/\.(parquet|pq)$/i.test(path)) {
    return new AppError('data-format', `${path} is not a Parquet file`, {
      hint: 'it does not begin with the bytes PAR1; download or export it again, or give it the ending of its format',
    });
  }
  const known = [...formats, ...(kind.sources?.lineFormats ?? [])]
    .filter((format) => format.experiment === kind.name)
    .map(({ name }) => name);
  return new AppError('data-format', `${path} does not have a known layout for ${kind.name}`, {
    hint: `give ${['a CSV, TSV, JSON, JSON lines or Parquet file with named columns', ...known].join(', or ')}; ${columnsText(kind)}`,
  });
}
