import type { FormData } from 'undici';
import type { z } from 'zod';
import type { Failure } from '../../domain/answer.ts';
import { parsedJson } from '../../util/canonical-json.ts';
import { isNestedDeeper } from '../../util/json-shape.ts';
import { failed } from '../failures/failure.ts';
import { type HostResult, ok } from '../failures/host-result.ts';
import { type Connections, httpConnections } from './http-connections.ts';
import { httpFailure } from './http-failure.ts';
import { networkFailure } from './network-failure.ts';
import { redact } from './redact.ts';
import { retryAfterOf } from './retry-after.ts';
import { withoutSecrets } from './without-secrets.ts';

const connectionsAtOnce = 4;
/** Maximum nesting of a reply, far below the depth at which a recursive function overflows the stack. */
const maxDepth = 100;
const timeoutMs = 60_000;
const uploadTimeoutMs = 600_000;
const defaultIdleMs = 30_000;

interface HostClientOptions {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Milliseconds for a whole JSON reply; default 60 s. */
  readonly timeoutMs?: number;
  /** Milliseconds without a byte after which a download counts as cut; default 30 s. */
  readonly idleMs?: number;
}

type Query = Readonly<Record<string, string | number | null>>;

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

/** Sends JSON requests to one host, each once; failures are classified and contain no keys. */
export class HostClient {
  readonly #options: HostClientOptions;
  readonly #connections: Connections;

  constructor(options: HostClientOptions) {
    this.#options = options;
    this.#connections = httpConnections(options.baseUrl, connectionsAtOnce);
  }

  get<Value>(path: string, schema: z.ZodType<Value>, query: Query = {}): Promise<HostResult<Value>> {
    return this.#send({ method: 'GET', path, query }, schema);
  }

  post<Value>(path: string, schema: z.ZodType<Value>, json: unknown, query: Query = {}): Promise<HostResult<Value>> {
    const headers = { 'content-type': 'application/json' };
    return this.#send({ method: 'POST', path, query, headers, body: JSON.stringify(json) }, schema);
  }

  /** Sends a multipart form: fields in order, and one file. */
  async upload<Value>(
    path: string,
    schema: z.ZodType<Value>,
    { fields, name, bytes }: { fields: Readonly<Record<string, string>>; name: string; bytes: Uint8Array },
  ): Promise<HostResult<Value>> {
    const { FormData } = await import('undici');
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new File([Buffer.from(bytes)], name, { type: 'application/jsonl' }));
    return this.#send({ method: 'POST', path, body: form }, schema);
  }

  /**
   * Downloads a text. A body of which no byte arrives for a time is a failure, however long the whole takes. The text may
   * contain the key: the caller removes it from what it keeps.
   */
  async download(path: string): Promise<HostResult<string>> {
    const url = new URL(`${this.#options.baseUrl}/${path}`);
    const idleMs = this.#options.idleMs ?? defaultIdleMs;
    const idle = new AbortController();
    let timer = setTimeout(() => idle.abort(), idleMs);
    const where = `${url.origin}${url.pathname}`;
    try {
      const { request } = await import('undici');
      const dispatcher = await this.#connections.dispatcher();
      const { headers } = this.#options;
      const reply = await request(url, { method: 'GET', headers: { ...headers }, signal: idle.signal, dispatcher });
      const parts: Buffer[] = [];
      for await (const part of reply.body) {
        clearTimeout(timer);
        timer = setTimeout(() => idle.abort(), idleMs);
        parts.push(part as Buffer); // undici yields buffers
      }
      const text = Buffer.concat(parts).toString();
      if (reply.statusCode === 200) return ok(text);
      const retryAfter = retryAfterOf(reply.headers);
      return httpFailure({
        status: reply.statusCode,
        text: redact(text, this.#options.secrets),
        retryAfter,
        url: where,
      });
    } catch (error) {
      if (idle.signal.aborted)
        return failed('network', `${where} sent no byte for ${idleMs / 1000} s: the file was cut`);
      return networkFailure(error, url.origin);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #send<Value>({ method, path, query = {}, headers = {}, body }: Sent, schema: z.ZodType<Value>) {
    const url = new URL(`${this.#options.baseUrl}/${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, String(value));
    const limit = typeof body === 'object' ? uploadTimeoutMs : (this.#options.timeoutMs ?? timeoutMs);
    const signal = AbortSignal.timeout(limit);
    const where = `${url.origin}${url.pathname}`;
    try {
      const { request } = await import('undici');
      const reply = await request(url, {
        method,
        headers: { accept: 'application/json', ...this.#options.headers, ...headers },
        body: body ?? null,
        signal,
        dispatcher: await this.#connections.dispatcher(),
      });
      const text = await reply.body.text();
      return this.#resultOf({ status: reply.statusCode, headers: reply.headers, text, where }, schema);
    } catch (error) {
      if (signal.aborted) return failed('timeout', `no answer from ${where} within ${limit / 1000} s`);
      return networkFailure(error, url.origin);
    }
  }

  #resultOf<Value>(
    {
      status,
      headers,
      text,
      where,
    }: { status: number; headers: Parameters<typeof retryAfterOf>[0]; text: string; where: string },
    schema: z.ZodType<Value>,
  ): HostResult<Value> {
    const said = redact(text, this.#options.secrets);
    if (status < 200 || status >= 300) {
      return httpFailure({
        status,
        text: /^\s*</.test(text) ? '' : said,
        retryAfter: retryAfterOf(headers),
        url: where,
      });
    }
    if (isNestedDeeper(text, maxDepth)) return unexpected(where, `JSON nested more than ${maxDepth} levels deep`);
    // a host that repeats the key must not bring it into the store
    const parsed = schema.safeParse(withoutSecrets(jsonOf(text), this.#options.secrets));
    return parsed.success ? ok(parsed.data) : unexpected(where, said);
  }
}

function jsonOf(text: string): unknown {
  return text.trim() === '' ? {} : parsedJson(text); // no schema accepts undefined
}

function unexpected(where: string, said: string): Failure {
  return failed('bad-response', `${where} sent an unexpected answer: ${said.slice(0, 120)}`, { retryable: true });
}
