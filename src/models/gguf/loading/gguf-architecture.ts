import { closeSync, openSync, readSync } from 'node:fs';

const key = 'general.architecture';
/** The key is the first entry of files that llama.cpp or its converters wrote. */
const searchedBytes = 64 * 1024;
const stringType = 8;
const maxLength = 64;

/** Returns the architecture that a GGUF file's header states; null if it states none near its beginning. */
export function ggufArchitecture(file: string): string | null {
  const head = Buffer.alloc(searchedBytes);
  const handle = openSync(file, 'r');
  let read: Buffer;
  try {
    read = head.subarray(0, readSync(handle, head, 0, searchedBytes, 0));
  } finally {
    closeSync(handle);
  }
  const at = read.indexOf(key);
  const start = at + key.length;
  if (read.toString('latin1', 0, 4) !== 'GGUF' || at === -1 || start + 12 > read.length) return null;
  const length = Number(read.readBigUInt64LE(start + 4));
  if (read.readUInt32LE(start) !== stringType || length > maxLength || start + 12 + length > read.length) return null;
  return read.toString('utf8', start + 12, start + 12 + length);
}
