import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
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

/** Replies that a run retries, of a server that works for no call. */
const failures = {
  'status 500': (response) => sendJson(response, 500, { error: { message: 'Internal Server Error' } }),
  'status 502 with a page': (response) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<h1>Bad Gateway</h1>');
  },
  'status 200 without choices': (response) => sendJson(response, 200, { choices: [] }),
  'status 200 with an empty body': (response) => response.end(),
  'an error with status 500 inside status 200': (response) =>
    sendJson(response, 200, { error: { message: 'internal error', code: 500 } }),
} as const satisfies Readonly<Record<string, (response: ServerResponse) => void>>;

test.each(Object.entries(failures))(
  'sends few calls to a server that replies with %s alone, and all once it works',
  async (_, fail) => {
    let failed = 0;
    let works = false;
    const waits: number[] = [];
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (works) return sendJson(response, 200, completion('{"words": []}'));
        failed += 1;
        fail(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server that listens
    const result = await carryOut(
      `http://127.0.0.1:${port}/v1`,
      ({ endpoints }) => {
        for (const { waiting } of endpoints) if (waiting?.why === 'erring') waits.push(waiting.givenUpInMs);
        works ||= Math.min(...waits) < 85_000;
      },
      'adaptive',
    );
    server.close().closeAllConnections();
    expect(result).toMatchObject({ status: 'finished', progress: { answered: 80, failed: 0 } });
    expect(failed).toBeLessThan(25);
  },
  60_000,
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
