import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loopbackServer, sendJson } from './loopback-server.ts';

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
