import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4GenerateResult,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { modelContract } from '../../../test/support/models/contract.ts';
import { testRequest } from '../../../test/support/models/request.ts';
import { type AiSdkOptions, aiSdkModel } from './ai-sdk.ts';

type Generate = LanguageModelV4['doGenerate'];

function fake(doGenerate: Generate): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'fake.chat',
    modelId: 'some-model',
    supportedUrls: {},
    doGenerate,
    doStream: () => Promise.reject(new Error('never streamed')),
  };
}

function result(more: Partial<LanguageModelV4GenerateResult> = {}): LanguageModelV4GenerateResult {
  return {
    content: [{ type: 'text', text: 'four' }],
    finishReason: { unified: 'stop', raw: 'end' },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    },
    warnings: [],
    ...more,
  };
}

const finish = (unified: 'length' | 'content-filter' | 'error' | 'interrupted' | 'tool-calls') =>
  result({ content: [], finishReason: { unified, raw: undefined } });

const staged = (doGenerate: Generate) => async () => ({ model: aiSdkModel(fake(doGenerate)), request: testRequest() });
const failing = (retryable: boolean, doGenerate: Generate) => async () => ({
  ...(await staged(doGenerate)()),
  retryable,
});
let open = 0;

modelContract({
  name: 'AI SDK, an object that a user gives',
  answered: staged(async () => result()),
  truncated: staged(async () => finish('length')),
  filtered: staged(async () => finish('content-filter')),
  failures: {
    'server-error': failing(true, async () => finish('interrupted')),
    'bad-response': failing(false, async () => finish('tool-calls')),
    'invalid-request': failing(false, () => Promise.reject(new UnsupportedFunctionalityError({ functionality: 'x' }))),
  },
  slow: async () => ({
    ...(await staged(
      ({ abortSignal }) =>
        new Promise((_, reject) => {
          open += 1;
          abortSignal?.addEventListener('abort', () => {
            open -= 1;
            // A provider may wrap any error that ended its request, including an abort.
            reject(new APICallError({ message: 'aborted', url: 'https://example.test', requestBodyValues: {} }));
          });
        }),
    )()),
    begun: async () => expect.poll(() => open, { timeout: 60_000 }).toBe(1),
    idle: async () => expect(open).toBe(0),
  }),
});

async function ask(doGenerate: Generate, options: AiSdkOptions = {}) {
  return await aiSdkModel(fake(doGenerate), options).ask(testRequest());
}

test("passes messages, sampling and effort in the AI SDK's form", async () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Two and two?' },
    { role: 'assistant', content: 'It is' },
  ] as const;
  const sampling = { temperature: 0.5, topP: 0.9, maxOutputTokens: 7, seed: 3, reasoningEffort: 'low' } as const;
  let seen: Parameters<Generate>[0] | undefined;
  const model = aiSdkModel(
    fake(async (options) => {
      seen = options;
      return result();
    }),
  );
  await model.ask(testRequest({ messages, sampling }));
  const { reasoningEffort, ...rest } = sampling;
  expect(seen).toMatchObject({ ...rest, reasoning: reasoningEffort });
  expect(seen?.prompt).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Two and two?' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'It is' }] },
  ]);
  await model.ask(testRequest());
  expect(seen).not.toHaveProperty('temperature');
  expect(seen).not.toHaveProperty('reasoning');
});

test('reports missing counts as unknown, not 0', async () => {
  const undefinedCounts = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const usage = {
    inputTokens: undefinedCounts,
    outputTokens: { total: Number.NaN, text: undefined, reasoning: undefined },
  };
  const answer = await ask(async () => result({ usage }));
  expect(answer).toMatchObject({ usage: { input: null, cachedInput: null, output: null, reasoning: null, raw: null } });
});

test('counts reasoning beside the output as output', async () => {
  const input = { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined };
  const answerTo = (total: number, raw: { totalTokenCount: number } | { total: null }) =>
    ask(async () =>
      result({ usage: { inputTokens: input, outputTokens: { total, text: undefined, reasoning: 30 }, raw } }),
    );
  expect(await answerTo(5, { total: null })).toMatchObject({ usage: { output: 35, reasoning: 30 } });
  expect(await answerTo(31, { totalTokenCount: 71 })).toMatchObject({ usage: { output: 61, reasoning: 30 } });
  expect(await answerTo(35, { totalTokenCount: 45 })).toMatchObject({ usage: { output: 35, reasoning: 30 } });
});

test('returns log-probabilities, and splits off reasoning that a provider left in the text', async () => {
  const logprobs = [{ token: 'four', logprob: -0.1, top_logprobs: [] }];
  const delivered = await ask(async () => result({ providerMetadata: { fake: { logprobs } } }));
  expect(delivered).toMatchObject({ logprobs: [{ token: 'four', logprob: -0.1 }] });
  const thought = await ask(async () => result({ content: [{ type: 'text', text: '<think>hm</think>four' }] }));
  expect(thought).toMatchObject({ text: 'four', reasoning: 'hm' });
});

test('never shows the request in an HTTP error', async () => {
  const attempt = await ask(
    () =>
      Promise.reject(
        new APICallError({
          message: 'bad key my-own-secret',
          url: 'https://example.test/v1?key=my-own-secret',
          requestBodyValues: { secret: 'my-own-secret' },
          statusCode: 403,
        }),
      ),
    { secrets: ['my-own-secret'] },
  );
  expect(attempt).toMatchObject({ code: 'unauthorized', status: 403 });
  expect(JSON.stringify(attempt)).not.toContain('my-own-secret');
});

test('rethrows a defect of a provider', async () => {
  await expect(ask(() => Promise.reject(new RangeError('a bug')))).rejects.toThrow('a bug');
});

test("uses the object's own name unless one is given", async () => {
  const model = aiSdkModel(fake(async () => result()));
  expect(model).toMatchObject({ name: 'fake/some-model', identity: 'fake/some-model', endpoint: 'fake.chat' });
  const named = aiSdkModel(
    fake(async () => result()),
    { name: 'mine/tuned', identity: 'mine/tuned@2', concurrency: 2 },
  );
  expect(named).toMatchObject({ name: 'mine/tuned', identity: 'mine/tuned@2', defaultConcurrency: 2 });
});

test('refuses anything but a model object, with a hint', () => {
  const old = { ...fake(async () => result()), specificationVersion: 'v2' };
  expect(() => aiSdkModel(old as never)).toThrow(/not an AI SDK language model/);
  expect(() => aiSdkModel('gpt-4.1' as never)).toThrow(/not an AI SDK language model/);
});
