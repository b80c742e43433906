import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FailureCode } from '../../../src/domain/answer.ts';
import { brokenAnswers } from './broken-answers.ts';
import { completion } from './completion.ts';
import type { Fault } from './fault.ts';
import { type Handler, type Received, sendJson } from './loopback-server.ts';

export { completion } from './completion.ts';

/** Returns an error that repeats the request's headers, including the key, as some servers do. */
function complaint({ headers }: Received): { error: { message: string } } {
  return { error: { message: `cannot serve this, said the server to ${headers.authorization}` } };
}

function refuses(status: number, comesTo: FailureCode, headers: Record<string, string> = {}): Fault {
  return { comesTo, send: ({ received, response }) => sendJson(response, status, complaint(received), headers) };
}

function sends(body: string | Buffer, type: string, comesTo: Fault['comesTo']): Fault {
  return { comesTo, send: ({ response }) => void response.writeHead(200, { 'content-type': type }).end(body) };
}

function page({ headers }: Received): string {
  return `<!DOCTYPE html><html><title>Sign in</title><body>${headers.authorization}</body></html>`;
}

function redirects(status: number): Fault {
  return {
    comesTo: 'bad-response',
    send: ({ received, response, elsewhere }) => {
      const location = `${elsewhere}${received.path}?key=${received.headers.authorization}`;
      response.writeHead(status, { location }).end();
    },
  };
}

const json = 'application/json';

