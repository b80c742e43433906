import type { ServerResponse } from 'node:http';
import { sha256 } from '../../../src/util/canonical-json.ts';
import { type Random, randomInteger, seededRandom } from '../../../src/util/random.ts';
import { completion } from '../models/completion.ts';
import { type LoopbackServer, loopbackServer, type Received, sendJson } from '../models/loopback-server.ts';

interface Line {
  readonly custom_id: string;
  readonly url: string;
  readonly body: { readonly messages: readonly { readonly content: string }[] };
}

interface FakeBatch {
  readonly id: string;
  readonly file: string;
  readonly metadata: unknown;
  polls: number;
  /** Set once it has ended. */
  end: {
    readonly word: string;
    readonly output: string;
    readonly errors: string;
    /** Number of results that the host announces, where its files have another. */
    readonly announced?: number;
  } | null;
}

/** Faults that a host may show, all from one seed; null shows none. */
export interface BatchFaults {
  readonly seed: number;
}

/** One in this many requests, jobs or lines has the fault. */
const one = { lost: 4, failedAfter: 6, lateJob: 4, expired: 5, cutFile: 3, failedLine: 30, doubledLine: 20 } as const;

/** A fake host of OpenAI's batches on the loopback. Jobs end after two polls. */
export class FakeBatchHost {
  readonly server: LoopbackServer;
  readonly batches: FakeBatch[] = [];
  /** Successful executions by custom id: what the user pays for. */
  readonly executed = new Map<string, number>();
  /** Lines that were answered with status 500. */
  failedLines = 0;
  cuts = 0;
  lostReplies = 0;
  singleCalls = 0;
  /** Called before a request is executed and before its reply. */
  onMoment: (moment: string) => Promise<void> | void = () => {};
  /** Changes what a job has become, for tests of single faults. */
  onEnd: (batch: FakeBatch) => FakeBatch['end'] | undefined = () => undefined;
  /** Answers a prompt. */
  answer: (prompt: string) => string = (prompt) => `answer ${sha256(prompt).slice(0, 8)}`;
  readonly #files = new Map<string, readonly Line[] | string>();
  readonly #random: Random | null;
  readonly #cut = new Set<string>();

  private constructor(server: LoopbackServer, faults: BatchFaults | null) {
    this.server = server;
    this.#random = faults === null ? null : seededRandom('batch faults', faults.seed);
    server.handle((received, response) => this.#handle(received, response));
  }

  static async start(faults: BatchFaults | null = null): Promise<FakeBatchHost> {
    return new FakeBatchHost(await loopbackServer(), faults);
  }

  get baseUrl(): string {
    return `${this.server.url}/v1`;
  }

  #happens(oneIn: number): boolean {
    return this.#random !== null && randomInteger(this.#random, oneIn) === 0;
  }

