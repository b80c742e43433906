import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { AppError } from '../util/app-error.ts';

/** A file as text without its byte order mark. AppError when it cannot be read or is no UTF-8. */
export function readText(file: string): string {
  const bytes = reading(file, () => readFileSync(file));
  return decoding(file, () => newDecoder().decode(bytes));
}

/** Bytes read at a time. */
const chunkSize = 262_144;

/** The lines of such a file, without their line feeds, as they are read: a file of any size. */
export function* linesOf(file: string): Generator<string> {
  const decoder = newDecoder();
  const chunk = new Uint8Array(chunkSize);
  const open = reading(file, () => openSync(file, 'r'));
  let rest = '';
  try {
    for (;;) {
      const size = reading(file, () => readSync(open, chunk));
      const text = decoding(file, () => decoder.decode(chunk.subarray(0, size), { stream: size > 0 }));
      const lines = text.includes('\n') ? (rest + text).split('\n') : [];
      rest = lines.pop() ?? rest + text; // a line of many chunks is put together once
      yield* lines;
      if (size === 0) break;
    }
    yield rest;
  } finally {
    closeSync(open);
  }
}

/** Names inside a folder, sorted; none where there is no such folder, or a file in its place. AppError when it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? reading(folder, () => readdirSync(folder)).toSorted() : [];
}

function newDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true });
}

function decoding<Text>(file: string, decode: () => Text): Text {
  try {
    return decode();
  } catch (cause) {
    throw new AppError('data-encoding', `${file} is no UTF-8 text`, { hint: 'save it as UTF-8', cause });
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
