import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { modelContract } from '../../../test/support/models/contract.ts';
import {
  deadUrl,
  type Handler,
  type LoopbackServer,
  loopbackServer,
} from '../../../test/support/models/loopback-server.ts';
import { testRequest } from '../../../test/support/models/request.ts';
import {
  anthropicWire,
  converseAnswer,
  googleWire,
  mistralWire,
  openAiWire,
  replies,
  responsesAnswer,
  type Wire,
} from '../../../test/support/models/wire.ts';
import type { Answer } from '../../domain/answer.ts';
import type { ModelOptions } from '../model-options.ts';
import { hostedModel, missingPackage } from './hosted.ts';
import { type HostedName, hostedProviders } from './hosted-providers.ts';

const secret = 'key-of-the-test-0123456789';
let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

/** Unsets every variable of every provider, so that no test depends on the machine's environment. */
const environment = Object.fromEntries(
  Object.values(hostedProviders).flatMap(({ credentials }) =>
    credentials.flat().map((variable) => [variable, /REGION|RESOURCE/.test(variable) ? 'somewhere' : secret]),
  ),
);

async function open(provider: HostedName, options: ModelOptions = {}) {
  return await hostedModel(provider, 'some-model', { environment, baseUrl: `${server.url}/v1`, ...options });
}

async function ask(provider: HostedName, handler: Handler, options: ModelOptions = {}) {
  server.handle(handler);
  const model = await open(provider, options);
  try {
    return await model.ask(testRequest({ sampling: { maxOutputTokens: 20 } }));
  } finally {
    await model.close();
  }
}

const wires: readonly (readonly [HostedName, Wire, string])[] = [
  ['openai', openAiWire, 'authorization'],
  ['anthropic', anthropicWire, 'x-api-key'],
  ['google', googleWire, 'x-goog-api-key'],
  ['mistral', mistralWire, 'authorization'],
];

for (const [provider, wire] of wires) {
  const staged = (handler: Handler) => async () => {
    server.handle(handler);
    return { model: await open(provider), request: testRequest({ sampling: { maxOutputTokens: 20 } }) };
  };
  const failing = (retryable: boolean, status: number, message: string) => async () => ({
    ...(await staged(replies(status, wire.error(message)))()),
    retryable,
  });
  modelContract({
    name: `AI SDK, ${provider}`,
    secret,
    answered: staged(replies(200, wire.answered)),
    truncated: staged(replies(200, wire.truncated)),
    filtered: staged(replies(200, wire.filtered)),
    failures: {
      unauthorized: failing(false, 401, `the key ${secret} is wrong`),
      'not-found': failing(false, 404, 'no such model'),
      'rate-limited': failing(true, 429, 'slow down'),
      overloaded: failing(true, 529, 'overloaded'),
      'server-error': failing(true, 500, 'oops'),
      timeout: failing(true, 408, 'too slow'),
      'invalid-request': failing(false, 400, 'temperature must be below 2'),
      'context-overflow': failing(false, 400, 'prompt is too long: 9000 tokens > 8192 maximum'),
      'bad-response': async () => ({
        ...(await staged((_, response) => {
          response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html>hi</html>');
        })()),
        retryable: false,
      }),
      network: async () => ({ ...(await staged((_, response) => void response.socket?.destroy())()), retryable: true }),
    },
    slow: async () => ({
      ...(await staged(() => {})()),
      begun: async () => expect.poll(() => server.open(), patience).toBe(1),
      idle: async () => expect.poll(() => server.open(), patience).toBe(0),
    }),
  });
}

/** Timeout for polls on a busy machine. */
const patience = { timeout: 60_000 };

