import { Worker } from 'node:worker_threads';
import type { OutcomeRow } from '../../domain/outcome.ts';
import { maxUtf8Bytes } from '../../util/max-utf8-bytes.ts';
import type { LogSource } from '../inspect/log.ts';
import { type LogStep, LogWriter } from '../inspect/log-writer.ts';
import { TextFile } from './text-file.ts';

/** What the files that rows go into are made of; plain data, as it may go to another thread. */
export interface RowFilesSource extends LogSource {
  /** Where to write the rows as JSON lines. */
  readonly lines: string;
}

/** The files that rows go into, JSON lines and Inspect logs: written at once, or, where there are many samples, in a thread. */
export interface RowFiles {
  /** A row as it may be shown, and its JSON. */
  row(row: OutcomeRow, json: string): void;
  take(step: LogStep): void;
  /** Resolves once there is room for more. Rejects where something could not be written. */
  room(): Promise<void>;
  /** Resolves once everything is in its file. */
  finish(): Promise<void>;
  /** Lets go of files and thread, also after a failure. */
  close(): void;
}

export function rowFilesHere({ lines, ...source }: RowFilesSource): RowFiles {
  const file = new TextFile(lines);
  const writer = new LogWriter(source);
  return {
    row: (row, json) => {
      file.write(`${json}\n`);
      writer.row(row);
    },
    take: (step) => writer.carryOut(step),
    room: () => Promise.resolve(),
    finish: async () => file.flush(),
    close: () => file.close(),
  };
}

/** What writing leaves is dead at once: more room would only be filled. */
const youngMb = 16;

const batchSize = 1 << 19; // bytes
const mostBatches = 8;
const newline = 10;

/** Beside this file, in the sources as in the built package. */
const threadFile = new URL(`./row-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/** Writes the rows, makes samples of them and packs those on a second core. The files are the same. */
export class RowFilesThread implements RowFiles {
  readonly #worker: Worker;
  /** Rows and steps as JSON lines: objects would be copied one by one, and a row's line is what is written. */
  #bytes = Buffer.allocUnsafeSlow(batchSize);
  #used = 0;
  #batches = 0;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor({ lines, runs, datasets }: RowFilesSource) {
    const workerData: RowFilesSource = { lines, runs, datasets };
    this.#worker = new Worker(threadFile, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
    this.#worker.on('message', () => {
      this.#batches -= 1;
      this.#wake();
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the thread that writes rows ended')));
  }

  row(_row: OutcomeRow, json: string): void {
    this.#line(json);
  }

  take(step: LogStep): void {
    this.#line(JSON.stringify(step));
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

  #end(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.#wake();
  }

  #line(json: string): void {
    const most = maxUtf8Bytes(json) + 1;
    if (this.#used + most > this.#bytes.length) this.#send(Math.max(batchSize, most));
    this.#used += this.#bytes.write(json, this.#used);
    this.#bytes[this.#used] = newline;
    this.#used += 1;
  }

  /** Hands the bytes over without copying them; the next batch has room for so many. */
  #send(room: number): void {
    const batch: Uint8Array<ArrayBuffer> = this.#bytes.subarray(0, this.#used);
    this.#worker.postMessage(batch, [batch.buffer]);
    this.#batches += 1;
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
