import { isUtf8 } from 'node:buffer';
import { damagedLog, jsonValue } from './damaged-log.ts';

/** Maximum size in bytes of one element. */
const maxElement = 2 ** 26;

const [quote, backslash, openBracket, openBrace, closeBracket, closeBrace] = [0x22, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Yields the objects and lists of a JSON array while its bytes arrive, so that a large one is never held in memory. AppError
 * where it is not one, ends early, or has an element above 64 MiB.
 */
export async function* jsonElements(
  chunks: AsyncIterable<Buffer>,
  { file, entry }: { readonly file: string; readonly entry: string },
): AsyncGenerator<unknown> {
  let depth = 0;
  let number = 0;
  let inString = false;
  let isEscaped = false;
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = depth > 1 ? 0 : -1;
    const [quotes, backslashes] = [new Places(chunk, quote), new Places(chunk, backslash)];
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (inString) {
        const [end, backslashed] = [quotes.from(at), backslashes.from(at)];
        at = Math.min(end, backslashed); // no other byte of a string has a meaning
        isEscaped = backslashed < end;
        inString = isEscaped || end === chunk.length;
      } else if (byte === quote) inString = true;
      else if (byte === openBracket || byte === openBrace) {
        depth += 1;
        if (depth === 1 && byte === openBrace) throw damagedLog(file, entry, 'is not a list');
        if (depth === 2) start = at;
      } else if (byte === closeBracket || byte === closeBrace) {
        depth -= 1;
        if (depth !== 1) continue;
        number += 1;
        parts.push(chunk.subarray(start, at + 1));
        yield parsed(joined(parts), { file, place: `${entry}, element ${number}` });
        parts = [];
        size = 0;
        start = -1;
      }
    }
    if (start < 0) continue;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > maxElement)
      throw damagedLog(file, `${entry}, element ${number + 1}`, `is larger than ${maxElement} bytes`);
  }
  if (depth !== 0) throw damagedLog(file, entry, 'ends inside the list');
}

/** The places of one byte in a chunk, looked up from left to right: each part of the chunk is searched once. */
class Places {
  readonly #chunk: Buffer;
  readonly #byte: number;
  #next = -1;

  constructor(chunk: Buffer, byte: number) {
    this.#chunk = chunk;
    this.#byte = byte;
  }

  /** Returns the first place at or after `at`, which does not decrease from call to call; the length of the chunk without one. */
  from(at: number): number {
    if (this.#next < at) {
      const found = this.#chunk.indexOf(this.#byte, at);
      this.#next = found < 0 ? this.#chunk.length : found;
    }
    return this.#next;
  }
}

/** Returns the parts of an element as one; most elements lie in one chunk and need no copy. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 ? only : Buffer.concat(parts);
}

function parsed(bytes: Buffer, { file, place }: { readonly file: string; readonly place: string }): unknown {
  if (!isUtf8(bytes)) throw damagedLog(file, place, 'is not UTF-8 text');
  return jsonValue(bytes.toString(), file, place);
}
