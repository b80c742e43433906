import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadUrl, type LoopbackServer, loopbackServer, sendJson } from '../../test/support/models/loopback-server.ts';
import { openAiWire, replies } from '../../test/support/models/wire.ts';
import { probeModel } from './probe.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

const probed = (baseUrl = server.url) => probeModel('openai-compatible/m', { baseUrl: `${baseUrl}/v1` });

test('reports a server that answers', async () => {
  server.handle(replies(200, openAiWire.answered));
  expect(await probed()).toMatchObject({
    ok: true,
    line: expect.stringMatching(/^answers as served-model \(\d+ ms\)$/),
  });
  const chat = server.received.find(({ path }) => path.endsWith('/chat/completions'));
  expect(JSON.parse(chat?.body ?? '')).toMatchObject({ max_tokens: 16 });
});

test('warns when the server reports a name that has nothing in common with the requested one', async () => {
  server.handle(replies(200, openAiWire.answered));
  const asked = (name: string) => probeModel(`openai-compatible/${name}`, { baseUrl: `${server.url}/v1` });
  expect(await asked('zeta')).toMatchObject({
    ok: true,
    hint: expect.stringContaining('does not report the name "zeta"'),
  });
  expect(await asked('served-model')).toMatchObject({ ok: true, hint: null });
  expect(await asked('served')).toMatchObject({ ok: true, hint: null });
});

test('warns when the server does not list the requested name', async () => {
  server.handle((request, response) => {
    const list = { data: [{ id: 'alpha' }, { id: 'llama3.2:latest' }] };
    if (request.path === '/v1/models') return sendJson(response, 200, list);
    return sendJson(response, 200, { choices: [{ message: { content: 'yes' } }], usage: { completion_tokens: 1 } });
  });
  const asked = (name: string) => probeModel(`openai-compatible/${name}`, { baseUrl: `${server.url}/v1` });
  expect(await asked('alhpa')).toMatchObject({
    ok: true,
    hint: 'warning: the server does not list the model "alhpa"; it lists alpha, llama3.2:latest; check the spelling',
  });
  expect(await asked('alpha')).toMatchObject({ ok: true, hint: null });
  expect(await asked('llama3.2')).toMatchObject({ ok: true, hint: null });
});

test('recognizes a server without usage fields', async () => {
  server.handle(replies(200, { choices: [{ message: { content: 'yes' } }] }));
  expect(await probed()).toMatchObject({ ok: true, line: expect.stringContaining('reports no token counts') });
});

test('returns invalid URLs, models, keys and names as results, without throwing', async () => {
  expect(await probed(await deadUrl())).toMatchObject({
    ok: false,
    line: expect.stringContaining('is the server running'),
  });
  server.handle(replies(404, { error: { message: 'model "m" not found' } }));
  expect(await probed()).toMatchObject({ ok: false, line: expect.stringContaining('not found') });
  const keyless = await probeModel('openai/x', { environment: {} });
  expect(keyless).toMatchObject({
    ok: false,
    line: expect.stringContaining('OPENAI_API_KEY'),
    hint: expect.any(String),
  });
  expect(await probeModel('opnai/x')).toMatchObject({ ok: false, hint: expect.stringContaining('openai') });
});

test('does not call a model that sends nothing', async () => {
  expect(await probeModel('simulated/sam')).toMatchObject({ ok: true, line: 'sends nothing' });
  expect(await probeModel('simulated/sam?slef=1')).toMatchObject({ ok: false, hint: expect.stringContaining('self=') });
});
