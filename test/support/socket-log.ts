import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/** Preloaded into a process: logs the addresses of the sockets that it opens and the names that it looks up to a file. */
const file = process.env.SEB_TEST_SOCKETS ?? '';
const log = (line: string) => appendFileSync(file, `${line}\n`);

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [first] = args.flat();
  const target = typeof first === 'object' && first !== null ? first : {};
  const { host = 'localhost', port, path } = target as { host?: string; port?: number; path?: string };
  log(path ?? `${host}:${port ?? String(first)}`);
  return Reflect.apply(connect, this, args);
} as typeof connect;

const lookup = dns.lookup;
dns.lookup = ((hostname: string, ...rest: unknown[]) => {
  if (hostname !== '127.0.0.1') log(`lookup ${hostname}`);
  return Reflect.apply(lookup, dns, [hostname, ...rest]);
}) as typeof lookup;
