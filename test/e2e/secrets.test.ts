import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackServer, loopbackServer, sendJson } from '../../src/models/testing/loopback-server.ts';
import { seb, socketsOf } from '../support/command.ts';

const canary = 'sk-canary-5f1f0c2b77e94d0d';
let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

test('a key from .env is sent to the server alone; .env stays as it is; no other socket is opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-secret-'));
  const dotEnv = join(folder, '.env');
  writeFileSync(dotEnv, `MY_KEY=${canary}\n`);
  const written = statSync(dotEnv).mtimeMs;
  let answered = 0;
  server.handle(({ headers, body }, response) => {
    answered += 1;
    const key = String(headers.authorization);
    // servers repeat keys in their complaints, in bodies and in headers
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
