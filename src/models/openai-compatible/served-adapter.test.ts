import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelContract } from '../../../test/support/models/contract.ts';
import {
  deadUrl,
  type Handler,
  type LoopbackServer,
  loopbackServer,
  sendJson,
} from '../../../test/support/models/loopback-server.ts';
import { testRequest } from '../../../test/support/models/request.ts';
import type { Attempt } from '../../domain/answer.ts';
import type { ModelOptions } from '../model-options.ts';
import { createModel } from '../registry.ts';
import { parseServedAdapter } from './served-adapter.ts';

const secret = 'key-of-the-test-0123456789';
const environment = { MY_KEY: secret };
let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

const listed = { id: 'self', object: 'model', root: '/adapters/self', parent: 'org/base' };
const completion = {
  id: 'c-1',
  model: 'self',
  choices: [{ index: 0, message: { role: 'assistant', content: 'river' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 1 },
};

/** Starts a vLLM server that lists these models and answers every chat. */
function serving(
  models: readonly unknown[],
  chat: Handler = (_, response) => sendJson(response, 200, completion),
): Handler {
  return (received, response) =>
    received.path === '/v1/models'
      ? sendJson(response, 200, { object: 'list', data: models })
      : chat(received, response);
}

function open(options: ModelOptions = {}) {
  return createModel('vllm/org/base:self', {
    baseUrl: `${server.url}/v1`,
    apiKeyVariable: 'MY_KEY',
    environment,
    concurrency: 4,
    ...options,
  });
}

async function ask(handler: Handler, options: ModelOptions = {}): Promise<Attempt> {
  server.handle(handler);
  const model = await open(options);
  try {
    return await model.ask(testRequest());
  } finally {
    await model.close();
  }
}

const staged = (handler: Handler) => async () => {
  server.handle(handler);
  return { model: await open(), request: testRequest() };
};

modelContract({
  name: 'an adapter served by vLLM',
  answered: staged(serving([listed])),
  slow: async () => ({
    ...(await staged(serving([listed], () => {}))()),
    begun: async () => expect.poll(() => server.open(), { timeout: 60_000, interval: 5 }).toBe(1),
    idle: async () => expect((await ask(serving([listed]))).kind).toBe('answered'),
  }),
  failures: {
    'not-found': async () => ({ ...(await staged(serving([]))()), retryable: false }),
    unauthorized: async () => ({
      ...(await staged((_, response) => sendJson(response, 401, { error: `bad key ${secret}` }))()),
      retryable: false,
    }),
  },
  secret,
});

describe('parseServedAdapter', () => {
  it('splits the base from the adapter at the first colon', () => {
    expect(parseServedAdapter('org/base:a:b')).toEqual({ base: 'org/base', adapter: 'a:b' });
    expect(parseServedAdapter('org/base')).toBeNull();
  });

  it.each([':self', 'base:'])('refuses %s', (name) => {
    expect(() => parseServedAdapter(name)).toThrow(/has no/);
  });
});

describe('vllm/BASE:ADAPTER', () => {
  it('requests the adapter as the model, after the server listed it once', async () => {
    server.handle(serving([{ id: 'org/base', parent: null }, listed]));
    const before = server.received.length;
    const model = await open();
    await model.ask(testRequest());
    await model.ask(testRequest());
    await model.close();
    const sent = server.received.slice(before);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/models',
      'POST /v1/chat/completions',
      'POST /v1/chat/completions',
    ]);
    expect(sent[0]?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject({ model: 'self' });
  });

  it.each([
    ['alone', [{ id: 'org/base:self' }]],
    ['beside an adapter of the second half', [{ id: 'org/base:self' }, listed]],
  ])('requests the whole name, which the server lists %s', async (_, models) => {
    const notes: string[] = [];
    const before = server.received.length;
    expect(await ask(serving(models), { onNote: (note) => notes.push(note) })).toMatchObject({ kind: 'answered' });
    expect(JSON.parse(server.received.slice(before).at(-1)?.body ?? '')).toMatchObject({ model: 'org/base:self' });
    expect(notes).toEqual([]);
  });

  it('has the sha256 of the adapter in its identity when the job gave one', async () => {
    const [unknown, known] = [await open(), await open({ adapterHash: 'a'.repeat(64) })];
    await Promise.all([unknown.close(), known.close()]);
    expect(unknown.identity).toBe(`vllm/org/base:self@${server.url}/v1`);
    expect(known.identity).toBe(`vllm/org/base:self@${server.url}/v1+sha256:${'a'.repeat(64)}`);
  });

  it.each([
    [
      'does not list it',
      serving([{ id: 'org/base' }]),
      'not-found',
      /lists neither a model "org\/base:self" nor the adapter "self": .*--enable-lora/,
    ],
    [
      'lists it under another base',
      serving([{ ...listed, parent: 'org/other' }]),
      'not-found',
      /an adapter of "org\/other", not/,
    ],
    [
      'lists a model of that name',
      serving([{ ...listed, parent: null }]),
      'not-found',
      /a model without a parent, not/,
    ],
    [
      'sends a web page',
      (_: unknown, response: Parameters<Handler>[1]) => void response.end('<html>'),
      'bad-response',
      /list of models/,
    ],
  ] as const)('sends no prompt to a server that %s', async (_, handler, code, message) => {
    const before = server.received.length;
    const attempt = await ask(handler);
    expect(attempt).toMatchObject({ kind: 'failed', code, message: expect.stringMatching(message) });
    expect(server.received.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('requests the list again after the server was unreachable', async () => {
    const model = await open({ baseUrl: `${await deadUrl()}/v1` });
    expect(await model.ask(testRequest())).toMatchObject({ kind: 'failed', code: 'network', retryable: true });
    await model.close();
  });
});
