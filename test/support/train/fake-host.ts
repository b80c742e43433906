import type { ServerResponse } from 'node:http';
import { type LoopbackServer, loopbackServer, type Received, sendJson } from '../models/loopback-server.ts';

export type Operation = 'upload' | 'create' | 'list' | 'job' | 'cancel' | 'other';

/**
 * Fault of one request. `lost`: it is executed, and the connection ends without a reply; `error-after`: it is executed
 * and answered with 500; `doubled`: it is executed and its reply is sent twice in one body; `unavailable`: it is not
 * executed; `forbidden`: 403; `files-lost`: the uploaded files are gone; `truncated`: half of a list is missing;
 * `echo`: 400 with the headers of the request; `other-job`: the reply describes the first job of the host, whatever was
 * requested, as a wrong cache does.
 */
export type Fault =
  | 'lost'
  | 'error-after'
  | 'doubled'
  | 'unavailable'
  | 'forbidden'
  | 'files-lost'
  | 'truncated'
  | 'echo'
  | 'other-job'
  | 'other-reply';

export interface FakeJob {
  readonly id: string;
  /** The request that created it. */
  readonly body: Readonly<Record<string, unknown>>;
  word: string;
  polls: number;
}

export interface ParsedRequest {
  readonly operation: Operation;
  /** Id of the job, if the path contains one. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly received: Received;
}

/** A host's format of requests and replies. */
export interface FakeDialect {
  readonly prefix: string;
  /** States that a job passes through, one per poll, from its first state to success. */
  readonly words: readonly string[];
  parse(received: Received): ParsedRequest;
  /** Answers an upload, and returns the id of the new file, if any. */
  upload(request: ParsedRequest, number: number): { readonly file: string | null; readonly answer: unknown };
  newJobId(request: ParsedRequest, number: number): string;
  job(job: FakeJob, model: string): unknown;
  list(jobs: readonly FakeJob[], request: ParsedRequest, options: { truncated: boolean; pageSize: number }): unknown;
  /** Returns the files in a request that starts a job. */
  filesOf(body: Readonly<Record<string, unknown>>): readonly string[];
  other?(host: FakeHost, request: ParsedRequest): unknown;
  readonly cancelledWord: string;
}

/** A fake training host on the loopback with jobs, files, charges and faults. */
export class FakeHost {
  readonly server: LoopbackServer;
  readonly jobs: FakeJob[] = [];
  readonly files = new Set<string>();
  /** Number of executed requests that started a job: what the user pays for. */
  charges = 0;
  readonly requests: Operation[] = [];
  /** States of the jobs that start from now on. */
  words: readonly string[];
  pageSize = 100;
  readonly #dialect: FakeDialect;
  readonly #faults: { operation: Operation; fault: Fault }[] = [];
  #files = 0;
  /** Jobs started so far: a host gives no id twice, not even after it forgot a job. */
  #started = 0;
  /** Called before a request is executed and before its reply. */
  onMoment: (moment: string) => Promise<void> | void = () => {};

