import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

interface ConnectProxy {
  /** Host and port. */
  readonly host: string;
  readonly received: readonly { readonly target: string; readonly user: string | null }[];
  close(): Promise<void>;
}

/** Starts an HTTP proxy that connects every CONNECT request to one server, or refuses it with another status than 200. */
export async function startConnectProxy(server: string, status = 200): Promise<ConnectProxy> {
  const received: { target: string; user: string | null }[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '', headers }, socket) => {
    const credentials = headers['proxy-authorization']?.replace(/^Basic /, '');
    received.push({
      target: url,
      user: credentials === undefined ? null : Buffer.from(credentials, 'base64').toString(),
    });
    socket.on('error', () => socket.destroy());
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
    const { hostname, port } = new URL(server);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    upstream.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo; // a TCP server that listens
  return {
    host: `127.0.0.1:${port}`,
    received,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
