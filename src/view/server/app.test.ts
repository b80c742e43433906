import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type StorePlace } from '../../../test/support/stores.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { openStore } from '../../store/open.ts';
import { overviewSchema, runPageSchema } from '../contract/contract.ts';
import { itemsPageSchema } from '../contract/contract-items.ts';
import { indexLocation } from './index-location.ts';
import { openIndex, refreshIndex } from './open-index.ts';
import { serveViewer, type ViewServer } from './serve.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Sends a request with exactly these headers; `fetch` does not allow a test to set Host or Origin. */
function ask(
  server: ViewServer,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path, method, headers };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject).end(body);
  });
}

describe.each(dialects)('serveViewer of a $dialect store', ({ dialect, start }) => {
  let place: StorePlace;
  let location: string;
  let server: ViewServer;
  let run: string;

  const started = (host: string | null = null) =>
    serveViewer({ location, experiments: experimentRegistry(), config: null, port: 0, host });

  beforeAll(async () => {
    place = await start();
    location = await place.fresh();
    const store = await openStore(location);
    const { prepareRun } = await import('../../answers/prepare/prepare.ts');
    const { executeRun } = await import('../../answers/execute-run.ts');
    const options = { model: ['simulated/ada', 'simulated/bo'], experiment: ['restriction'], limit: 8, samples: 2 };
    const prepared = await prepareRun(options, {}, store);
    const stop = new AbortController().signal;
    run = (await executeRun(prepared, { store, stop, onProgress: () => {} })).run;
    const database = openIndex(indexLocation(location));
    const experiments = experimentRegistry();
    await refreshIndex({ store, runs: await store.runs(), experiments, database, onProgress: () => {} });
    database.close();
    await store.close();
    server = await started();
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${indexLocation(location)}${suffix}`, { force: true });
    await place.stop();
  });

  it('answers with data of the contract', async () => {
    const read = async () => overviewSchema.parse(JSON.parse((await ask(server, '/api/overview')).body));
    await expect.poll(async () => (await read()).findings.length, { timeout: 60_000 }).toBe(2); // once computed
    const overview = await read();
    expect(overview.headline?.name).toBe('findings');
    expect(overview.runs).toMatchObject([
      { id: run, status: 'finished', live: false, progress: { answered: 80, expected: 80 } },
    ]);
    expect(
      runPageSchema.parse(JSON.parse((await ask(server, `/api/runs/${run}`)).body)).figures.length,
    ).toBeGreaterThan(3);
    const items = itemsPageSchema.parse(JSON.parse((await ask(server, `/api/items?run=${run}&limit=3`)).body));
    expect([items.total, items.rows.length]).toEqual([16, 3]);
  });

  it('refuses a request under another name, from another origin or another site', async () => {
    const own = `127.0.0.1:${server.port}`;
    const statusOf = async (headers: Record<string, string>) =>
      (await ask(server, '/api/overview', { headers })).status;
    expect(await statusOf({ host: own, origin: `http://${own}` })).toBe(200);
    expect(await statusOf({ host: `localhost:${server.port}` })).toBe(200);
    expect(await statusOf({ host: `evil.example:${server.port}` })).toBe(403);
    expect(await statusOf({ host: '127.0.0.1:1' })).toBe(403);
    expect(await statusOf({ host: own, origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf({ host: own, origin: 'null' })).toBe(403);
    expect(await statusOf({ host: own, 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('takes labels from its own page only, and only of answers that exist', async () => {
    const host = `127.0.0.1:${server.port}`;
    const label = { by: 'ann', key: 'a'.repeat(64), value: 'refusal', note: '' };
    const send = (headers: Record<string, string>, body: unknown) =>
      ask(server, '/api/labels', { method: 'POST', headers: { host, ...headers }, body: JSON.stringify(body) });
    const own = { origin: `http://${host}`, 'content-type': 'application/json' };
    expect((await send({ 'content-type': 'application/json' }, label)).status).toBe(403);
    expect((await send({ ...own, origin: 'http://evil.example' }, label)).status).toBe(403);
    expect((await send({ ...own, 'content-type': 'text/plain' }, label)).status).toBe(415);
    expect((await send(own, label)).status).toBe(404);
    expect((await send(own, { ...label, value: 'maybe' })).status).toBe(400);
    expect((await send(own, { ...label, more: 1 })).status).toBe(400);
    expect((await send(own, { ...label, note: 'x'.repeat(30_000) })).status).toBe(413);
  });

  it('forbids inline scripts, frames and other hosts on every answer', async () => {
    for (const path of ['/', '/viewer.js', '/api/overview', '/nothing']) {
      const { headers } = await ask(server, path);
      expect(headers['content-security-policy'], path).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self'/,
      );
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    expect((await ask(server, '/')).body).not.toMatch(/<script>|style=|onload=/);
  });

  it('serves no file by a path', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/store.sqlite',
      '/viewer.js/../../package.json',
      '//etc/passwd',
    ]) {
      expect((await ask(server, path)).status, path).toBe(404);
    }
  });

  it('leads an address without # to its page', async () => {
    for (const path of ['/runs/abc', '/runs/abc/items', '/studies/abc', '/compare', '/label']) {
      const { status, headers } = await ask(server, path);
      expect([path, status, headers.location]).toEqual([path, 302, `/#${path}`]);
    }
  });

  it('refuses the body of a label before it has been sent completely', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    for (const length of [{ 'content-length': '60000000' }, {}]) {
      const headers = { host: `127.0.0.1:${server.port}`, origin, 'content-type': 'application/json', ...length };
      const options = { host: '127.0.0.1', port: server.port, path: '/api/labels', method: 'POST', headers };
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(options, (response) => {
          resolve(response.statusCode);
          sent.destroy();
        });
        sent.on('error', reject).write('x'.repeat(30_000)); // the rest never comes
      });
      expect(status).toBe(413);
    }
  });

  it('refuses an invalid search pattern with its reason, also before a download', async () => {
    const search = encodeURIComponent('/(?:){99999999999999,}/');
    for (const path of ['items', 'counts', 'rows.csv', 'rows.jsonl']) {
      const { status, body } = await ask(server, `/api/${path}?search=${search}`);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(JSON.parse(body).error).toMatch(/invalid search pattern: invalid repeat count/);
    }
  });

  it('answers 400 or 404 to nonsense, never with a stack', async () => {
    for (const path of [
      '/api/items?offset=-1',
      '/api/items?limit=1e9',
      '/api/item?run=x',
      '/api/runs/none',
      '/api/items?state=odd',
    ]) {
      const { status, body } = await ask(server, path);
      expect([400, 404], path).toContain(status);
      expect(body).not.toMatch(/\.ts:|node_modules/);
    }
  });

  it('downloads the filtered rows as CSV and JSON lines', async () => {
    const { body, headers } = await ask(server, `/api/rows.csv?run=${run}`);
    expect(body.trimEnd().split('\r\n')).toHaveLength(17);
    expect(headers['content-disposition']).toContain(`"rows-${run}.csv"`);
    const lines = (await ask(server, `/api/rows.jsonl?run=${run}&model=simulated%2Fbo`)).body.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).model)).toEqual(Array(8).fill('simulated/bo'));
  });

  it('requires a token where other machines can reach it, and keeps it in a cookie', async () => {
    const open = await started('0.0.0.0');
    try {
      const token = new URL(open.url).searchParams.get('token') ?? '';
      expect(token.length).toBeGreaterThan(30);
      expect((await ask(open, '/api/overview')).status).toBe(401);
      expect((await ask(open, '/?token=wrong')).status).toBe(401);
      const first = await ask(open, `/?token=${token}`);
      expect([first.status, first.headers.location]).toEqual([302, '/']);
      const cookie = String(first.headers['set-cookie']);
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Strict/);
      const [pair = ''] = cookie.split(';');
      expect((await ask(open, '/api/overview', { headers: { cookie: pair } })).status).toBe(200);
      expect((await ask(open, '/api/overview', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    } finally {
      await open.close();
    }
  });

  it.skipIf(dialect !== 'sqlite')(
    'answers 503 with the reason once the store file is deleted or replaced',
    async () => {
      const kept = `${location}.kept`;
      renameSync(location, kept);
      try {
        for (const path of ['/api/overview', `/api/runs/${run}`, `/api/items?run=${run}`]) {
          const { status, body } = await ask(server, path);
          expect([status, JSON.parse(body).error]).toEqual([503, expect.stringMatching(/was deleted or moved/)]);
        }
        copyFileSync(kept, location);
        const { status, body } = await ask(server, '/api/overview');
        expect([status, JSON.parse(body).error]).toEqual([503, expect.stringMatching(/was replaced/)]);
        expect((await ask(server, '/')).status).toBe(200);
      } finally {
        renameSync(kept, location);
      }
      expect((await ask(server, '/api/overview')).status).toBe(200);
    },
  );

  it('keeps the index next to the store, accessible only to the user', () => {
    const file = indexLocation(location);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