  private constructor(server: LoopbackServer, dialect: FakeDialect) {
    this.server = server;
    this.#dialect = dialect;
    this.words = dialect.words;
    server.handle((received, response) => this.#handle(received, response));
  }

  static async start(dialect: FakeDialect): Promise<FakeHost> {
    return new FakeHost(await loopbackServer(), dialect);
  }

  get baseUrl(): string {
    return `${this.server.url}${this.#dialect.prefix}`;
  }

  /** Makes the next requests of an operation fail, one fault each. */
  fail(operation: Operation, ...faults: readonly Fault[]): void {
    for (const fault of faults) this.#faults.push({ operation, fault });
  }

  /** Adds jobs of other users of the account. */
  addOthers(count: number): void {
    for (let number = 0; number < count; number += 1) {
      this.jobs.push({
        id: `other-${number}`,
        body: { suffix: `other-${number}` },
        word: this.#dialect.words.at(-1) ?? '',
        polls: 9,
      });
    }
  }

  count(operation: Operation): number {
    return this.requests.filter((each) => each === operation).length;
  }

  async #handle(received: Received, response: ServerResponse): Promise<void> {
    const request = this.#dialect.parse(received);
    this.requests.push(request.operation);
    await this.onMoment(`before ${request.operation}`);
    const index = this.#faults.findIndex(({ operation }) => operation === request.operation);
    const fault = index === -1 ? null : (this.#faults.splice(index, 1)[0]?.fault ?? null);
    if (fault === 'unavailable') return sendJson(response, 503, { error: { message: 'try later' } });
    if (fault === 'forbidden') {
      return sendJson(response, 403, { error: { message: 'You do not have permission to create fine-tuning jobs' } });
    }
    if (fault === 'echo') return sendJson(response, 400, { error: { message: JSON.stringify(received.headers) } });
    if (fault === 'files-lost') this.files.clear();
    const described = fault === 'other-job' ? { ...request, id: this.jobs[0]?.id ?? '' } : request;
    const { status, body } = this.#carryOut(described, fault === 'truncated');
    await this.onMoment(`after ${request.operation}`);
    if (fault === 'lost') return void response.destroy();
    if (fault === 'other-reply')
      return sendJson(response, 200, this.#dialect.job(this.#otherJob(request), 'trained-other'));
    if (fault === 'error-after') return sendJson(response, 500, { error: { message: 'internal error' } });
    if (fault === 'doubled') {
      const text = JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text + text);
      return;
    }
    sendJson(response, status, body);
  }

  #carryOut(request: ParsedRequest, truncated: boolean): { status: number; body: unknown } {
    const ok = (body: unknown) => ({ status: 200, body });
    const missing = { status: 404, body: { error: { message: 'no such job' } } };
    const job = this.jobs.find(({ id }) => id === request.id);
    switch (request.operation) {
      case 'upload': {
        this.#files += 1;
        const { file, answer } = this.#dialect.upload(request, this.#files);
        if (file !== null) this.files.add(file);
        return ok(answer);
      }
      case 'create':
        return this.#create(request);
      case 'list':
        return ok(this.#dialect.list(this.jobs.toReversed(), request, { truncated, pageSize: this.pageSize }));
      case 'job':
        if (job === undefined) return missing;
        job.polls += 1;
        job.word = this.words[Math.min(job.polls, this.words.length - 1)] ?? job.word;
        return ok(this.#dialect.job(job, `trained-${job.id}`));
      case 'cancel':
        if (job === undefined) return missing;
        this.words = [this.#dialect.cancelledWord];
        return ok(this.#dialect.job(job, `trained-${job.id}`));
      case 'other':
        return ok(this.#dialect.other?.(this, request) ?? {});
    }
  }

  /** A job of this request's body, but of other files and another name, as a proxy's cache returns it. */
  #otherJob({ received }: ParsedRequest): FakeJob {
    const text = [...this.files].reduce((body, file) => body.replaceAll(file, 'file-of-others'), received.body);
    const body = JSON.parse(text.replaceAll(/seb-[\w-]*/g, 'others')) as Readonly<Record<string, unknown>>;
    return { id: 'other-1', body, word: this.words[0] ?? '', polls: 0 };
  }

  #create(request: ParsedRequest): { status: number; body: unknown } {
    const body = JSON.parse(request.received.body) as Readonly<Record<string, unknown>>;
    const gone = this.#dialect.filesOf(body).filter((file) => !this.files.has(file));
    if (gone.length > 0) return { status: 400, body: { error: { message: `training file ${gone[0]} not found` } } };
    this.#started += 1;
    const id = this.#dialect.newJobId(request, this.#started);
    if (this.jobs.some((job) => job.id === id)) return { status: 409, body: { error: { message: 'already exists' } } };
    const job: FakeJob = { id, body, word: this.words[0] ?? '', polls: 0 };
    this.jobs.push(job);
    this.charges += 1;
    return { status: 200, body: this.#dialect.job(job, `trained-${id}`) };
  }
}