describe('hostedModel with the providers of the AI SDK', () => {
  test.each(wires)(
    '%s: sends the key in its header, returns counts and the serving model',
    async (provider, wire, header) => {
      const { usage, served } = (await ask(provider, replies(200, wire.answered))) as Answer;
      expect(server.received.at(-1)?.headers[header]).toContain(secret);
      expect(usage).toMatchObject({ input: 12, output: 9 });
      expect(usage.raw).not.toBeNull();
      expect(served.model).toBe('served-model');
    },
  );

  test('counts cached and reasoning tokens within input and output', async () => {
    const counts = { input: 12, cachedInput: 4, output: 9, reasoning: 6 };
    const openai = (await ask('openai', replies(200, openAiWire.answered))) as Answer;
    expect(openai.usage).toMatchObject(counts);
    const google = (await ask('google', replies(200, googleWire.answered))) as Answer;
    expect(google.usage).toMatchObject(counts);
    const anthropic = (await ask('anthropic', replies(200, anthropicWire.answered))) as Answer;
    expect(anthropic.usage).toMatchObject({ input: 12, cachedInput: 4, output: 9 });
  });

  test('separates reasoning from the text', async () => {
    const expected = { kind: 'answered', text: 'four', reasoning: 'two and two' };
    expect(await ask('anthropic', replies(200, anthropicWire.answered))).toMatchObject(expected);
    expect(await ask('google', replies(200, googleWire.answered))).toMatchObject(expected);
  });

  test('openai: returns the fingerprint, and sends a seed', async () => {
    server.handle(replies(200, openAiWire.answered));
    const model = await open('openai', { logprobs: true });
    const sampling = { temperature: 0, topP: 0.5, seed: 7, maxOutputTokens: 3 } as const;
    const answer = (await model.ask(testRequest({ sampling }))) as Answer;
    expect(answer.served.fingerprint).toBe('fp-1');
    const { path, body } = server.received.at(-1) ?? { path: '', body: '' };
    expect(path).toBe('/v1/chat/completions');
    expect(JSON.parse(body)).toMatchObject({ temperature: 0, top_p: 0.5, seed: 7, max_tokens: 3, logprobs: true });
    await model.close();
  });

  test('warns once about a setting that a provider ignores', async () => {
    server.handle(replies(200, anthropicWire.answered));
    const warnings: string[] = [];
    const model = await open('anthropic', { onWarning: (warning) => warnings.push(warning) });
    for (let turn = 0; turn < 2; turn += 1) await model.ask(testRequest({ sampling: { seed: 1, maxOutputTokens: 9 } }));
    expect(warnings.filter((warning) => warning.includes('seed'))).toHaveLength(1);
    await model.close();
  });

  test('returns the wait that a server requests', async () => {
    const limited = await ask('openai', replies(429, openAiWire.error('slow'), { 'retry-after': '2' }));
    expect(limited).toMatchObject({ code: 'rate-limited', retryAfterMs: 2000, status: 429 });
  });

  test('does not follow a redirect with the key', async () => {
    const before = server.received.length;
    const failure = await ask('anthropic', (_, r) => void r.writeHead(307, { location: `${server.url}/x` }).end());
    expect(failure).toMatchObject({ code: 'bad-response', message: expect.stringContaining('redirect') });
    expect(server.received).toHaveLength(before + 1);
  });

  test('reports an unreachable server', async () => {
    const model = await open('mistral', { baseUrl: `${await deadUrl()}/v1` });
    expect(await model.ask(testRequest())).toMatchObject({
      code: 'network',
      message: expect.stringContaining('is the server running'),
    });
    await model.close();
  });
});

describe('every other provider answers through its package', () => {
  test.each([
    ['deepseek', openAiWire.answered],
    ['groq', openAiWire.answered],
    ['togetherai', openAiWire.answered],
    ['openrouter', { ...(openAiWire.answered as object), provider: 'Upstream Inc' }],
    ['azure', openAiWire.answered],
    ['xai', responsesAnswer],
    ['bedrock', converseAnswer],
  ] as const)('%s', async (provider, body) => {
    const answer = (await ask(provider, replies(200, body))) as Answer;
    expect(answer).toMatchObject({ kind: 'answered', text: 'four', usage: { input: 12, output: 9 } });
    expect(JSON.stringify(server.received.at(-1)?.headers)).toContain(provider === 'bedrock' ? 'Bearer' : secret);
    if (provider === 'openrouter') expect(answer.served.upstream).toBe('Upstream Inc');
  });

  test('sends the effort to openrouter', async () => {
    server.handle(replies(200, openAiWire.answered));
    const model = await open('openrouter');
    await model.ask(testRequest({ sampling: { reasoningEffort: 'low' } }));
    expect(JSON.parse(server.received.at(-1)?.body ?? '')).toMatchObject({ reasoning: { effort: 'low' } });
    await model.close();
  });
});

