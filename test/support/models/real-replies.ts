import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Handler, Received } from './loopback-server.ts';

const exchangeSchema = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  request: z.union([z.literal(''), z.looseObject({ model: z.string() })]),
  /** Null: the connection ended without a reply. */
  status: z.int().nullable(),
  contentType: z.string().nullable(),
  reply: z.unknown(),
});

/** One request to a real server, and what it sent. */
export type Exchange = z.infer<typeof exchangeSchema>;

const recordings = [
  'llama-server',
  'llama-server-prefill-echo',
  'ollama',
  'transformers-serve',
  'litellm-proxy',
] as const;
const bodies = [
  'llama-server-slots',
  'ollama-silently-truncated-prompt',
  'ollama-does-not-support-thinking',
  'transformers-serve-unexpected-fields',
] as const;

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`real-replies/${name}.json`, import.meta.url), 'utf8'));
}

/** Returns the recorded exchanges of a server, in order. */
export function recordedExchanges(name: (typeof recordings)[number]): readonly Exchange[] {
  return z.array(exchangeSchema).parse(read(name));
}

/** Returns a recorded body, of a reply whose request was not kept. */
export function recordedBody(name: (typeof bodies)[number]): unknown {
  return read(name);
}

/** Sends the recorded reply, or ends the connection where there was none. */
export function replay({ status, contentType, reply }: Exchange, response: ServerResponse): void {
  if (status === null) return void response.destroy();
  const body = typeof reply === 'string' ? reply : JSON.stringify(reply);
  response.writeHead(status, { 'content-type': contentType ?? 'application/json' }).end(body);
}

/** Returns a handler that answers as a recorded server: the reply to the same path and, of calls, the same body; else 404. */
export function recordedServer(exchanges: readonly Exchange[]): Handler {
  return ({ method, path, body }: Received, response) => {
    const sent: unknown = body === '' ? '' : JSON.parse(body);
    const found = exchanges.find(
      (each) => each.method === method && each.path === path && JSON.stringify(each.request) === JSON.stringify(sent),
    );
    if (found === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    else replay(found, response);
  };
}
