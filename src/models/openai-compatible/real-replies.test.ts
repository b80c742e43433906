import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LoopbackServer, loopbackServer, sendJson } from '../../../test/support/models/loopback-server.ts';
import {
  type Exchange,
  recordedBody,
  recordedExchanges,
  recordedServer,
  replay,
} from '../../../test/support/models/real-replies.ts';
import { type RequestParts, testRequest } from '../../../test/support/models/request.ts';
import type { AnswerForm } from '../../domain/answer-form.ts';
import { probeModel } from '../probe.ts';
import { createModel } from '../registry.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  max_tokens: z.int(),
  temperature: z.number().optional(),
  continue_final_message: z.literal(true).optional(),
  response_format: z.object({ json_schema: z.object({ schema: z.custom<AnswerForm>() }) }).optional(),
});

/** Sends a recorded call as a run would, to a server that sends the recorded reply. */
async function sendAgain(exchange: Exchange) {
  const { model, messages, max_tokens, temperature, ...more } = requestSchema.parse(exchange.request);
  const provider = more.continue_final_message === true ? 'vllm' : 'openai-compatible';
  const base = exchange.path.replace(/\/chat\/completions$/, '');
  const opened = await createModel(`${provider}/${model}`, { baseUrl: `${server.url}${base}` });
  const parts: RequestParts = {
    messages,
    sampling: { maxOutputTokens: max_tokens, ...(temperature === undefined ? {} : { temperature }) },
    ...(more.response_format === undefined ? {} : { form: more.response_format.json_schema.schema }),
  };
  server.handle(({ path }, response) => {
    if (path.endsWith('/chat/completions')) replay(exchange, response);
    else sendJson(response, 404, { detail: 'Not Found' }); // a request for facts
  });
  const attempt = await opened.ask(testRequest(parts));
  await opened.close();
  const call = server.received.findLast(({ path }) => path.endsWith('/chat/completions'));
  const sent: unknown = JSON.parse(call?.body ?? 'null');
  return { attempt, sent };
}

const callsOf = (name: Parameters<typeof recordedExchanges>[0]) =>
  recordedExchanges(name).filter(({ method }) => method === 'POST');

const answerSchema = z.object({
  model: z.string(),
  choices: z.tuple([
    z.object({ finish_reason: z.enum(['stop', 'length']), message: z.object({ content: z.string() }) }),
  ]),
  usage: z.object({ prompt_tokens: z.int().positive(), completion_tokens: z.int().positive() }),
});

const answered = (['llama-server', 'ollama', 'transformers-serve', 'litellm-proxy'] as const).flatMap((name) =>
  callsOf(name)
    .filter(({ status }) => status === 200)
    .map((exchange, index) => ({ name, index, exchange })),
);

describe('real answers', () => {
  it('cover all four servers', () => {
    expect(answered.length).toBe(19);
  });

  it.each(answered)('reads answer $index of $name, to the request that was recorded', async ({ exchange }) => {
    const { attempt, sent } = await sendAgain(exchange);
    const { model, choices, usage } = answerSchema.parse(exchange.reply);
    const [{ finish_reason, message }] = choices;
    expect(sent).toEqual(exchange.request);
    expect(attempt).toMatchObject({
      kind: finish_reason === 'stop' ? 'answered' : 'truncated',
      text: message.content,
      reasoning: null,
      finishReason: finish_reason,
      served: { model },
      logprobs: null,
      usage: { output: usage.completion_tokens },
    });
  });

  it.each(callsOf('llama-server-prefill-echo'))('keeps the continuation alone of an echo ($#)', async (exchange) => {
    const { attempt, sent } = await sendAgain(exchange);
    const begun = requestSchema.parse(exchange.request).messages.at(-1)?.content ?? '';
    const [{ message }] = answerSchema.parse(exchange.reply).choices;
    expect(sent).toEqual(exchange.request);
    expect(message.content.startsWith(begun)).toBe(true);
    expect(attempt).toMatchObject({ kind: 'answered', text: message.content.slice(begun.length) });
  });
});

