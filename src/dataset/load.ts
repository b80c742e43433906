import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemBase } from '../experiments/experiment.ts';
import { AppError } from '../util/app-error.ts';
import { parseCsv } from './csv.ts';
import type { Dataset } from './dataset.ts';
import { arrangedQuestions } from './formats/arranged-questions.ts';
import type { Format, Input } from './formats/format.ts';
import { mmluFile, mmluFolder } from './formats/mmlu.ts';
import { tabooFile, tabooFolder } from './formats/taboo.ts';
import { xstest } from './formats/xstest.ts';
import type { ItemKind } from './item-kind.ts';
import { checkedItems, itemsOfRows } from './items.ts';
import { jsonlRows } from './jsonl.ts';
import { makeDataset, packedDataset } from './make-dataset.ts';
import { linesOf, namesIn, readText } from './read-text.ts';
import { shippedDataset } from './shipped.ts';
import { readSourceNote } from './source-note.ts';

/** Layouts of others that are recognised by their content. */
export const formats: readonly Format[] = [tabooFolder, tabooFile, xstest, mmluFolder, mmluFile, arrangedQuestions];

interface LoadOptions {
  /** Only the first items. */
  readonly limit?: number;
  /** Decides what a format has to draw (MMLU's groups). */
  readonly seed: number;
}

/**
 * The items of an experiment: the starter set, or what a path leads to, recognised by its content.
 * AppError (file, line, reason) where a row is broken.
 */
export async function loadDataset<Item extends ItemBase>(
  kind: ItemKind<Item>,
  path: string | null,
  { limit, seed }: LoadOptions,
): Promise<Dataset<Item>> {
  const dataset = path === null ? shippedDataset(kind) : datasetAt(kind, path, seed);
  if (limit === undefined || limit >= dataset.items.length) return dataset;
  const { name, experiment, items } = dataset;
  return packedDataset({ name, experiment, source: dataset, items: first(items, limit) });
}

function* first<Value>(values: Iterable<Value>, count: number): Generator<Value> {
  let taken = 0;
  for (const value of values) {
    yield value;
    taken += 1;
    if (taken === count) return;
  }
}

function datasetAt<Item extends ItemBase>(kind: ItemKind<Item>, path: string, seed: number): Dataset<Item> {
  if (isJsonLines(path)) return ownItems(kind, path, { name: path, lines: linesOf(path) });
  const input = inputAt(path);
  const matching = formats.filter((format) => format.matches(input));
  const format = matching.find(({ experiment }) => experiment === kind.name);
  if (format !== undefined) {
    const items = checkedItems(format.read(input, seed), kind, path);
    return makeDataset({ name: path, experiment: kind.name, source: format.source, items });
  }
  const file = ownItemsFile(input);
  if (file === null || matching[0] !== undefined) throw unrecognised(kind.name, path, matching[0]);
  return ownItems(kind, file.path, { name: path, lines: file.text.split('\n') });
}

/** Items in our own layout. */
function ownItems<Item extends ItemBase>(
  kind: ItemKind<Item>,
  file: string,
  { name, lines }: { readonly name: string; readonly lines: Iterable<string> },
): Dataset<Item> {
  const items = itemsOfRows(jsonlRows(lines, file), kind, file);
  return packedDataset({ name, experiment: kind.name, source: readSourceNote(join(file, '..')), items });
}

/** Whether a file begins with a line that is a JSON object, and goes on: no other layout does, and it need not be read as a whole. */
function isJsonLines(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const [begin, next] = first(linesOf(path), 2);
  return begin !== undefined && next !== undefined && /^\s*\{/.test(begin) && jsonOf(begin) !== undefined;
}

function inputAt(path: string): Input {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new AppError('data-missing', `there is no ${path}`, { hint: 'check the path after --items EXPERIMENT=' });
  }
  if (stats.isDirectory()) return { kind: 'folder', path, names: namesIn(path) };
  const text = readText(path);
  return { kind: 'file', path, text, json: jsonOf(text), header: headerOf(text, path) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON as a whole: lines of JSON or CSV, which report their own faults
  }
}

/** Cells of the first record; of a long file only the beginning is looked at. */
function headerOf(text: string, path: string): readonly string[] {
  for (const end of [text.indexOf('\n'), text.length]) {
    try {
      return parseCsv(end === -1 ? text : text.slice(0, end), path)[0]?.value ?? [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // a first cell with line breaks: look at the whole file
    }
  }
  return [];
}

/** Our own layout: one JSON object a line, in a file or in a folder's `items.jsonl`. */
function ownItemsFile(input: Input): { path: string; text: string } | null {
  if (input.kind === 'file') {
    return /^\s*\{/.test(input.text) || /\.(jsonl|ndjson)$/.test(input.path) ? input : null;
  }
  if (!input.names.includes('items.jsonl')) return null;
  const path = join(input.path, 'items.jsonl');
  return { path, text: readText(path) };
}

function unrecognised(experiment: string, path: string, other: Format | undefined): AppError {
  if (other !== undefined) {
    return new AppError(
      'data-format',
      `${path} is a ${other.name}: items of ${other.experiment}, not of ${experiment}`,
      {
        hint: `say --items ${other.experiment}=${path}`,
      },
    );
  }
  const known = formats.filter((format) => format.experiment === experiment).map(({ name }) => name);
  return new AppError('data-format', `${path} has no layout that is known for ${experiment}`, {
    hint: `give ${['JSON lines with one item each', ...known].join(', or ')}`,
  });
}
