import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { type LoopbackServer, loopbackServer } from '../support/models/loopback-server.ts';
import { openAiWire, replies } from '../support/models/wire.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
  server.handle(replies(200, openAiWire.answered));
});
afterAll(() => server.close());

const folder = mkdtempSync(join(tmpdir(), 'seb-doctor-'));

async function checked(...args: readonly string[]) {
  const { code, stdout, stderr } = await sebHere([
    'doctor',
    ...args,
    '--store',
    join(folder, 'store.sqlite'),
    '--json',
  ]);
  const checks = JSON.parse(stdout) as { what: string; ok: boolean; line: string }[];
  return {
    code,
    stderr,
    models: checks
      .filter(({ what }) => what.includes('/'))
      .filter(({ what }) => !/^(content of )?(the )?store/.test(what)),
  };
}

test('tries every model of a run at its endpoint, including the judge', async () => {
  const { code, models: checks } = await checked(
    ...['--model', 'openai-compatible/subject', 'simulated/sam'],
    ...['--judge', 'openai-compatible/judge', '--base-url', `${server.url}/v1`],
  );
  expect(checks.map(({ what, ok }) => [what, ok])).toEqual([
    ['openai-compatible/subject', true],
    ['simulated/sam', true],
    ['openai-compatible/judge', true],
  ]);
  expect(code).toBe(0);
  const asked = server.received.filter(({ body }) => body !== ''); // doctor also asks for the list of models
  const models = asked.map(({ body }) => (JSON.parse(body) as { model: string }).model); // each for several features
  expect([...new Set(models)]).toEqual(['subject', 'judge']);
});

test('lists keys of one provider below each other', async () => {
  const { stdout } = await sebHere(['models']);
  expect(stdout).toMatch(
    /^ *google\/\S+ .* \(needs\s+GOOGLE_GENERATIVE_AI_API_KEY or\s+GEMINI_API_KEY or GOOGLE_API_KEY\)$/m,
  );
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(210);
});

test('looks up a replayed run in the store', async () => {
  const store = ['--store', join(folder, 'store.sqlite')];
  const ran = await sebHere(['run', '--model', 'simulated/sam', '--limit', '1', '--json', ...store]);
  const { run } = JSON.parse(ran.stdout) as { run: string };
  const { code, models } = await checked('--model', `replay/${run}`, 'replay/none');
  expect(models).toMatchObject([{ ok: true }, { ok: false, line: 'the store has no run none' }]);
  expect(code).toBe(1);
});

test('calls a model object of the config file', async () => {
  const config = join(folder, 'seb.config.mjs');
  writeFileSync(
    config,
    `const answer = { content: [{ type: 'text', text: 'yes' }], finishReason: { unified: 'stop', raw: 'stop' },
       usage: { inputTokens: {}, outputTokens: {} }, warnings: [{ type: 'unsupported', feature: 'seed\\u001b[31m' }], response: { modelId: 'the-object' } };
     export default { model: [{ specificationVersion: 'v4', provider: 'mine.chat', modelId: 'm', doGenerate: async () => answer }] };`,
  );
  const { code, models, stderr } = await checked('--config', config);
  expect(stderr).toContain('note: mine/m: unsupported seed\\u001b[31m\n');
  expect(models).toMatchObject([{ what: 'mine/m', ok: true, line: expect.stringContaining('as the-object') }]);
  expect(code).toBe(0);
});
