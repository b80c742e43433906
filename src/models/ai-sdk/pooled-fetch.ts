import type { Connections } from '../http/http-connections.ts';
import { post, type Reply } from '../http/http-post.ts';
import { networkFailure } from '../http/network-failure.ts';
import { readReply } from '../openai-compatible/reply.ts';
import { EndedReply } from './ended-reply.ts';

function plainHeaders(headers: Reply['headers']): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The body is passed on decoded and complete.
    if (value === undefined || name === 'content-encoding' || name === 'content-length') continue;
    for (const one of Array.isArray(value) ? value : [value]) plain.append(name, one);
  }
  return plain;
}

/** Matches the field of tools in a request of any provider. Quotes inside JSON strings are escaped, so no prompt matches. */
const toolsField = /"(?:tools|toolConfig)":/;

type Fetch = typeof globalThis.fetch;

/**
 * Returns a `fetch` for AI SDK packages over one connection pool. It reads every reply as the OpenAI-compatible path
 * does, and throws an `EndedReply` for a reply that is not a completion. It does not follow redirects, so that a key is
 * sent to its own server only.
 */
export function pooledFetch(connections: Connections, secrets: readonly string[]): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { body, method } = init;
    if (typeof body !== 'string' || method?.toUpperCase() !== 'POST') throw new TypeError('only texts are posted');
    const headers = Object.fromEntries(new Headers(init.headers));
    const offersTools = toolsField.test(body);
    const exchange = { url: `${url.origin}${url.pathname}`, secrets, offersTools };
    const signal = init.signal ?? new AbortController().signal;
    const dispatcher = await connections.dispatcher();
    const reply = await post({ dispatcher, url, headers, body, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new EndedReply(networkFailure(error, exchange.url), {});
    });
    const read = await readReply(reply, exchange);
    if (read.kind !== 'body') throw new EndedReply(read, reply.headers);
    return new Response(read.text, { status: 200, headers: plainHeaders(reply.headers) });
  };
}
