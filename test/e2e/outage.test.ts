import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeRun } from '../../src/answers/execute-run.ts';
import type { Progress } from '../../src/answers/live/progress.ts';
import { prepareRun } from '../../src/answers/prepare/prepare.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { completion } from '../support/models/chaos.ts';
import { deadUrl, sendJson, unusedPort } from '../support/models/loopback-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-outage-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function carryOut(
  baseUrl: string,
  onProgress: (progress: Progress) => void,
  concurrencyMode: 'adaptive' | 'fixed',
) {
  const options = { model: ['openai-compatible/x'], baseUrl, experiment: ['association'], limit: 40, retries: 1 };
  const prepared = await prepareRun({ ...options, concurrency: 8, concurrencyMode }, {}, store);
  return await executeRun(prepared, { store, stop: new AbortController().signal, onProgress });
}

test.each(['adaptive', 'fixed'] as const)(
  'waits for a server that comes back, %s',
  async (mode) => {
    let answered = 0;
    let server: Server;
    const port = await unusedPort(); // stays free while the server is away
    const listen = () => {
      server = createServer((request, response) => {
        request.resume().on('end', () => {
          answered += 1;
          sendJson(response, 200, completion('{"words": []}'));
          if (answered === 20) server.close().closeAllConnections();
        });
      });
      return new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    };
    await listen();
    const waits: number[] = [];
    let isBack = false;
    const result = await carryOut(
      `http://127.0.0.1:${port}/v1`,
      ({ endpoints }) => {
        for (const { waiting } of endpoints) if (waiting?.why === 'unreachable') waits.push(waiting.givenUpInMs);
        if (waits.length >= 8 && !isBack) {
          isBack = true;
          void listen();
        }
      },
      mode,
    );
    server!.close();
    expect(result).toMatchObject({ status: 'finished', progress: { answered: 80, failed: 0 } });
    expect(Math.min(...waits)).toBeGreaterThan(60_000); // the countdown until the server is given up
    expect(waits.at(-1)).toBeLessThan(waits[0] ?? 0);
  },
  120_000,
);

test('gives up a server that never answered after two refusals, with the reason', async () => {
  const url = `${await deadUrl()}/v1`;
  const result = await carryOut(url, () => {}, 'adaptive');
  expect(result.ending).toMatchObject({
    kind: 'gave-up',
    failure: { message: expect.stringContaining('connection refused') },
  });
  expect(result.progress.retries).toBeLessThan(20);
});

test('gives up a server without TLS at the second failure over https, with the advice to use http', async () => {
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens
  const result = await carryOut(`https://127.0.0.1:${port}/v1`, () => {}, 'adaptive');
  server.close();
  expect(result.ending).toMatchObject({
    kind: 'gave-up',
    failure: { message: expect.stringContaining('replace https:// with http://') },
  });
  expect(result.progress.retries).toBeLessThan(20);
  expect(requests).toBe(0);
});
