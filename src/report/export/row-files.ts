import { Worker } from 'node:worker_threads';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { programFile } from '../../util/package-files.ts';
import { maxUtf8Bytes } from '../../util/text-block.ts';
import type { LogSource } from '../inspect-logs/log.ts';
import { type LogStep, LogWriter } from '../inspect-logs/log-writer.ts';
import { TextFile } from './text-file.ts';

/** Path of the thread's program, in the sources and in the built package. */
const threadProgram = programFile('report/export/row-thread');

/** Source of the files that rows are written to; plain data that another thread can receive. */
export interface RowFilesSource extends LogSource {
  /** Path of the JSON Lines file. */
  readonly lines: string;
}

/** The files that rows are written to, JSON Lines and Inspect logs: at once, or by a thread if there are many samples. */
export interface RowFiles {
  /** Writes a row that may be shown, given with its JSON. */
  row(row: OutcomeRow, json: string): void;
  take(step: LogStep): void;
  /** Resolves once more rows are accepted. Rejects where something could not be written. */
  room(): Promise<void>;
  /** Resolves once all rows are in their files. */
  finish(): Promise<void>;
  /** Releases files and thread; to be called also after a failure. */
  close(): void;
}

export function rowFilesHere({ lines, ...source }: RowFilesSource): RowFiles {
  const file = new TextFile(lines);
  const writer = new LogWriter(source);
  return {
    row: (row, json) => {
      file.writeLine(json);
      writer.row(row);
    },
    take: (step) => writer.carryOut(step),
    room: () => Promise.resolve(),
    finish: async () => file.flush(),
    close: () => file.close(),
  };
}

/** Young generation of the thread in MiB. Writing creates short-lived garbage, which would only fill a larger one. */
const youngMb = 16;

const batchSize = 1 << 19; // bytes
const mostBatches = 8;
const newline = 10;

/** Writes the rows, builds their samples and compresses them in a second thread. The files are identical. */
export class RowFilesThread implements RowFiles {
  readonly #worker: Worker;
  /** Rows and steps as JSON lines: objects would be copied one by one, and a row's line is written anyway. */
  #bytes = Buffer.allocUnsafeSlow(batchSize);
  #used = 0;
  #batches = 0;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor({ lines, runs, datasets }: RowFilesSource) {
    const workerData: RowFilesSource = { lines, runs, datasets };
    this.#worker = new Worker(threadProgram, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
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

  /** Also ends the thread, whose directories of the logs take as much memory as its heap. */
  async finish(): Promise<void> {
    if (this.#used > 0) this.#send(0);
    this.#send(0); // an empty batch is the last
    await this.#fewer(1);
    this.close();
  }

  close(): void {
    void this.#worker.terminate(); // never rejects
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

  /** Transfers the bytes without copying them; the next batch has `room` bytes. */
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
