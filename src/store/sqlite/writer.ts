import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { programFile } from '../../util/package-files.ts';
import type { Rows } from '../database/database.ts';
import { SqliteFault } from './errors.ts';
import type { WriteQuery, WriteReply, WriteRequest } from './writer-protocol.ts';

interface Waiting {
  readonly resolve: (rows: readonly Rows[]) => void;
  readonly reject: (error: unknown) => void;
}

const threadFile = programFile('store/sqlite/writer-thread');

/** Executes transactions in a separate thread, which starts with the first one. */
export class SqliteWriter {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  readonly #texts = new Map<string, number>();
  #lastId = 0;

  constructor(file: string) {
    this.#file = file;
  }

  commit(queries: readonly CompiledQuery[]): Promise<readonly Rows[]> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#worker ??= this.#start();
      const worker = this.#worker;
      worker.ref(); // the process must not end before the answer is on disk
      this.#waiting.set(this.#lastId, { resolve, reject });
      worker.postMessage({
        id: this.#lastId,
        queries: queries.map((query) => this.#query(query)),
      } satisfies WriteRequest);
    });
  }

  #query({ sql, parameters }: CompiledQuery): WriteQuery {
    const known = this.#texts.get(sql);
    if (known !== undefined) return { text: known, sql: null, parameters };
    const text = this.#texts.size;
    this.#texts.set(sql, text);
    return { text, sql, parameters };
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#worker = null;
    worker.ref();
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('close');
    await ended;
  }

  #start(): Worker {
    this.#texts.clear(); // a new thread knows no texts
    const worker = new Worker(threadFile, { workerData: this.#file });
    worker.on('message', (reply: WriteReply) => this.#settle(worker, reply));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('the writing thread of the store ended')));
    return worker;
  }

  #settle(worker: Worker, reply: WriteReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) worker.unref();
    if (reply.kind === 'committed') waiting?.resolve(reply.rows);
    else waiting?.reject(new SqliteFault(reply.message, reply.errcode));
  }

  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return; // the worker was closed or replaced
    this.#worker = null; // the next commit starts a new worker
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
