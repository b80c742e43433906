import { gzipSync } from 'node:zlib';
import { completion } from './completion.ts';
import type { Fault } from './fault.ts';
import { sendJson } from './loopback-server.ts';

const json = 'application/json';
/** 64 MB of spaces, compressed; created on first use. */
let packed: Buffer | null = null;

/** Returns a completion whose choice has these fields. */
function ended(content: string, choice: object): Record<string, unknown> {
  const message = { role: 'assistant', content };
  return { ...completion(content), choices: [{ index: 0, message, finish_reason: 'stop', ...choice }] };
}

/** Replies with status 200 that look like answers but are not. */
export const brokenAnswers = {
  'a finish reason that is not an end': {
    comesTo: 'server-error',
    send: ({ response, content }) => sendJson(response, 200, ended(content, { finish_reason: 'abort' })),
  },
  'a finish reason that is an object': {
    comesTo: 'server-error',
    send: ({ response, content }) => sendJson(response, 200, ended(content, { finish_reason: { type: 'abort' } })),
  },
  'an error in the choice': {
    comesTo: 'server-error',
    send: ({ response, content }) => sendJson(response, 200, ended(content, { error: { code: 502, message: 'died' } })),
  },
  'an error beside the choices': {
    comesTo: 'overloaded',
    send: ({ response, content }) =>
      sendJson(response, 200, { ...completion(content), error: { code: 503, message: 'no room' } }),
  },
  'another choice': {
    comesTo: 'bad-response',
    send: ({ response, content }) => sendJson(response, 200, ended(content, { index: 1 })),
  },
  'a tool call beside empty content': {
    comesTo: 'bad-response',
    send: ({ response }) => {
      const call = { id: 't', type: 'function', function: { name: 'f', arguments: '{}' } };
      sendJson(response, 200, completion('', { tool_calls: [call] }));
    },
  },
  'usage that is nested without end': {
    comesTo: 'bad-response',
    send: ({ response, content }) => {
      const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`;
      const body = JSON.stringify({ ...completion(content), usage: 'NESTED' }).replace('"NESTED"', nested);
      response.writeHead(200, { 'content-type': json }).end(body);
    },
  },
  'packed beyond all bounds': {
    comesTo: 'bad-response',
    send: ({ response }) => {
      packed ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
      response.writeHead(200, { 'content-type': json, 'content-encoding': 'gzip' }).end(packed);
    },
  },
  'the key in JSON escapes': {
    comesTo: 'bad-response',
    send: ({ received, response }) => {
      const escaped = JSON.stringify(completion(String(received.headers.authorization))).replaceAll('-', '\\u002d');
      response.writeHead(200, { 'content-type': json }).end(escaped);
    },
  },
  'the key as the content type': {
    comesTo: 'bad-response',
    send: ({ received, response }) =>
      void response.writeHead(200, { 'content-type': `text/${received.headers.authorization}` }).end('hello'),
  },
} as const satisfies Readonly<Record<string, Fault>>;