  async #handle(received: Received, response: ServerResponse): Promise<void> {
    const { method } = received;
    const path = new URL(received.path, 'http://127.0.0.1').pathname;
    const content = /^\/v1\/files\/([^/]+)\/content$/.exec(path)?.[1];
    const id = /^\/v1\/batches\/([^/]+)$/.exec(path)?.[1];
    if (path === '/v1/chat/completions') {
      this.singleCalls += 1;
      return sendJson(response, 200, completion('single'));
    }
    if (path === '/v1/files') return await this.#at('upload', response, () => this.#upload(received.body));
    if (content !== undefined) return this.#sendFile(content, response);
    if (id !== undefined) return await this.#at('job', response, () => this.#job(id));
    if (method === 'GET') {
      return await this.#at('list', response, () => ({
        data: this.batches.toReversed().map((each) => this.#view(each)),
        has_more: false,
      }));
    }
    return await this.#at('create', response, () => this.#create(JSON.parse(received.body)));
  }

  async #at(operation: string, response: ServerResponse, work: () => unknown): Promise<void> {
    await this.onMoment(`before ${operation}`);
    const body = work();
    await this.onMoment(`after ${operation}`);
    if (operation === 'create' && this.#happens(one.lost)) {
      this.lostReplies += 1;
      return void response.destroy();
    }
    if (operation === 'create' && this.#happens(one.failedAfter)) {
      this.lostReplies += 1;
      return sendJson(response, 500, { error: { message: 'internal error' } });
    }
    sendJson(response, body === null ? 404 : 200, body ?? { error: { message: 'no such job' } });
  }

  #upload(form: string): unknown {
    const lines = form.split(/\r?\n/).filter((line) => line.startsWith('{"custom_id"'));
    const id = `file-${this.#files.size + 1}`;
    this.#files.set(
      id,
      lines.map((line) => JSON.parse(line) as Line),
    ); // written by the port
    return { id };
  }

  #create({ input_file_id, metadata }: { readonly input_file_id: string; readonly metadata: unknown }): unknown {
    const batch: FakeBatch = {
      id: `batch-${this.batches.length + 1}`,
      file: input_file_id,
      metadata,
      polls: 0,
      end: null,
    };
    this.batches.push(batch);
    return this.#view(batch);
  }

  #job(id: string): unknown {
    const batch = this.batches.find((each) => each.id === id);
    if (batch === undefined) return null;
    batch.polls += 1;
    if (batch.polls === 1 && this.#happens(one.lateJob)) return null; // not visible yet
    if (batch.polls >= 2 && batch.end === null) {
      const end = this.#end(batch);
      batch.end = this.onEnd({ ...batch, end }) ?? end;
    }
    return this.#view(batch);
  }

  #end({ id, file }: FakeBatch): NonNullable<FakeBatch['end']> {
    const lines = this.#files.get(file);
    if (lines === undefined || typeof lines === 'string') throw new Error(`no file ${file}`);
    const isExpired = this.#happens(one.expired);
    const done = isExpired ? lines.slice(0, Math.ceil((lines.length * 2) / 3)) : lines;
    const output: string[] = [];
    const errors: string[] = lines.slice(done.length).map(({ custom_id }) =>
      JSON.stringify({
        custom_id,
        response: null,
        error: { code: 'batch_expired', message: 'not executed in time' },
      }),
    );
    for (const { custom_id, body } of done) {
      if (this.#happens(one.failedLine)) {
        this.failedLines += 1;
        errors.push(
          JSON.stringify({
            custom_id,
            response: { status_code: 500, body: { error: { message: 'internal error' } } },
            error: null,
          }),
        );
        continue;
      }
      this.executed.set(custom_id, (this.executed.get(custom_id) ?? 0) + 1);
      const prompt = body.messages.reduce((characters, { content }) => characters + content.length, 0);
      const counts = { prompt_tokens: Math.ceil(prompt / 4), completion_tokens: 5 };
      const answer = { ...completion(this.answer(body.messages.at(-1)?.content ?? '')), usage: counts };
      const line = JSON.stringify({ custom_id, response: { status_code: 200, body: answer }, error: null });
      output.splice(this.#random === null ? output.length : randomInteger(this.#random, output.length + 1), 0, line);
      if (this.#happens(one.doubledLine)) output.push(line);
    }
    this.#files.set(`${id}-out`, output.map((line) => `${line}\n`).join(''));
    this.#files.set(`${id}-err`, errors.map((line) => `${line}\n`).join(''));
    return {
      word: isExpired ? 'expired' : 'completed',
      output: `${id}-out`,
      errors: errors.length > 0 ? `${id}-err` : '',
    };
  }

  /** Returns the name of a new file with the first lines of another. */
  part(name: string, lines: number): string {
    const text = String(this.#files.get(name) ?? '');
    this.#files.set(
      `${name}-part`,
      text
        .split('\n')
        .slice(0, lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return `${name}-part`;
  }

  /** Returns the name of a new file with the changed text of another. */
  edited(name: string, edit: (text: string) => string): string {
    this.#files.set(`${name}-edited`, edit(String(this.#files.get(name) ?? '')));
    return `${name}-edited`;
  }

  #sendFile(name: string, response: ServerResponse): void {
    const text = this.#files.get(name);
    if (typeof text !== 'string') {
      sendJson(response, 404, { error: { message: 'no such file' } });
      return;
    }
    const isCut = text.length > 100 && !this.#cut.has(name) && this.#happens(one.cutFile);
    this.#cut.add(name);
    if (!isCut) return void response.writeHead(200).end(text);
    this.cuts += 1;
    const part = text.slice(0, Math.floor(text.length / 2));
    if (this.cuts % 3 === 0) return void response.writeHead(200).end(part.slice(0, part.lastIndexOf('\n') + 1)); // looks whole
    if (this.cuts % 3 === 1) return void response.writeHead(200).end(part);
    response.writeHead(200).write(part); // and then nothing
  }

  #view({ id, file, metadata, end }: FakeBatch): unknown {
    const total = (this.#files.get(file) as readonly Line[]).length; // an uploaded file
    const lines = (name: string | undefined) =>
      new Set(
        String(this.#files.get(name ?? '') ?? '')
          .split('\n')
          .filter(Boolean)
          .map((line) => (JSON.parse(line) as Line).custom_id),
      ).size;
    const isChanged = end?.announced !== undefined;
    const failed = isChanged ? 0 : lines(end?.errors);
    const completed = end?.announced ?? lines(end?.output);
    return {
      id,
      object: 'batch',
      status: end?.word ?? 'in_progress',
      input_file_id: file,
      output_file_id: end === null || end.output === '' ? null : end.output,
      error_file_id: end === null || end.errors === '' ? null : end.errors,
      created_at: 1,
      expires_at: Math.floor(Date.now() / 1000) + 86_400,
      metadata,
      request_counts: { total, completed, failed },
    };
  }
}
