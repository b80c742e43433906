import { Worker } from 'node:worker_threads';
import type { LogSource } from './log.ts';
import { type LogStep, LogWriter } from './log-writer.ts';

/** Where steps are carried out: at once, or, where there are many samples, in a thread of their own. */
export interface LogSteps {
  take(step: LogStep): void;
  /** Resolves once there is room for more. Rejects where something could not be written. */
  room(): Promise<void>;
  /** Resolves once everything is in its file. */
  finish(): Promise<void>;
  /** Lets go of the thread, also after a failure. */
  close(): void;
}

export function stepsHere(source: LogSource): LogSteps {
  const writer = new LogWriter(source);
  return {
    take: (step) => writer.carryOut(step),
    room: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    close: () => {},
  };
}

/** What writing leaves is dead at once: more room would only be filled. */
const youngMb = 16;

const batchSize = 1 << 19; // bytes
const mostBytes = 3; // a character
const mostBatches = 8;

/** Beside this file, in the sources as in the built package. */
const threadFile = new URL(`./log-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/** Makes samples and packs them on a second core. The files are the same. */
export class LogThread implements LogSteps {
  readonly #worker: Worker;
  /** Steps as JSON lines: objects would be copied one by one, and take longer. */
  #bytes = Buffer.allocUnsafeSlow(batchSize);
  #used = 0;
  #batches = 0;
  #failure: Error | null = null;
  #wake: () => void = () => {};

  constructor({ runs, datasets }: LogSource) {
    const resourceLimits = { maxYoungGenerationSizeMb: youngMb };
    this.#worker = new Worker(threadFile, { workerData: { runs, datasets } satisfies LogSource, resourceLimits });
    this.#worker.on('message', () => {
      this.#batches -= 1;
      this.#wake();
    });
    this.#worker.on('error', (error) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      this.#wake();
    });
  }

  take(step: LogStep): void {
    const line = `${JSON.stringify(step)}\n`;
    const most = mostBytes * line.length;
    if (this.#used + most > this.#bytes.length) this.#send(Math.max(batchSize, most));
    this.#used += this.#bytes.write(line, this.#used);
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
