import { createServer, type Socket } from 'node:net';

/** Bytes that a server sends for one request, and what it does with the connection afterwards. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Bytes that `content-length` promises beyond those of the body: the connection is then cut. */
  readonly missingBytes?: number;
  /** Sends neither content-length nor chunks, so that the end of the connection ends the body. */
  readonly untilClose?: boolean;
}

interface AuditRequest {
  /** Counts from 1. */
  readonly number: number;
  readonly headers: string;
  readonly body: string;
}

export type Responder = (request: AuditRequest) => Reply;

export interface AuditServer {
  /** Ends in /v1. */
  readonly url: string;
  /** Requests received so far. */
  readonly requests: () => number;
  close(): Promise<void>;
}

function head(reply: Reply, length: number): string {
  const { status = 200, headers = {}, missingBytes = 0, untilClose = false } = reply;
  const sent = {
    'content-type': 'application/json',
    ...headers,
    ...(untilClose ? { connection: 'close' } : { 'content-length': String(length + missingBytes) }),
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('\r\n')}\r\n\r\n`;
}

function send(socket: Socket, reply: Reply): void {
  const bytes = Buffer.from(reply.body);
  socket.write(head(reply, bytes.length));
  if (reply.untilClose || (reply.missingBytes ?? 0) > 0) socket.end(bytes);
  else socket.write(bytes);
}

/** Requests of one connection, in the order in which their bytes are complete. */
function readRequests(socket: Socket, onRequest: (request: Omit<AuditRequest, 'number'>) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk as Buffer]); // a socket without an encoding gives buffers
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end === -1) return;
      const headers = bytes.toString('latin1', 0, end);
      const length = Number(/^content-length:\s*(\d+)/im.exec(headers)?.[1] ?? '0');
      const start = end + 4;
      if (bytes.length < start + length) return;
      const body = bytes.toString('utf8', start, start + length);
      bytes = bytes.subarray(start + length);
      onRequest({ headers, body });
    }
  });
}

/** Starts an HTTP server over raw sockets, so that a reply can be cut, malformed or longer than its head says. */
export async function auditServer(reply: Reply | Responder, port = 0): Promise<AuditServer> {
  const respond: Responder = typeof reply === 'function' ? reply : () => reply;
  const sockets = new Set<Socket>();
  let number = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {}); // the client may have gone
    readRequests(socket, (request) => {
      number += 1;
      send(socket, respond({ number, ...request }));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests: () => number,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The body of a chat completion with this content; `more` and `choice` add to or replace its fields. */
export function completionBody(
  content: string | null,
  { more = {}, choice = {} }: { readonly more?: object; readonly choice?: object } = {},
): string {
  const message = { role: 'assistant', content };
  return JSON.stringify({
    id: 'c',
    model: 'x',
    choices: [{ index: 0, finish_reason: 'stop', message, ...choice }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...more,
  });
}
