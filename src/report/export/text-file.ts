import { closeSync, openSync, writeSync } from 'node:fs';

const mostBuffered = 1 << 20; // characters
const lastOfOneUnit = 0xffff; // a code point above takes two units of UTF-16

/** A file that is written sequentially, in large chunks. */
export class TextFile {
  readonly #handle: number;
  #buffered: string[] = [];
  #size = 0;

  constructor(path: string) {
    this.#handle = openSync(path, 'w');
  }

  /** Writes a line. A long one is written in parts: joined with others, it would be in memory three times. */
  writeLine(text: string): void {
    if (text.length > mostBuffered) {
      this.flush();
      for (const part of partsOf(text)) writeAll(this.#handle, Buffer.from(part));
    } else this.#add(text);
    this.#add('\n');
  }

  #add(text: string): void {
    this.#buffered.push(text);
    this.#size += text.length;
    if (this.#size >= mostBuffered) this.flush();
  }

  close(): void {
    try {
      this.flush();
    } finally {
      closeSync(this.#handle);
    }
  }

  /** Writes all buffered text to the file. */
  flush(): void {
    writeAll(this.#handle, Buffer.from(this.#buffered.join('')));
    this.#buffered = [];
    this.#size = 0;
  }
}

/** Yields a text in parts that do not divide a character. */
function* partsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + mostBuffered;
    const isDivided = (text.codePointAt(end - 1) ?? 0) > lastOfOneUnit;
    const part = text.slice(start, isDivided ? end - 1 : end);
    yield part;
    start += part.length;
  }
}

/** Writes all bytes; a single write may write only a part. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}
