import { Worker } from 'node:worker_threads';
import { ZipFile } from './zip-file.ts';

/** A zip file that is being written; no other member comes after `finish`. */
export interface Archive {
  add(name: string, text: string): void;
  finish(): void;
}

/** Steps of the writing thread, with the bytes of their texts one after the other. */
export interface ArchiveBatch {
  /**
   * Three entries a step: number of the archive, name, bytes of the text. Without a text the name is a path, which begins
   * the archive; without a name it is finished. A flat list: a million small objects would take seconds.
   */
  readonly steps: readonly (number | string | null)[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where archives are written: at once, or, where there are many members, in a thread that packs them. */
export interface Archives {
  open(path: string): Archive;
  /** Resolves once there is room for more. Rejects where something could not be written. */
  room(): Promise<void>;
  /** Resolves once everything is in its file. */
  finish(): Promise<void>;
  /** Lets go of the thread, also after a failure. */
  close(): void;
}

export const archivesHere: Archives = {
  open: (path) => new ZipFile(path),
  room: () => Promise.resolve(),
  finish: () => Promise.resolve(),
  close: () => {},
};

/** What packing leaves is dead at once: more room would only be filled. */
const youngMb = 8;

const batchSize = 1 << 19; // bytes
const mostBytes = 3; // a character
const mostBatches = 8;

/** Beside this file, in the sources as in the built package. */
const threadFile = new URL(
  `./archive-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** Packs members on a second core. The files are the same. */
export class ArchiveThread implements Archives {
  readonly #worker = new Worker(threadFile, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
  #steps: (number | string | null)[] = [];
  #bytes = Buffer.allocUnsafeSlow(batchSize);
  #used = 0;
  #opened = 0;
  #batches = 0;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor() {
    this.#worker.on('message', () => {
      this.#batches -= 1;
      this.#wake();
    });
    this.#worker.on('error', (error) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#wake();
    });
  }

  open(path: string): Archive {
    this.#opened += 1;
    const archive = this.#opened;
    this.#take(archive, path, null);
    return {
      add: (name, text) => this.#take(archive, name, text),
      finish: () => this.#take(archive, null, null),
    };
  }

  room(): Promise<void> {
    return this.#fewer(mostBatches);
  }

  finish(): Promise<void> {
    this.#send(0);
    return this.#fewer(1);
  }

  close(): void {
    void this.#worker.terminate(); // resolves always
  }

  #take(archive: number, name: string | null, text: string | null): void {
    if (text === null) {
      this.#steps.push(archive, name, null);
      return;
    }
    const most = mostBytes * text.length;
    if (this.#used + most > this.#bytes.length) this.#send(Math.max(batchSize, most));
    const size = this.#bytes.write(text, this.#used);
    this.#used += size;
    this.#steps.push(archive, name, size);
  }

  /** Hands the bytes over without copying them; the next batch has room for so many. */
  #send(room: number): void {
    const batch: ArchiveBatch = { steps: this.#steps, bytes: this.#bytes.subarray(0, this.#used) };
    this.#worker.postMessage(batch, [batch.bytes.buffer]);
    this.#batches += 1;
    this.#steps = [];
    this.#bytes = Buffer.allocUnsafeSlow(room);
    this.#used = 0;
  }

  async #fewer(batches: number): Promise<void> {
    while (this.#batches >= batches && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }
}
