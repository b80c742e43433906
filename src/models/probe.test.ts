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

test.each([
  ['the only one', ['qwen05'], 'qwen99', 'qwen05', 'does not list the model "qwen99"; it lists qwen05;'],
  ['one of two with tags', ['qwen05:latest', 'llama3:8b'], 'qwen99', 'llama3:8b', 'it lists qwen05:latest, llama3:8b;'],
  ['one of many', ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'], 'qwen99', 'qwen99', 'it lists m0, m1, m2, m3, m4 and 1 more;'],
  ['a file', ['/models/qwen05.gguf'], 'qwen99', '/models/qwen05.gguf', 'it lists /models/qwen05.gguf;'],
  ['one with an organization', ['Qwen/Qwen2.5-0.5B'], 'qwen99', 'Qwen/Qwen2.5-0.5B', 'it lists Qwen/Qwen2.5-0.5B;'],
  ['a name in capitals', ['Qwen05'], 'qwen05', 'Qwen05', 'does not list the model "qwen05"; it lists Qwen05;'],
  ['nothing', [], 'qwen99', 'qwen05', 'does not report the name "qwen99"'],
  [
    'the name, and answers as another model',
    ['qwen05'],
    'qwen05',
    'llama3',
    'lists "qwen05", and its answers name "llama3"',
  ],
])('warns of a name where the server lists %s', async (_, ids, name, served, words) => {
  server.handle((request, response) => {
    if (request.path === '/v1/models') return sendJson(response, 200, { data: ids.map((id) => ({ id })) });
    const choices = [{ message: { content: 'yes' } }];
    return sendJson(response, 200, { model: served, choices, usage: { completion_tokens: 1 } });
  });
  const found = await probeModel(`openai-compatible/${name}`, { baseUrl: `${server.url}/v1` });
  expect(found).toMatchObject({ ok: true, line: expect.stringContaining(`answers as ${served}`) });
  expect(found.hint).toContain(words);
  if (ids.includes(name)) expect(found.hint).not.toContain('spelling');
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
