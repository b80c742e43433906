import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { AppError } from '../../util/app-error.ts';

/** Maximum size in bytes of a file that is read whole; a string cannot be much longer. */
const maxBytes = 2 ** 29 - 1;

/**
 * Returns a file's text without its byte order mark. AppError when it cannot be read, is not UTF-8, is too large or is
 * not a regular file.
 */
export function readText(file: string): string {
  const open = openPlain(file);
  try {
    const { size } = fstatSync(open);
    if (size > maxBytes) {
      throw new AppError('data-too-large', `${file} has ${size} bytes; the maximum for this format is ${maxBytes}`, {
        hint: 'convert it to JSON lines (one item per line), which are read line by line',
      });
    }
    const bytes = reading(file, () => readFileSync(open));
    return decoding(file, () => newDecoder().decode(bytes));
  } finally {
    closeSync(open);
  }
}

/** Opens a file without blocking on a pipe. AppError for a pipe, a device or a socket, which may never end. */
function openPlain(file: string): number {
  const open = reading(file, () => openSync(file, constants.O_RDONLY | constants.O_NONBLOCK));
  const stats = fstatSync(open);
  if (stats.isFile() || stats.isDirectory()) return open; // reading a folder reports that it is a folder
  closeSync(open);
  throw new AppError('data-not-a-file', `${file} is not a regular file`, {
    hint: 'give a file or a folder; pipes and devices are not supported',
  });
}

/** Bytes read at a time. */
const chunkSize = 262_144;

/**
 * Yields the lines of a regular file of any size, without their line feeds, while it is read. AppError as for
 * `readText`.
 */
export function* linesOf(file: string): Generator<string> {
  const decoder = newDecoder();
  const chunk = new Uint8Array(chunkSize);
  const open = openPlain(file);
  let rest = '';
  try {
    for (;;) {
      const size = reading(file, () => readSync(open, chunk));
      const text = decoding(file, () => decoder.decode(chunk.subarray(0, size), { stream: size > 0 }));
      const lines = text.includes('\n') ? (rest + text).split('\n') : [];
      rest = lines.pop() ?? rest + text; // a line that spans chunks is joined once
      yield* lines;
      if (size === 0) break;
    }
    yield rest;
  } finally {
    closeSync(open);
  }
}

/**
 * Returns the names inside a folder, sorted; empty if the folder does not exist or is a file. AppError when it cannot
 * be read.
 */
export function namesIn(folder: string): readonly string[] {
  const found = reading(folder, () => statSync(folder, { throwIfNoEntry: false }));
  const isFolder = found?.isDirectory() ?? false;
  return isFolder ? reading(folder, () => readdirSync(folder)).toSorted() : [];
}

function newDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true });
}

function decoding<Text>(file: string, decode: () => Text): Text {
  try {
    return decode();
  } catch (cause) {
    throw new AppError('data-encoding', `${file} is not UTF-8 text`, { hint: 'save it as UTF-8', cause });
  }
}

function reading<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('data-unreadable', `${file} cannot be read (${code})`, {
      hint: 'check the path and its permissions',
      cause,
    });
  }
}
