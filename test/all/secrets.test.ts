import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seb, socketsOf } from '../support/command.ts';
import { chaosEndpoint, faultNames } from '../support/models/chaos.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';

const canary = 'sk-canary-5f1f0c2b77e94d0d';
let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

test('sends a key from .env only to the server, keeps .env unchanged, and opens no other socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-secret-'));
  const dotEnv = join(folder, '.env');
  writeFileSync(dotEnv, `MY_KEY=${canary}\n`);
  const written = statSync(dotEnv).mtimeMs;
  let answered = 0;
  server.handle(({ headers, body }, response) => {
    answered += 1;
    const key = String(headers.authorization);
    // servers repeat keys in their error messages, in bodies and in headers
    if (answered % 3 === 0)
      sendJson(response, 400, { error: { message: `Incorrect key ${key} in ${body.length} bytes` } });
    else
      sendJson(
        response,
        200,
        { choices: [{ message: { content: '{"words": ["a", "b", "c", "d", "e"]}' } }] },
        { 'x-key': key },
      );
  });
  const model = [
    '--model',
    'openai-compatible/subject',
    '--base-url',
    `${server.url}/v1`,
    '--api-key-variable',
    'MY_KEY',
  ];
  const ended = await seb(['run', ...model, '--experiment', 'association', '--limit', '6'], { folder });
  expect(ended.code).toBe(2); // some calls failed
  expect(server.received.length).toBe(12);
  for (const { headers } of server.received) expect(headers.authorization).toBe(`Bearer ${canary}`);

  expect(ended.stderr).toContain('Incorrect key');
  expect(ended.stdout + ended.stderr).not.toContain(canary);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  expect(files.sort()).toEqual(['.env', '.seb/store.sqlite', 'sockets.log']);
  const store = readFileSync(join(folder, '.seb', 'store.sqlite'));
  expect(store.includes('MY_KEY')).toBe(true); // the variable's name is kept, so that the run can be resumed
  expect(store.includes(canary)).toBe(false);
  expect(readFileSync(dotEnv, 'utf8')).toBe(`MY_KEY=${canary}\n`);
  expect(statSync(dotEnv).mtimeMs).toBe(written);
  expect(socketsOf(folder)).toEqual([new URL(server.url).host]);
}, 120_000);

test('leaves no key in store, report, output or on another host after any kind of failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-secret-'));
  const elsewhere = await loopbackServer();
  const timeoutMs = 1000;
  let dealt = 0;
  const { handler } = chaosEndpoint({
    fault: (_, attempt) => {
      if (attempt > 1) return null;
      dealt += 1;
      return dealt % 2 === 0 ? (faultNames[dealt / 2 - 1] ?? null) : null;
    },
    content: () => '{"words": ["a", "b", "c", "d", "e"]}',
    elsewhere: elsewhere.url,
    timeoutMs,
    delayMs: 0,
  });
  server.handle(handler);
  const before = server.received.length;
  const environment = { MY_KEY: canary };
  const where = [
    '--model',
    'openai-compatible/subject',
    '--base-url',
    `${server.url}/v1`,
    '--api-key-variable',
    'MY_KEY',
  ];
  const size = ['--experiment', 'association', '--limit', String(faultNames.length + 4)];
  const how = ['--timeout', String(timeoutMs / 1000), '--retries', '1', '--json'];
  const ran = await seb(['run', ...where, ...size, ...how], { folder, environment });
  expect(ran.code).toBe(2); // some calls failed
  expect(server.received.length - before).toBeGreaterThan(2 * faultNames.length);
  expect(dealt).toBeGreaterThan(2 * faultNames.length);
  const { run: id } = JSON.parse(ran.stdout) as { run: string };
  const outputs = [ran];
  for (const read of [
    ['report', '--out', 'report'],
    ['report', '--json'],
    ['show', id, '--full'],
  ]) {
    const ended = await seb(read, { folder });
    expect(ended.code).toBe(0);
    outputs.push(ended);
  }
  for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(canary);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(readFileSync(file).includes(canary), file).toBe(false);
  expect(elsewhere.received).toEqual([]);
  expect(socketsOf(folder)).toEqual([new URL(server.url).host]);
  await elsewhere.close();
}, 120_000);
