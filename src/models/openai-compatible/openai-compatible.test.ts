import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { modelContract } from '../../../test/support/models/contract.ts';
import {
  deadUrl,
  type Handler,
  type LoopbackServer,
  loopbackServer,
  sendJson,
} from '../../../test/support/models/loopback-server.ts';
import { type RequestParts, testRequest } from '../../../test/support/models/request.ts';
import type { Answer, Failure } from '../../domain/answer.ts';
import { maxRetryAfterMs } from '../http/retry-after.ts';
import { type OpenAiCompatibleOptions, openAiCompatibleModel } from './openai-compatible.ts';
import { plainDialect, serverPresets } from './server-presets.ts';

const secret = 'key-of-the-test-0123456789';
let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

function completion(content: unknown, more: Record<string, unknown> = {}, choice: Record<string, unknown> = {}) {
  return {
    id: 'c-1',
    model: 'served-model',
    system_fingerprint: 'fp-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...choice }],
    usage: { prompt_tokens: 12, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 }, extra: 'kept' },
    ...more,
  };
}

function model(options: Partial<OpenAiCompatibleOptions> = {}) {
  const fixed = { name: 'openai-compatible/m', model: 'm', apiKey: secret, concurrency: 4 } as const;
  return openAiCompatibleModel({
    ...fixed,
    baseUrl: `${server.url}/v1`,
    dialect: plainDialect,
    logprobs: false,
    ...options,
  });
}

function staged(handler: Handler, options: Partial<OpenAiCompatibleOptions> = {}) {
  return async () => {
    server.handle(handler);
    return { model: model(options), request: testRequest() };
  };
}

const failing = (retryable: boolean, handler: Handler) => async () => ({ ...(await staged(handler)()), retryable });
const status = (code: number, body: unknown, headers: Record<string, string> = {}): Handler => {
  return (_, response) => sendJson(response, code, body, headers);
};

async function ask(handler: Handler, parts: RequestParts = {}, options: Partial<OpenAiCompatibleOptions> = {}) {
  server.handle(handler);
  const asked = model(options);
  try {
    return await asked.ask(testRequest(parts));
  } finally {
    await asked.close();
  }
}

/** Timeout for polls on a busy machine. */
const patience = { timeout: 60_000 };

modelContract({
  name: 'openai-compatible',
  secret,
  answered: staged(status(200, completion('hello'))),
  truncated: staged(status(200, completion('hel', {}, { finish_reason: 'length' }))),
  filtered: staged(status(200, completion(null, {}, { finish_reason: 'content_filter' }))),
  failures: {
    unauthorized: failing(false, status(401, { error: { message: `Incorrect API key provided: ${secret}` } })),
    'not-found': failing(false, status(404, { error: { message: "model 'm' not found" } })),
    'rate-limited': failing(true, status(429, { error: { message: 'slow down' } }, { 'retry-after': '3' })),
    overloaded: failing(true, status(529, { error: 'overloaded' })),
    'server-error': failing(true, status(500, {})),
    timeout: failing(true, status(408, {})),
    'invalid-request': failing(false, status(400, { error: { message: 'temperature must be below 2' } })),
    'context-overflow': failing(
      false,
      status(400, { error: { message: "This model's maximum context length is 4096 tokens." } }),
    ),
    'bad-response': failing(false, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html>hi</html>');
    }),
    network: failing(true, (_, response) => {
      response.socket?.destroy();
    }),
  },
  slow: async () => ({
    ...(await staged(() => {})()),
    begun: async () => expect.poll(() => server.open(), patience).toBe(1),
    idle: async () => expect.poll(() => server.open(), patience).toBe(0),
  }),
});

