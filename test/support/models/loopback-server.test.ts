import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loopbackServer, sendJson, unusedPort } from './loopback-server.ts';

test('survives a client that disconnects in the middle of its request', async () => {
  const server = await loopbackServer();
  server.handle((_, response) => sendJson(response, 200, {}));
  const { hostname, port } = new URL(server.url);
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', note);
  const socket = connect(Number(port), hostname);
  socket.write('POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\nhalf of it');
  while (server.open() === 0) await sleep(5);
  socket.destroy();
  while (server.open() > 0) await sleep(5);
  await sleep(20);
  process.off('unhandledRejection', note);
  expect(errors).toEqual([]);
  expect(server.received).toEqual([]);
  await server.close();
});

test('finds a free port that no system assigns to another server', async () => {
  const port = await unusedPort();
  expect(port).toBeLessThan(32_768); // Linux assigns ports from here on, other systems from 49,152 on
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  await new Promise((resolve) => server.close(resolve));
});
