import { readFileSync } from 'node:fs';
import { AppError } from '../util/app-error.ts';

/** A file as text without its byte order mark. AppError when it cannot be read or is no UTF-8. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('data-encoding', `${file} is no UTF-8 text`, { hint: 'save it as UTF-8', cause });
  }
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('data-unreadable', `${file} cannot be read (${code})`, {
      hint: 'check the path and its permissions',
      cause,
    });
  }
}
