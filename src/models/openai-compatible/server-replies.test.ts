import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Handler,
  type LoopbackServer,
  loopbackServer,
  sendJson,
} from '../../../test/support/models/loopback-server.ts';
import { type RequestParts, testRequest } from '../../../test/support/models/request.ts';
import type { Answer } from '../../domain/answer.ts';
import { type OpenAiCompatibleOptions, openAiCompatibleModel } from './openai-compatible.ts';
import { plainDialect, serverPresets } from './server-presets.ts';

const secret = 'key-of-the-test-0123456789';
const cached = (cached_tokens: number) => ({ prompt_tokens_details: { cached_tokens } });
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

describe('openAiCompatibleModel: what the server says about an answer', () => {
  const answered = async (body: unknown, parts: RequestParts = {}) => (await ask(status(200, body), parts)) as Answer;
  const prompt = (words: number) => [{ role: 'user', content: 'word '.repeat(words) }] as const;

  test.each(['', null, undefined, 'done', 'unknown', 'OTHER', 'null', 7])(
    'keeps a text with the finish reason %j, and marks it',
    async (reason) => {
      const answer = await answered(completion('yes', {}, { finish_reason: reason }));
      expect(answer).toMatchObject({ kind: 'answered', text: 'yes', endIsUnknown: true });
    },
  );

  test('does not mark an answer with a known finish reason', async () => {
    expect(await answered(completion('yes'))).not.toHaveProperty('endIsUnknown');
  });

  test.each([
    ['choices that are null', { id: 'x', choices: null }, {}],
    ['an empty list of choices', { id: 'x', choices: [] }, {}],
    ['an empty list with counted output', { choices: [], usage: { completion_tokens: 3 } }, { maxRetries: 1 }],
    ['no content for an unknown reason', completion('', {}, { finish_reason: 'load' }), {}],
    ['a body that is null', null, {}],
    ['a body that is an empty object', {}, {}],
    ['a body that is an empty list', [], {}],
    ['a choice that is null', { id: 'x', choices: [null] }, {}],
    ['a choice that is empty', { id: 'x', choices: [{}] }, {}],
    ['a message that is null', { id: 'x', choices: [{ message: null }] }, {}],
    ['a message that is empty', { id: 'x', choices: [{ message: {}, finish_reason: 'stop' }] }, {}],
    ['a message that is null in content', completion(null, { usage: undefined }), {}],
  ])('retries status 200 with %s', async (_, body, more) => {
    expect(await ask(status(200, body))).toMatchObject({ code: 'server-error', retryable: true, ...more });
  });

  test.each(['', ' \n'])('retries an empty body (%j)', async (body) => {
    const attempt = await ask((_, response) => void response.writeHead(200).end(body));
    expect(attempt).toMatchObject({ code: 'server-error', retryable: true });
  });

  test.each([
    ['OpenAI', { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 90 } }],
    ['DeepSeek', { prompt_tokens: 100, prompt_cache_hit_tokens: 90, prompt_cache_miss_tokens: 10 }],
    ['Moonshot', { prompt_tokens: 100, cached_tokens: 90 }],
    ['a gateway to Anthropic', { prompt_tokens: 100, cache_read_input_tokens: 90 }],
    [
      'a gateway that fills one of two fields',
      { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 90 },
    ],
    [
      'a gateway with an empty field',
      { prompt_tokens: 100, prompt_tokens_details: null, prompt_cache_hit_tokens: 90, cached_tokens: null },
    ],
  ])('reads cached tokens as %s reports them', async (_, usage) => {
    const { usage: read } = await answered(completion('hi', { usage: { ...usage, completion_tokens: 1 } }));
    expect(read).toMatchObject({ input: 100, cachedInput: 90, output: 1 });
  });

  test.each([
    ['zeros', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, { input: null, output: null }],
    ['no output for a text', { prompt_tokens: 300, completion_tokens: 0 }, { input: 300, output: null }],
    ['a text of 40 words in 3 tokens', { prompt_tokens: 300, completion_tokens: 3 }, { input: 300, output: null }],
    ['a prompt of 200 words in 64 tokens', { prompt_tokens: 64, completion_tokens: 50 }, { input: null, output: 50 }],
    ['one token for each word', { prompt_tokens: 205, completion_tokens: 41 }, { input: 205, output: 41 }],
  ])('takes counts that contradict the texts for none: %s', async (_, usage, expected) => {
    const { usage: read } = await answered(completion('reply '.repeat(40), { usage }), { messages: prompt(200) });
    expect(read).toMatchObject({ ...expected, raw: usage });
  });

  test.each([
    ['a rest that may be cached input', { prompt_tokens: 210, completion_tokens: 50, total_tokens: 340 }, [null, null]],
    [
      'a rest of the size of the cached tokens',
      { ...cached(80), prompt_tokens: 210, completion_tokens: 50, total_tokens: 340 },
      [290, 50],
    ],
    [
      'a rest beside other cached tokens',
      { ...cached(30), prompt_tokens: 210, completion_tokens: 50, total_tokens: 340 },
      [null, null],
    ],
    [
      'a rest that is smaller than the cached tokens and that the prompt cannot have',
      { ...cached(400), prompt_tokens: 500, completion_tokens: 50, total_tokens: 650 },
      [500, 150],
    ],
    [
      'a rest that is smaller than the cached tokens and may be other input',
      { ...cached(150), prompt_tokens: 210, completion_tokens: 50, total_tokens: 340 },
      [null, null],
    ],
    [
      'a rest beside reasoning',
      {
        completion_tokens_details: { reasoning_tokens: 80 },
        prompt_tokens: 210,
        completion_tokens: 50,
        total_tokens: 340,
      },
      [210, 130],
    ],
    [
      'a rest that the prompt cannot have',
      { prompt_tokens: 210, completion_tokens: 50, total_tokens: 3260 },
      [210, 3050],
    ],
    ['no rest', { ...cached(80), prompt_tokens: 290, completion_tokens: 50, total_tokens: 340 }, [290, 50]],
    ['a total below its parts', { prompt_tokens: 210, completion_tokens: 50, total_tokens: 50 }, [210, 50]],
  ])('reads a total with %s', async (_, usage, [input, output]) => {
    const { usage: read } = await answered(completion('reply '.repeat(40), { usage }), { messages: prompt(200) });
    expect(read).toMatchObject({ input, output, raw: usage });
  });

  test.each([
    [
      'repeats the text before it',
      'The correct answer icicle',
      'The correct answer icicle is titanium.',
      ' is titanium.',
    ],
    ['repeats it without its last line break', 'The answer\n', 'The answer is B', ' is B'],
    ['repeats it in other spaces', 'The answer icicle', 'The  answer\nicicle is B', ' is B'],
    ['repeats it in other capitals', 'The answer icicle', 'the answer icicle is B', ' is B'],
    ['repeats it in quotation marks', 'The answer icicle', '"The answer icicle" is B', ' is B'],
    ['repeats it after a token', 'The answer icicle', '<s> The answer icicle is B', ' is B'],
    ['repeats its turn', 'The answer icicle', '<|im_start|>assistant\nThe answer icicle is B', ' is B'],
    ['repeats it after dots', 'What (is) this?', '...What (is) this? B', ' B'],
    ['repeats it and nothing else', 'The answer icicle', 'The answer icicle', ''],
    ['only continues it', 'The answer', ' is B', ' is B'],
    ['answers anew', 'The answer', 'B. The answer is B', 'B. The answer is B'],
  ])('returns the continuation of a server that %s', async (_, before, content, text) => {
    const messages = [
      { role: 'user', content: 'Which?' },
      { role: 'assistant', content: before },
    ] as const;
    expect((await answered(completion(content), { messages })).text).toBe(text);
  });

  test('sends max_completion_tokens after a server rejected max_tokens, and from then on', async () => {
    const bodies: unknown[] = [];
    server.handle(({ body }, response) => {
      const sent = JSON.parse(body) as Record<string, unknown>;
      bodies.push(sent);
      if (!('max_tokens' in sent)) return sendJson(response, 200, completion('ok'));
      const message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
      sendJson(response, 400, { error: { message, param: 'max_tokens', code: 'unsupported_parameter' } });
    });
    const asked = model();
    const request = testRequest({ sampling: { maxOutputTokens: 9 } });
    expect(await asked.ask(request)).toMatchObject({ kind: 'answered' });
    expect(await asked.ask(request)).toMatchObject({ kind: 'answered' });
    await asked.close();
    expect(bodies).toMatchObject([{ max_tokens: 9 }, { max_completion_tokens: 9 }, { max_completion_tokens: 9 }]);
  });

  test.each([
    [400, 'Use max_completion_tokens', 'max_tokens'],
    [422, 'max_tokens: Extra inputs are not permitted', null],
    [500, "completion() got an unexpected keyword argument 'max_tokens'", null],
  ])('renames max_tokens after status %i with %j', async (code, message, param) => {
    server.handle(({ body }, response) => {
      if ('max_tokens' in (JSON.parse(body) as object)) return sendJson(response, code, { error: { message, param } });
      sendJson(response, 200, completion('ok'));
    });
    const asked = model();
    expect(await asked.ask(testRequest({ sampling: { maxOutputTokens: 9 } }))).toMatchObject({ kind: 'answered' });
    await asked.close();
  });

  test('does not take a rejected value of max_tokens for a rejected field', async () => {
    const before = server.received.length;
    const message = 'max_tokens is too large: 99999. This model supports at most 4096 completion tokens.';
    await ask(status(400, { error: { message, param: 'max_tokens' } }), { sampling: { maxOutputTokens: 99_999 } });
    expect(server.received).toHaveLength(before + 1);
  });

  test.each([
    ['as many prompt tokens as the context has', 300, { prompt_tokens: 128, completion_tokens: 16 }],
    ['more tokens in prompt and answer than the context has', 100, { prompt_tokens: 120, completion_tokens: 40 }],
    ['a prompt of more words than the context has tokens', 400, { prompt_tokens: 9, completion_tokens: 4 }],
    ['a long prompt without counts', 400, undefined],
  ])('takes for a cut prompt of Ollama: %s', async (_, words, usage) => {
    let isLoaded = false;
    server.handle(({ path }, response) => {
      if (path.endsWith('/models')) return sendJson(response, 200, { data: [{ id: 'm:latest', owned_by: 'library' }] });
      if (path === '/api/tags') return sendJson(response, 200, { models: [{ name: 'm:latest', digest: 'abc' }] });
      if (path === '/api/show') return sendJson(response, 200, { parameters: '' });
      if (path === '/api/ps') {
        return sendJson(response, 200, { models: isLoaded ? [{ name: 'm:latest', context_length: 128 }] : [] });
      }
      isLoaded = true;
      sendJson(response, 200, completion('ok', { usage }));
    });
    const asked = model({ dialect: serverPresets.ollama });
    await asked.facts?.();
    expect(await asked.ask(testRequest({ messages: prompt(words) }))).toMatchObject({
      code: 'context-overflow',
      retryable: false,
      message: expect.stringMatching(/context length of 128 tokens.*num_ctx/),
    });
    expect(await asked.ask(testRequest({ messages: prompt(2) }))).toMatchObject(
      usage === undefined ? { kind: 'answered' } : {},
    );
    await asked.close();
  });
});
