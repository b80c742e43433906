import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readBytes } from '../../data/files/read-text.ts';
import { compressionOf, isUtf16, refuseForeign } from '../../data/files/signature.ts';
import { unreadablePath } from '../../data/files/unreadable-path.ts';
import { resultId } from '../../models/batch/openai-lines.ts';
import { resultLines } from '../../models/batch/result-lines.ts';
import { AppError } from '../../util/app-error.ts';
import { lineIdOf } from './line-ids.ts';

type Row = Readonly<Record<string, unknown>>;

/** Where a line is: its file, and its bytes in it. */
interface Place {
  readonly file: number;
  readonly start: number;
  readonly length: number;
}

/** Bytes read at a time, and the maximum of a line. */
const chunkSize = 1 << 20;
const maxLine = 1 << 28;

/** Result lines of several files, found by the ids of their calls; only ids and positions are held in memory. */
export class AnswerLines {
  /** Number of lines that are JSON objects. */
  lines = 0;
  /** Number of lines that are not, such as the last one of a file that was cut. */
  damaged = 0;
  /** Number of lines without an id. */
  unnamed = 0;
  /** Number of lines with neither a response nor an error. */
  empty = 0;
  readonly #places = new Map<string, Place[]>();
  readonly #sources: Source[] = [];

  /** Reads files once. AppError where one cannot be read. */
  constructor(files: readonly string[]) {
    try {
      for (const file of files) this.#index(file);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The ids of the lines, each with what has their number. */
  get ids(): ReadonlyMap<string, { readonly length: number }> {
    return this.#places;
  }

  /** Returns the lines of a call; empty without one. */
  rowsOf(id: string): readonly Row[] {
    const places = this.#places.get(id) ?? [];
    return places.flatMap(({ file, start, length }) => {
      const bytes = this.#sources[file]?.read(start, length) ?? Buffer.alloc(0);
      return resultLines(bytes.toString('utf8')).rows;
    });
  }

  close(): void {
    for (const source of this.#sources.splice(0)) source.close();
  }

  #index(path: string): void {
    const source = openSource(path);
    const file = this.#sources.push(source) - 1;
    for (const { start, bytes } of linesIn(source, path)) {
      const text = bytes.toString('utf8').replace(/^\ufeff/, '');
      const { rows, damaged } = resultLines(text);
      this.damaged += damaged;
      const [row] = rows;
      if (row === undefined) continue;
      this.lines += 1;
      const id = lineIdOf(resultId(row)).call;
      const place = { file, start, length: bytes.length };
      const others = this.#places.get(id);
      const isEmpty = row.response === undefined && row.error === undefined;
      if (isEmpty && row.method !== undefined) throw ofRequests(path);
      if (id === '') this.unnamed += 1;
      else if (isEmpty) this.empty += 1;
      else if (others === undefined) this.#places.set(id, [place]);
      else others.push(place);
    }
  }
}

function ofRequests(path: string): AppError {
  return new AppError('import-empty', `${path} holds requests, not their results`, {
    hint: 'give the files that your engine wrote: their lines have a response or an error',
  });
}

/** Bytes that can be read at any position. */
interface Source {
  readonly size: number;
  read(start: number, length: number): Buffer;
  close(): void;
}

/** Opens a regular file; one that is compressed is unpacked into memory. */
function openSource(path: string): Source {
  const opened = openRegular(path);
  const begin = Buffer.alloc(512);
  const bytes = begin.subarray(0, readSync(opened, begin, 0, begin.length, 0));
  const isPacked = compressionOf(bytes) !== null;
  if (isPacked || isUtf16(bytes)) {
    closeSync(opened);
    const whole = Buffer.from(readBytes(path));
    const text = isUtf16(bytes) ? Buffer.from(new TextDecoder('utf-16le').decode(whole)) : whole;
    return { size: text.length, read: (start, length) => text.subarray(start, start + length), close: () => {} };
  }
  refuseForeign(path, bytes);
  return {
    size: fstatSync(opened).size,
    read(start, length) {
      const target = Buffer.alloc(length);
      return target.subarray(0, readSync(opened, target, 0, length, start));
    },
    close: () => closeSync(opened),
  };
}

function openRegular(path: string): number {
  let opened: number;
  try {
    opened = openSync(path, 'r');
  } catch (cause) {
    throw unreadablePath(path, cause);
  }
  if (fstatSync(opened).isFile()) return opened;
  closeSync(opened);
  throw new AppError('data-not-a-file', `${path} is not a regular file`, {
    hint: 'give the files with the results, such as FOLDER/*.jsonl',
  });
}

/** Yields the lines of a source with their positions. */
function* linesIn(source: Source, path: string): Generator<{ readonly start: number; readonly bytes: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  for (let at = 0; at < source.size; at += chunkSize) {
    const chunk = source.read(at, Math.min(chunkSize, source.size - at));
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      if (end > from) yield { start: start + from, bytes: bytes.subarray(from, end) };
      from = end + 1;
    }
    rest = bytes.subarray(from);
    start += from;
    if (rest.length > maxLine)
      throw new AppError('data-too-large', `${path} has a line of more than ${maxLine} bytes`, {
        hint: 'check that the file has one JSON value in each line',
      });
  }
  if (rest.length > 0) yield { start, bytes: rest };
}