/** Refusals and pages: complete replies that are not answers. */
const replies = {
  'rate limited': refuses(429, 'rate-limited'),
  'rate limited, with a time to wait': refuses(429, 'rate-limited', { 'retry-after-ms': '150' }),
  'server error': refuses(500, 'server-error'),
  'bad gateway, as a page': {
    comesTo: 'server-error',
    send: ({ received, response }) => void response.writeHead(502, { 'content-type': 'text/html' }).end(page(received)),
  },
  unavailable: refuses(503, 'overloaded'),
  overloaded: refuses(529, 'overloaded'),
  'truncated JSON': {
    comesTo: 'network',
    send: ({ response, content }) =>
      void response.writeHead(200, { 'content-type': json }).end(JSON.stringify(completion(content)).slice(0, -20)),
  },
  'invalid JSON': {
    comesTo: 'bad-response',
    send: ({ received, response }) =>
      void response.writeHead(200, { 'content-type': json }).end(`{key: '${received.headers.authorization}'}`),
  },
  'a page': {
    comesTo: 'bad-response',
    send: ({ received, response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page(received)),
  },
  'an empty body': sends('', json, 'server-error'),
  'other JSON': sends('{"hello": ["world"]}', json, 'bad-response'),
  'a list with nothing in it': sends('{"choices": []}', json, 'server-error'),
  'an image': sends(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png', 'bad-response'),
  'invalid UTF-8': {
    comesTo: 'bad-response',
    send: ({ response, content }) => {
      const [head = '', tail = ''] = JSON.stringify(completion(`${content}\u00e9`)).split('\u00e9');
      const body = Buffer.concat([Buffer.from(head), Buffer.from([0xe9, 0xff]), Buffer.from(tail)]);
      response.writeHead(200, { 'content-type': json }).end(body);
    },
  },
  'null content': sends(JSON.stringify(completion(null)), json, 'server-error'),
  'the key as the answer': {
    comesTo: 'bad-response',
    send: ({ received, response }) => sendJson(response, 200, completion(String(received.headers.authorization))),
  },
  'moved permanently': redirects(301),
  found: redirects(302),
  'temporary redirect': redirects(307),
  'permanent redirect': redirects(308),
} as const satisfies Readonly<Record<string, Fault>>;

/** Connections that break or stall. */
const connections = {
  'reset before the body': { comesTo: 'network', send: ({ response }) => void response.socket?.resetAndDestroy() },
  'reset during the body': {
    comesTo: 'network',
    send: ({ response, content }) => {
      const body = JSON.stringify(completion(content));
      response.writeHead(200, { 'content-type': json, 'content-length': body.length });
      response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy());
    },
  },
  'closed before the length it gave': {
    comesTo: 'network',
    send: ({ response, content }) => {
      const body = JSON.stringify(completion(content));
      response.writeHead(200, { 'content-type': json, 'content-length': body.length + 10 });
      response.write(body, () => response.socket?.destroy());
    },
  },
  'closed in the middle of a body without a length': {
    comesTo: 'network',
    send: ({ response, content }) => {
      const body = JSON.stringify(completion(content));
      const head = `HTTP/1.1 200 OK\r\ncontent-type: ${json}\r\nconnection: close\r\n\r\n`;
      response.socket?.end(head + body.slice(0, -30));
    },
  },
  'a byte at a time, without end': {
    comesTo: 'timeout',
    send: ({ response }) => {
      response.writeHead(200, { 'content-type': json });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  },
  'no reply': { comesTo: 'timeout', send: () => {} },
  'a reply after the client has stopped waiting': {
    comesTo: 'timeout',
    send: ({ response, timeoutMs }) => {
      setTimeout(() => sendJson(response, 200, completion('too late')), 1.5 * timeoutMs);
    },
  },
  'no HTTP': {
    comesTo: 'bad-response',
    send: ({ response }) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** Unusual replies that are valid answers. */
const answers = {
  'reset after the body': {
    comesTo: 'answered',
    send: ({ response, content }) => {
      const body = JSON.stringify(completion(content));
      response.writeHead(200, { 'content-type': json, 'content-length': Buffer.byteLength(body) });
      response.write(body, () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
    },
  },
  'the reply twice': {
    comesTo: 'answered',
    send: ({ response, content }) => {
      const reply = (text: string) => {
        const body = JSON.stringify(completion(text));
        return `HTTP/1.1 200 OK\r\ncontent-type: ${json}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      };
      response.socket?.write(reply(content) + reply('the second of two replies'));
    },
  },
  'a right answer as plain text': {
    comesTo: 'answered',
    send: ({ response, content }) =>
      void response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(completion(content))),
  },
  'early hints first': {
    comesTo: 'answered',
    send: ({ response, content }) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      sendJson(response, 200, completion(content));
    },
  },
  'no usage': {
    comesTo: 'answered',
    send: ({ response, content }) => sendJson(response, 200, { ...completion(content), usage: undefined }),
  },
  'ten megabytes': {
    comesTo: 'answered',
    send: ({ response, content }) => sendJson(response, 200, completion(content.padEnd(10 * 1024 * 1024))),
  },
  'packed in gzip': {
    comesTo: 'answered',
    send: ({ response, content }) => {
      const body = gzipSync(JSON.stringify(completion(content)));
      response.writeHead(200, { 'content-type': json, 'content-encoding': 'gzip' }).end(body);
    },
  },
  'empty content': { comesTo: 'answered-empty', send: ({ response }) => sendJson(response, 200, completion('')) },
  'reasoning alone': {
    comesTo: 'answered-empty',
    send: ({ response, content }) =>
      sendJson(response, 200, completion(null, { reasoning_content: content, reasoning: content })),
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** Everything that a server or a proxy can do wrong, by name. */
export const chaos = { ...replies, ...brokenAnswers, ...connections, ...answers } as const;
export type FaultName = keyof typeof chaos;
export const faultNames = Object.keys(chaos) as readonly FaultName[]; // the keys of `chaos`

/** Faults that break a connection after a complete reply, when the client may already use it for another request. */
const breaksLater: ReadonlySet<FaultName> = new Set(['reset after the body', 'the reply twice']);

export interface ChaosOptions {
  /** Returns the fault that an attempt at a prompt meets; null: it gets a normal answer. Attempts count from 1. */
  readonly fault: (prompt: string, attempt: number) => FaultName | null;
  readonly content: (prompt: string) => string;
  readonly elsewhere: string;
  readonly timeoutMs: number;
  /** Milliseconds that a normal answer takes. */
  readonly delayMs: number;
}

export interface Chaos {
  readonly handler: Handler;
  /** Requests received, by prompt. */
  readonly asked: ReadonlyMap<string, number>;
  /** Prompts that arrived on a connection that the fault of an earlier prompt breaks. */
  readonly disturbed: ReadonlySet<string>;
}

/** Starts an OpenAI-compatible endpoint on a loopback server that fails as configured. */
export function chaosEndpoint({ fault, content, delayMs, ...rest }: ChaosOptions): Chaos {
  const asked = new Map<string, number>();
  const disturbed = new Set<string>();
  const breaking = new WeakSet<Socket>();
  return {
    asked,
    disturbed,
    async handler(received, response) {
      const { messages } = JSON.parse(received.body) as { messages: { content: string }[] }; // sent by the code under test
      const prompt = messages.map((message) => message.content).join('\n');
      const attempt = (asked.get(prompt) ?? 0) + 1;
      asked.set(prompt, attempt);
      const name = fault(prompt, attempt);
      const { socket } = response.req; // the response itself has none while an earlier one has not ended
      if (breaking.has(socket)) disturbed.add(prompt);
      if (name !== null && breaksLater.has(name)) breaking.add(socket);
      if (name !== null) return await chaos[name].send({ received, response, content: content(prompt), ...rest });
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      sendJson(response, 200, completion(content(prompt)));
    },
  };
}
