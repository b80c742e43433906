import { closeSync, openSync, writeSync } from 'node:fs';

const mostBuffered = 1 << 20; // characters

/** A file that is written sequentially, in large chunks. */
export class TextFile {
  readonly #handle: number;
  #buffered: string[] = [];
  #size = 0;

  constructor(path: string) {
    this.#handle = openSync(path, 'w');
  }

  write(text: string): void {
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

/** Writes all bytes; a single write may write only a part. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}
