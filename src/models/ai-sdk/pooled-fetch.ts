import type { Dispatcher } from 'undici';
import type { Attempt } from '../../domain/answer.ts';
import { post, type Reply } from '../http/http-post.ts';
import { networkFailure } from '../http/network-failure.ts';
import { readReply } from '../http/reply.ts';

/** Thrown by `pooledFetch` in place of a response: what the reply stands for where it is not an answer's JSON. */
export class EndedReply extends Error {
  override readonly name = 'EndedReply';
  readonly attempt: Attempt;
  readonly headers: Reply['headers'];

  constructor(attempt: Attempt, headers: Reply['headers']) {
    super('the reply is not an answer');
    this.attempt = attempt;
    this.headers = headers;
  }
}

function plainHeaders(headers: Reply['headers']): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The body is handed on unpacked and whole.
    if (value === undefined || name === 'content-encoding' || name === 'content-length') continue;
    for (const one of Array.isArray(value) ? value : [value]) plain.append(name, one);
  }
  return plain;
}

type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` for AI SDK packages over one connection pool. It reads every reply as the OpenAI-compatible path does, and
 * throws an `EndedReply` for what is not an answer. It follows no redirect, so that a key goes nowhere but where it was sent.
 */
export function pooledFetch(dispatcher: Dispatcher, secrets: readonly string[]): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { body, method } = init;
    if (typeof body !== 'string' || method?.toUpperCase() !== 'POST') throw new TypeError('only texts are posted');
    const headers = Object.fromEntries(new Headers(init.headers));
    const exchange = { url: `${url.origin}${url.pathname}`, secrets };
    const signal = init.signal ?? new AbortController().signal;
    const reply = await post({ dispatcher, url, headers, body, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new EndedReply(networkFailure(error, exchange.url), {});
    });
    const read = await readReply(reply, exchange);
    if (read.kind !== 'body') throw new EndedReply(read, reply.headers);
    return new Response(read.text, { status: 200, headers: plainHeaders(reply.headers) });
  };
}
