import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (received: Received, response: ServerResponse) => void | Promise<void>;

export interface LoopbackServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the handler of all later requests; a request hangs if the handler never ends the response. */
  handle(handler: Handler): void;
  /** Number of open requests. */
  open(): number;
  close(): Promise<void>;
}

/** Reads the body of a request; null when the client disconnects before the end, as a killed process does. */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  } catch (error) {
    if (request.errored !== null && !request.complete) return null;
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts a real HTTP server on a free loopback port with a handler that the test sets. */
export async function loopbackServer(): Promise<LoopbackServer> {
  const received: Received[] = [];
  let handler: Handler = (_, response) => void response.writeHead(500).end();
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    const body = await bodyOf(request);
    if (body === null) return;
    const entry = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    received.push(entry);
    await handler(entry, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    handle(next) {
      handler = next;
    },
    open: () => open,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends a response with a JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Ports below those that a system assigns to a server or a connection that asks for any port. */
const unassignedPorts = { from: 20_000, to: 32_000 } as const;

/**
 * Returns a local port on which nothing listens. No system assigns it to another process, so that it stays free until
 * the test uses it.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(unassignedPorts.from, unassignedPorts.to);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Returns the URL of a local port on which nothing listens. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await unusedPort()}`;
}
