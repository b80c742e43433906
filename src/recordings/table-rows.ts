import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { isParquet, parquetRows } from '../data/files/parquet.ts';
import { linesOf } from '../data/files/read-text.ts';
import { isRecord } from '../util/is-record.ts';
import { jsonLines } from './damaged-log.ts';
import type { FileStart } from './recording.ts';
import type { JsonObject } from './values.ts';

/** Maximum size in bytes of a row. */
const maxRecord = 2 ** 24;
/** Characters that are parsed at a time. */
const chunkSize = 65_536;

/** Returns the names in the header of a CSV table, or the keys of the first JSON line. */
export function columnsOf(text: string): readonly string[] {
  const [first = ''] = text.split('\n');
  if (first.startsWith('{')) return [...first.matchAll(/"([^"\\]+)":/g)].map(([, name]) => name ?? '');
  return first
    .replace(/^\uFEFF/, '')
    .split(/[,;\t]/)
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

/** Yields the rows of a table (CSV, JSON lines, Parquet) while it is read. */
export async function* tableRows(file: string, { text }: FileStart): AsyncGenerator<JsonObject> {
  if (isParquet(file)) for (const { value } of await parquetRows(file)) yield isRecord(value) ? value : {};
  else if (text.trimStart().startsWith('{')) {
    for (const { row } of jsonLines(linesOf(file), file)) yield row;
  } else {
    const [first = ''] = text.split('\n');
    const delimiter =
      [',', ';', '\t'].toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ',';
    const options = { columns: true, bom: true, delimiter, skip_empty_lines: true, max_record_size: maxRecord };
    // an error of either ends the iteration; with `columns` every record is an object of texts
    for await (const row of pipeline(chunksOf(linesOf(file)), parse(options), () => {})) yield row as JsonObject;
  }
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let [chunk, number] = ['', 0];
  for (const line of lines) {
    chunk += number === 0 ? line : `\n${line}`;
    number += 1;
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
