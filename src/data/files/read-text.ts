import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import zlib from 'node:zlib'; // whole: a name that an older Node lacks would hide the message of require-node.ts
import { AppError } from '../../util/app-error.ts';
import { type Compression, compressionOf, isUtf16, refuseForeign } from './signature.ts';
import { unreadablePath } from './unreadable-path.ts';

/** Maximum size in bytes of a file that is read whole; a string cannot be much longer. */
const maxBytes = 2 ** 29 - 1;

/**
 * Returns a file's text without its byte order marks; a file that is compressed with gzip or zstd is unpacked. AppError
 * when it cannot be read, is neither UTF-8 nor marked UTF-16, is a known binary format, is too large or is not a regular file.
 */
export function readText(file: string): string {
  const bytes = readBytes(file);
  refuseForeign(file, bytes);
  return withoutMarks(decodedBytes(file, bytes));
}

/** Returns a file's bytes, unpacked where it is compressed. AppError as for `readText`. */
export function readBytes(file: string): Uint8Array {
  const open = openPlain(file);
  try {
    const { size } = fstatSync(open);
    if (size > maxBytes) throw tooLarge(file, `${size} bytes`);
    const bytes = reading(file, () => readFileSync(open));
    const compression = compressionOf(bytes);
    return compression === null ? bytes : unpacked(file, bytes, compression);
  } finally {
    closeSync(open);
  }
}

function tooLarge(file: string, size: string): AppError {
  return new AppError('data-too-large', `${file} has ${size}; the maximum for this format is ${maxBytes} bytes`, {
    hint: 'convert it to JSON lines (one item per line), which are read line by line',
  });
}

function unpacked(file: string, bytes: Uint8Array, compression: Compression): Uint8Array {
  const unpack = compression === 'gzip' ? zlib.gunzipSync : zlib.zstdDecompressSync;
  try {
    return unpack(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(file, 'more bytes inside its compression');
    }
    const reason = cause instanceof Error ? cause.message : 'unknown error';
    throw new AppError('data-unreadable', `${file} is a ${compression} file that cannot be unpacked (${reason})`, {
      hint: 'it may be incomplete: copy or download it again',
      cause,
    });
  }
}

function decodedBytes(file: string, bytes: Uint8Array): string {
  if (isUtf16(bytes)) {
    const name = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
    return decoding(file, () => new TextDecoder(name, { fatal: true }).decode(bytes));
  }
  return decoding(
    file,
    () => newDecoder().decode(bytes),
    () => `, line ${firstInvalidLine(bytes)}:`,
  );
}

/** Returns the text without byte order marks at its start; tools that add a second one exist. */
function withoutMarks(text: string): string {
  return text.replace(/^\ufeff+/, '');
}

const lineFeed = 0x0a;

/** Returns the 1-based number of the first line that is not UTF-8. */
function firstInvalidLine(bytes: Uint8Array): number {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(lineFeed, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
    line += 1;
  }
}

/** Opens a file without blocking on a pipe. AppError for a folder, and for a pipe, a device or a socket, which may never end. */
function openPlain(file: string): number {
  const open = reading(file, () => openSync(file, constants.O_RDONLY | constants.O_NONBLOCK));
  const stats = fstatSync(open);
  if (stats.isFile()) return open;
  closeSync(open);
  if (stats.isDirectory())
    throw new AppError('data-not-a-file', `${file} is a folder, and a file is expected here`, {
      hint: 'give the path of a file in it',
    });
  throw new AppError('data-not-a-file', `${file} is not a regular file`, {
    hint: 'give a file or a folder; pipes and devices are not supported',
  });
}

/** Bytes read at a time: texts of more than 128 kB get pages of their own from the system, which takes longer than parsing them. */
const chunkSize = 65_536;

/** Maximum number of bytes of a line. */
const maxLine = 2 ** 28;

/**
 * Yields the lines of a regular file of any size, without their line feeds, while it is read. Only whole lines are decoded, so that
 * no text is joined of the ends of two chunks. AppError as for `readText`.
 */
export function* linesOf(file: string): Generator<string> {
  const decoder = newDecoder();
  const open = openPlain(file);
  let bytes = new Uint8Array(chunkSize);
  let held = 0; // bytes of a line whose end is not read yet
  let number = 0;
  let [isStart, isFirst] = [true, true];
  try {
    for (;;) {
      if (held > maxLine) throw longLine(file, number + 1);
      if (held === bytes.length) bytes = withRoom(bytes);
      const size = reading(file, () => readSync(open, bytes, held, bytes.length - held, null));
      held += size;
      const read = bytes.subarray(0, held);
      if (isStart && (compressionOf(read) !== null || isUtf16(read))) {
        yield* readText(file).split('\n');
        return;
      }
      if (isStart) refuseForeign(file, read);
      isStart = false;
      const end = size === 0 ? held : read.lastIndexOf(lineFeed) + 1;
      if (end === 0 && size > 0) continue;
      const text = decoding(
        file,
        () => decoder.decode(read.subarray(0, end)),
        () => (fstatSync(open).size > maxBytes ? '' : `, line ${firstInvalidLine(readFileSync(file))}:`),
      );
      const lines = (isFirst ? withoutMarks(text) : text).split('\n');
      isFirst = false;
      if (size > 0) lines.pop(); // what follows the last line feed: nothing
      yield* lines;
      if (size === 0) return;
      number += lines.length;
      bytes.copyWithin(0, end, held);
      held -= end;
    }
  } finally {
    closeSync(open);
  }
}

/** Returns twice as many bytes, which begin with the given ones. */
function withRoom(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(2 * bytes.length);
  wider.set(bytes);
  return wider;
}

function longLine(file: string, line: number): AppError {
  return new AppError('data-too-large', `${file}, line ${line}: has more than ${maxLine} bytes`, {
    hint: 'check that the file has one JSON value in each line',
  });
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

/** Returns a decoder that keeps byte order marks: `withoutMarks` removes those at the start of a text, and no others. */
function newDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}

function decoding<Text>(file: string, decode: () => Text, place: () => string = () => ''): Text {
  try {
    return decode();
  } catch (cause) {
    throw new AppError('data-encoding', `${file}${place()} is not UTF-8 text`, {
      hint: 'save it as UTF-8 (in spreadsheet programs: "CSV UTF-8")',
      cause,
    });
  }
}

function reading<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw unreadablePath(file, cause);
  }
}

/**
 * Returns the names of the regular files in a folder. Links are passed over: a file that is read because it lies beside
 * another must not lead out of the folder.
 */
export function ownFilesIn(folder: string): string[] {
  return namesIn(folder).filter((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true);
}