describe('an answer that the server broke off is a failure that is retried once', () => {
  const openAi = (finish_reason: unknown) => ({
    ...(openAiWire.answered as object),
    choices: [{ index: 0, message: { role: 'assistant', content: 'fo' }, finish_reason }],
  });
  const anthropic = (stop_reason: unknown) => ({ ...(anthropicWire.answered as object), stop_reason });
  const google = (finishReason: unknown) => ({
    ...(googleWire.answered as object),
    candidates: [{ content: { role: 'model', parts: [{ text: 'fo' }] }, finishReason, index: 0 }],
  });
  test.each([
    ['openai', openAi('abort')],
    ['openrouter', openAi('error')],
    ['deepseek', openAi('insufficient_system_resource')],
    ['mistral', openAi('error')],
    ['groq', openAi('cancelled')],
    ['togetherai', openAi('network_error')],
    ['azure', openAi({ type: 'abort' })],
    ['anthropic', anthropic('pause_turn')],
    ['google', google('MALFORMED_FUNCTION_CALL')],
    ['xai', { ...responsesAnswer, status: 'failed' }],
    ['bedrock', { ...converseAnswer, stopReason: 'malformed_model_output' }],
  ] as const)('%s', async (provider, body) => {
    expect(await ask(provider, replies(200, body))).toMatchObject({ code: 'server-error', maxRetries: 1 });
  });

  const kept = { kind: 'answered', text: 'fo', endIsUnknown: true };
  test.each([
    ['openai', openAi(''), kept],
    ['google', google('OTHER'), kept],
    ['google', google('RECITATION'), { kind: 'filtered' }],
  ] as const)('%s: an unknown end and a filter are not a broken answer', async (provider, body, expected) => {
    expect(await ask(provider, replies(200, body))).toMatchObject(expected);
  });
});

describe('identity', () => {
  test('is the name, and the base URL if it is not the default', async () => {
    const usual = await open('openai', { baseUrl: null });
    expect(usual.identity).toBe('openai/some-model');
    expect((await open('openai')).identity).toBe(`openai/some-model@${server.url}/v1`);
    const elsewhere = { ...environment, OPENAI_BASE_URL: 'http://127.0.0.1:5/v1/' };
    const redirected = await open('openai', { baseUrl: null, environment: elsewhere });
    expect(redirected.identity).toBe('openai/some-model@http://127.0.0.1:5/v1');
    const ownEndpoint = { ...environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:5' };
    const ofAws = await open('bedrock', { baseUrl: null, environment: ownEndpoint });
    expect(ofAws.identity).toBe('bedrock/some-model@http://127.0.0.1:5');
    expect((await open('azure', { baseUrl: null })).identity).toBe('azure/some-model@somewhere');
  });

  test('names the variable of a missing key', async () => {
    await expect(open('anthropic', { environment: {} })).rejects.toThrow(/ANTHROPIC_API_KEY is not set/);
    await expect(open('openai', { apiKeyVariable: 'MY_KEY' })).rejects.toThrow(/MY_KEY is not set/);
  });
});

describe('missingPackage', () => {
  test('names the command that installs the package of a provider', async () => {
    const absent = '@ai-sdk/not-installed';
    const error: unknown = await import(/* @vite-ignore */ absent).catch(() =>
      Object.assign(new Error(`Cannot find package '${absent}' imported from /seb/hosted.js`), {
        code: 'ERR_MODULE_NOT_FOUND',
      }),
    );
    expect(missingPackage(error, 'openai/x', absent)).toMatchObject({
      code: 'no-provider-package',
      hint: expect.stringContaining(`npm install ${absent}`),
    });
    expect(missingPackage(error, 'openai/x', '@ai-sdk/openai')).toBeNull();
    expect(missingPackage(new Error('other'), 'openai/x', absent)).toBeNull();
  });

  test('declares every provider package as an optional peer of any version', () => {
    const { peerDependencies, peerDependenciesMeta, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const { package: name } of Object.values(hostedProviders)) {
      expect(peerDependencies[name], name).toBe('*'); // a range would make npm refuse a project with another version
      expect(peerDependenciesMeta[name]).toEqual({ optional: true });
      expect(dependencies).not.toHaveProperty([name]);
    }
  });
});

describe('hostedModel with an installed package of another AI SDK', () => {
  afterEach(() => vi.doUnmock('@ai-sdk/openai'));

  test.each([
    [
      'makes models of AI SDK 5',
      { createOpenAI: () => ({ chat: () => ({ specificationVersion: 'v2', doGenerate() {} }) }) },
    ],
    ['lacks the function that makes models', { createOpenAI: undefined }],
  ])('names the command that installs a compatible version when it %s', async (_, exports) => {
    vi.doMock('@ai-sdk/openai', () => exports);
    await expect(open('openai')).rejects.toMatchObject({
      code: 'unfit-provider-package',
      message: expect.stringContaining('@ai-sdk/openai'),
      hint: expect.stringContaining('npm install @ai-sdk/openai@latest'),
    });
  });
});