describe('real refusals', () => {
  const refused = (['ollama', 'transformers-serve', 'litellm-proxy'] as const).flatMap((name) =>
    callsOf(name)
      .filter(({ status }) => status !== 200)
      .map((exchange) => ({ name, status: exchange.status, path: exchange.path, exchange })),
  );

  it.each(refused)('$name: $status at $path is a failure that says what to do', async ({ exchange }) => {
    const { attempt, sent } = await sendAgain(exchange);
    expect(sent).toEqual(exchange.request);
    expect(attempt).toMatchObject({ kind: 'failed', status: exchange.status });
    const said = JSON.stringify(attempt);
    const advice = {
      '/chat/completions': /usually ends in \/v1/,
      '/v2/chat/completions': /usually ends in \/v1/,
      '/v1/chat/completions': exchange.status === null ? /network/ : /smoll|Server is pinned to|Invalid model name/,
    }[exchange.path];
    expect(said).toMatch(advice ?? /no such path/);
  });

  it.each([
    ['ollama-does-not-support-thinking', /does not support thinking/],
    ['transformers-serve-unexpected-fields', /Unexpected fields in the request: .*continue_final_message/],
  ] as const)('%s is an invalid request with the words of the server', async (name, message) => {
    server.handle((_, response) => sendJson(response, 400, recordedBody(name)));
    const model = await createModel('openai-compatible/smol', { baseUrl: `${server.url}/v1` });
    const attempt = await model.ask(testRequest());
    await model.close();
    expect(attempt).toMatchObject({
      kind: 'failed',
      code: 'invalid-request',
      retryable: false,
      message: expect.stringMatching(message),
    });
  });
});

describe('the facts of a recorded server', () => {
  const factsOf = async (name: Parameters<typeof recordedExchanges>[0], model: string) => {
    server.handle(recordedServer(recordedExchanges(name)));
    const opened = await createModel(`openai-compatible/${model}`, { baseUrl: `${server.url}/v1` });
    return await opened.facts?.().finally(() => opened.close());
  };

  it('are the context length and slots of llama.cpp, as its list of slots says', async () => {
    const slots = z.array(z.object({ n_ctx: z.int() })).parse(recordedBody('llama-server-slots'));
    const facts = await factsOf('llama-server', 'qwen05');
    expect(facts).toMatchObject({ contextLength: slots[0]?.n_ctx, slots: slots.length });
    expect(facts?.weights).toContain('smollm2-135m.gguf');
  });

  it.each([
    ['transformers-serve', '/models/smol-hf'],
    ['litellm-proxy', 'smol-proxy'],
  ] as const)('are unknown for %s, which does not report them', async (name, model) => {
    expect(await factsOf(name, model)).toMatchObject({ contextLength: null, slots: null, weights: null });
  });
});

describe('prompts that Ollama cut to 128 tokens', () => {
  const long = 'The code word in this sentence is river. '.repeat(80);
  const bodies = [
    recordedBody('ollama-silently-truncated-prompt'),
    ...callsOf('ollama').flatMap(({ request, reply }) =>
      request !== '' && request.model === 'smolshort' ? [reply] : [],
    ),
  ];

  it.each(bodies)('is a failure with the context length, not an answer ($#)', async (body) => {
    server.handle(({ path }, response) => {
      if (path.endsWith('/chat/completions')) return sendJson(response, 200, body);
      if (path === '/api/tags') return sendJson(response, 200, { models: [{ name: 'smolshort:latest', digest: 'd' }] });
      if (path === '/api/show') return sendJson(response, 200, { parameters: 'num_ctx    128' });
      return sendJson(response, 404, {});
    });
    const opened = await createModel('ollama/smolshort', { baseUrl: `${server.url}/v1` });
    await opened.facts?.(); // as a run does before its first call
    const attempt = await opened.ask(testRequest({ messages: [{ role: 'user', content: long }] }));
    await opened.close();
    expect(attempt).toMatchObject({
      kind: 'failed',
      code: 'context-overflow',
      message: expect.stringMatching(/context length of 128 tokens.*num_ctx/),
    });
  });
});

describe('probeModel of a recorded server', () => {
  it.each([
    ['llama-server', 'qwen05', 32, "llama.cpp's server", false],
    ['ollama', 'smol', 12, 'Ollama', true],
    ['transformers-serve', '/models/smol-hf', 33, null, false],
    ['litellm-proxy', 'smol-proxy', 33, null, false],
  ] as const)('recognizes %s and counts the prompt tokens of the test call', async (...expected) => {
    const [recording, model, promptTokens, name, cutsLongPrompts] = expected;
    const answer = recordedServer(recordedExchanges(recording));
    const tags = { models: [{ name: 'smol:latest', digest: 'd' }] }; // not in the recording
    server.handle((received, response) =>
      received.path === '/api/tags' ? sendJson(response, 200, tags) : answer(received, response),
    );
    const found = await probeModel(`openai-compatible/${model}`, { baseUrl: `${server.url}/v1` });
    expect(found).toMatchObject({ ok: true, promptTokens, server: { name, cutsLongPrompts } });
  });
});
