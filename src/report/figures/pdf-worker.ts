import { Worker } from 'node:worker_threads';

/** Young generation of the thread in MiB: drawing creates short-lived garbage, which would only fill a larger one. */
const youngMb = 16;

/** Path of the thread's program, next to this file in the sources and in the built package. */
const threadFile = new URL(`./pdf-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

/** Draws figures as PDF in a second thread, while this one draws the next figures and writes pages. */
export class PdfThread {
  readonly #worker = new Worker(threadFile, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
  readonly #ending: Promise<readonly (Uint8Array | null)[] | Error>;

  constructor() {
    this.#ending = new Promise((resolve) => {
      this.#worker.on('message', resolve);
      this.#worker.on('error', (error) => resolve(error instanceof Error ? error : new Error(String(error))));
      this.#worker.on('exit', () => resolve(new Error('the thread that draws PDF files ended')));
    });
  }

  /** Adds a figure. */
  draw(svg: string): void {
    this.#worker.postMessage(svg);
  }

  /** Resolves to the files of `svgToPdf`, in the order of the figures; rejects if one could not be drawn. */
  async pdfs(): Promise<readonly (Uint8Array | null)[]> {
    this.#worker.postMessage(null);
    const ending = await this.#ending;
    if (ending instanceof Error) throw ending;
    return ending;
  }

  /** Ends the thread, also after a failure. */
  close(): void {
    void this.#worker.terminate(); // never rejects
  }
}