describe('openAiCompatibleModel: the request', () => {
  const sent = async (parts: RequestParts, options: Partial<OpenAiCompatibleOptions> = {}) => {
    await ask(status(200, completion('ok')), parts, options);
    const last = server.received.at(-1);
    return { path: last?.path, headers: last?.headers ?? {}, body: JSON.parse(last?.body ?? 'null') as unknown };
  };

  test('sends only parameters that the run sets', async () => {
    const { path, headers, body } = await sent({});
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${secret}`);
    expect(body).toEqual({ model: 'm', messages: [{ role: 'user', content: 'Say it.' }], stream: false });
    expect((await sent({}, { apiKey: null })).headers.authorization).toBeUndefined();
  });

  test('sends every sampling field under its wire name', async () => {
    const sampling = { temperature: 0, topP: 0.9, maxOutputTokens: 7, seed: 3, reasoningEffort: 'none' } as const;
    const expected = { temperature: 0, top_p: 0.9, max_tokens: 7, seed: 3, reasoning_effort: 'none' };
    const { body } = await sent({ sampling }, { logprobs: true });
    expect(body).toMatchObject({ ...expected, logprobs: true });
    expect(body).not.toHaveProperty('chat_template_kwargs');
    const vllm = await sent({ sampling }, { dialect: serverPresets.vllm });
    expect(vllm.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } });
    const low = await sent({ sampling: { reasoningEffort: 'low' } }, { dialect: serverPresets.vllm });
    const messages = [{ role: 'user', content: 'Say it.' }];
    expect(low.body).toEqual({ model: 'm', messages, stream: false, reasoning_effort: 'low' });
  });

  test('continues a prefilled answer if the server supports it', async () => {
    const messages = [
      { role: 'user', content: 'Say it.' },
      { role: 'assistant', content: '{"' },
    ] as const;
    const vllm = await sent({ messages }, { dialect: serverPresets.vllm });
    expect(vllm.body).toMatchObject({ messages, continue_final_message: true, add_generation_prompt: false });
    expect((await sent({ messages })).body).not.toHaveProperty('continue_final_message');
  });
});

describe('openAiCompatibleModel: the response', () => {
  const answer = async (body: unknown) => (await ask(status(200, body))) as Answer;

  test('returns counts, raw usage and the serving model', async () => {
    const { usage, served } = await answer(completion('hi', { provider: 'Upstream Inc' }));
    expect(usage).toMatchObject({ input: 12, cachedInput: 4, output: 5, reasoning: null });
    expect(usage.raw).toMatchObject({ extra: 'kept' });
    expect(served).toEqual({ model: 'served-model', fingerprint: 'fp-1', upstream: 'Upstream Inc' });
  });

  test('keeps unknown counts unknown', async () => {
    const unknown = { input: null, cachedInput: null, output: null, reasoning: null };
    expect((await answer(completion('hi', { usage: undefined }))).usage).toEqual({ ...unknown, raw: null });
    expect((await answer(completion('hi', { usage: { prompt_tokens: -1 } }))).usage).toMatchObject(unknown);
  });

  test('separates reasoning, however it is delivered', async () => {
    const message = (fields: object) => completion('', {}, { message: { role: 'assistant', ...fields } });
    const expected = { kind: 'answered', text: 'four', reasoning: 'two and two' };
    expect(await answer(message({ content: 'four', reasoning_content: 'two and two' }))).toMatchObject(expected);
    expect(await answer(message({ content: 'four', reasoning: 'two and two' }))).toMatchObject(expected);
    expect(await answer(completion('<think>two and two</think>four'))).toMatchObject(expected);
    const details = { completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 6 } };
    expect((await answer(completion('four', { usage: details }))).usage).toMatchObject({ output: 9, reasoning: 6 });
    const beside = { ...details, prompt_tokens: 4, total_tokens: 19 };
    expect((await answer(completion('four', { usage: beside }))).usage).toMatchObject({ output: 15, reasoning: 6 });
  });

  test('returns a truncated answer when reasoning used all tokens', async () => {
    const choice = { message: { content: null, reasoning_content: 'hm' }, finish_reason: 'length' };
    expect(await answer(completion('', {}, choice))).toMatchObject({ kind: 'truncated', text: '', reasoning: 'hm' });
  });

  test('log-probabilities', async () => {
    const logprobs = { content: [{ token: 'hi', logprob: -0.5, top_logprobs: [] }] };
    expect((await answer(completion('hi', {}, { logprobs }))).logprobs).toEqual([{ token: 'hi', logprob: -0.5 }]);
  });

  test('reads content in parts, a refusal, and a prompt filtered with HTTP 400', async () => {
    expect(
      (
        await answer(
          completion([
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ]),
        )
      ).text,
    ).toBe('ab');
    const refusal = { message: { content: null, refusal: 'I cannot.' } };
    expect(await answer(completion('', {}, refusal))).toMatchObject({ kind: 'answered', text: 'I cannot.' });
    const filtered = await ask(status(400, { error: { message: 'policy', code: 'content_filter' } }));
    expect(filtered).toMatchObject({ kind: 'filtered', text: '' });
  });
});

describe('failures with advice', () => {
  const failure = async (handler: Handler) => (await ask(handler)) as Failure;

  test('reports a web page, malformed JSON, other JSON, no content, a tool call', async () => {
    const page = await failure((_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect(page.message).toMatch(/a web page \(text\/html.*\/v1/);
    const broken = await failure((_, r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('{cho}'));
    expect(broken).toMatchObject({ code: 'bad-response', message: expect.stringContaining('JSON that is not valid') });
    const other = await failure(status(200, { hello: 'world' }));
    expect(other).toMatchObject({ code: 'bad-response', message: expect.stringContaining('choices') });
    const none = await failure(status(200, completion(null)));
    expect(none).toMatchObject({ code: 'server-error', message: expect.stringContaining('without content') });
    const call = { message: { content: null, tool_calls: [{}] }, finish_reason: 'tool_calls' };
    expect((await failure(status(200, completion('', {}, call)))).message).toContain('a tool call');
  });

  test('reports a server that requires a key', async () => {
    const refuses = status(401, { error: { message: 'no' } });
    server.handle(refuses);
    const asked = model({ apiKey: null });
    expect(await asked.ask(testRequest())).toMatchObject({ message: expect.stringContaining('--api-key-variable') });
    await asked.close();
    expect((await failure(refuses)).message).toContain('(check the key and its permissions)');
  });

  test.each([201, 202, 204, 206])('reports status %i as unexpected', async (code) => {
    const odd = await failure((_, r) => void r.writeHead(code).end());
    expect(odd).toMatchObject({ code: 'bad-response', status: code });
    expect(odd.message).toContain('expected status 200');
    expect(odd.message).not.toContain('redirect');
  });

  test('does not follow a redirect', async () => {
    const before = server.received.length;
    const { code, message } = await failure((_, r) => void r.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
    expect(code).toBe('bad-response');
    expect(message).toContain('a redirect to http://127.0.0.1:1/');
    expect(server.received).toHaveLength(before + 1);
  });

  test('reports an unreachable server', async () => {
    const url = `${await deadUrl()}/v1`;
    const asked = model({ baseUrl: url });
    expect(await asked.ask(testRequest())).toMatchObject({
      code: 'network',
      retryable: true,
      message: `connection refused: is the server running at ${url}?`,
    });
    await asked.close();
  });

  test('returns the requested wait, and does not retry an exhausted quota', async () => {
    const limited = await failure(status(429, { error: { message: 'slow' } }, { 'retry-after': '2' }));
    expect(limited).toMatchObject({ code: 'rate-limited', retryable: true, retryAfterMs: 2000, status: 429 });
    const quota = await failure(status(429, { error: { message: 'no', code: 'insufficient_quota' } }));
    expect(quota).toMatchObject({ code: 'rate-limited', retryable: false });
  });

  test('caps an excessive wait, and reports both times', async () => {
    const limited = await failure(status(429, { error: { message: 'slow' } }, { 'retry-after': '1000000000' }));
    expect(limited.retryAfterMs).toBe(maxRetryAfterMs);
    expect(limited.message).toMatch(/requests a wait of 277777 h 46 min; the maximum wait is 15 min 0 s/);
  });

  test('reports an error inside a body with status 200', async () => {
    const upstream = await failure(status(200, { error: { message: 'upstream is full', code: 503 } }));
    expect(upstream).toMatchObject({ code: 'overloaded', retryable: true });
  });

  test('limits an endless body', async () => {
    const endless = await failure((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = ' '.repeat(1024 * 1024);
      const write = () => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', write);
      write();
    });
    expect(endless).toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining('too large for an answer'),
    });
  });
});

test("never opens more connections than the endpoint's concurrency, however many models it serves", async () => {
  let most = 0;
  const full = Promise.withResolvers<void>();
  server.handle(async (_, response) => {
    most = Math.max(most, server.open());
    if (most >= 3) full.resolve();
    await full.promise; // the first requests wait for each other
    sendJson(response, 200, completion('ok'));
  });
  const models = [model({ concurrency: 3 }), model({ concurrency: 3, name: 'openai-compatible/other' })];
  await Promise.all(Array.from({ length: 20 }, (_, number) => models[number % 2]?.ask(testRequest())));
  await models[0]?.close();
  expect(await models[1]?.ask(testRequest())).toMatchObject({ kind: 'answered' }); // the other still uses them
  await models[1]?.close();
  expect(most).toBe(3);
});

beforeEach(() => server.handle(status(500, {})));
