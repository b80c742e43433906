import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeModel } from './probe.ts';
import { deadUrl, type LoopbackServer, loopbackServer } from './testing/loopback-server.ts';
import { openAiWire, replies } from './testing/wire.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

const probed = (baseUrl = server.url) => probeModel('openai-compatible/m', { baseUrl: `${baseUrl}/v1` });

test('a server that answers', async () => {
  server.handle(replies(200, openAiWire.answered));
  expect(await probed()).toMatchObject({
    ok: true,
    line: expect.stringMatching(/^answers as served-model \(\d+ ms\)$/),
  });
  expect(JSON.parse(server.received.at(-1)?.body ?? '')).toMatchObject({ max_tokens: 16 });
});

test('a server without usage fields is told apart', async () => {
  server.handle(replies(200, { choices: [{ message: { content: 'yes' } }] }));
  expect(await probed()).toMatchObject({ ok: true, line: expect.stringContaining('counts no tokens') });
});

test('a wrong address, a wrong model, a missing key and a wrong name are results, not throws', async () => {
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

test('what asks nobody is not asked', async () => {
  expect(await probeModel('simulated/sam')).toMatchObject({ ok: true, line: 'asks nobody' });
  expect(await probeModel('simulated/sam?slef=1')).toMatchObject({ ok: false, hint: expect.stringContaining('self=') });
});
