import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { completion } from '../../test/support/models/completion.ts';
import {
  type Handler,
  type LoopbackServer,
  loopbackServer,
  sendJson,
} from '../../test/support/models/loopback-server.ts';
import { probeModel } from './probe.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer();
});
afterAll(() => server.close());

const bodySchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.unknown().optional(),
  logprobs: z.literal(true).optional(),
  continue_final_message: z.literal(true).optional(),
});
type Body = z.infer<typeof bodySchema>;

/** Starts a server that refuses a call with a text, and sends any other object as the completion. */
function serving(reply: (body: Body) => object | string): Handler {
  return ({ path, body }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, 404, { detail: 'Not Found' });
    const sent = reply(bodySchema.parse(JSON.parse(body)));
    if (typeof sent === 'string') sendJson(response, 400, { error: { message: sent } });
    else sendJson(response, 200, sent);
  };
}

async function featuresOf(reply: (body: Body) => object | string, provider = 'openai-compatible') {
  server.handle(serving(reply));
  const { ok, server: found } = await probeModel(`${provider}/m`, { baseUrl: `${server.url}/v1` });
  expect(ok).toBe(true);
  if (found === null) throw new Error('a server that answers has features');
  return found;
}

/** Returns the begun text of a call that continues the model's own message; null for other calls. */
const begunIn = ({ messages }: Body) => {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last.content : null;
};

describe('structured output', () => {
  it.each([
    ['JSON of the form', '{"legs": 4}', 'works'],
    ['JSON of the form with spaces', '{\n  "legs": 4\n}', 'works'],
    ['prose', 'A cat has four legs.', 'ignored'],
    ['JSON of another form', '{"answer": 4}', 'ignored'],
    ['JSON with prose', 'Sure! {"legs": 4}', 'ignored'],
    ['a fenced object', '```json\n{"legs": 4}\n```', 'ignored'],
  ])('is, for %s, %s: %s', async (_, text, kind) => {
    const { structuredOutput } = await featuresOf(({ response_format }) =>
      completion(response_format === undefined ? 'yes' : text),
    );
    expect(structuredOutput.kind).toBe(kind);
  });

  it('is refused where the server refuses the field, in its words', async () => {
    const { structuredOutput } = await featuresOf(({ response_format }) =>
      response_format === undefined ? completion('yes') : 'response_format is not supported',
    );
    expect(structuredOutput).toEqual({
      kind: 'refused',
      detail: expect.stringContaining('response_format is not supported'),
    });
  });

  it('is not clear where the answer ends within the object', async () => {
    const { structuredOutput } = await featuresOf(({ response_format }) => {
      if (response_format === undefined) return completion('yes');
      const [choice] = z.tuple([z.looseObject({})]).parse(completion('{ \n\n').choices);
      return { ...completion(''), choices: [{ ...choice, finish_reason: 'length' }] };
    });
    expect(structuredOutput.kind).toBe('unclear');
  });
});

describe('logprobs', () => {
  const withLogprobs = (logprobs: unknown) => (body: Body) => {
    if (body.logprobs !== true) return completion('yes');
    const [choice] = z.tuple([z.looseObject({})]).parse(completion('yes').choices);
    return { ...completion('yes'), choices: [{ ...choice, logprobs }] };
  };

  it.each([
    ['one token', { content: [{ token: 'yes', logprob: -0.1 }] }, 'works'],
    ['nothing', undefined, 'ignored'],
    ['null', null, 'ignored'],
    ['an empty list', { content: [] }, 'ignored'],
    ['another shape', { tokens: ['yes'] }, 'ignored'],
  ])('with %s: %s is %s', async (_, logprobs, kind) => {
    expect((await featuresOf(withLogprobs(logprobs))).logprobs.kind).toBe(kind);
  });
});

describe('continuation', () => {
  const begun = /quick brown fox jum$/;

  it.each([
    ['the rest alone', () => 'ps over the', 'works'],
    ['a new answer', () => 'The quick brown', 'ignored'],
    ['an apology', () => "I'm sorry, but", 'ignored'],
    ['nothing', () => '', 'unclear'],
  ])('with %s', async (_, text, kind) => {
    const { continuation } = await featuresOf((body) => completion(begunIn(body) === null ? 'yes' : text()));
    expect(continuation.kind).toBe(kind);
  });

  it('works where the server repeats the begun text', async () => {
    const { continuation } = await featuresOf((body) => completion(`${begunIn(body) ?? ''}ps over`));
    expect(continuation.kind).toBe('works');
  });

  it('is refused by a server that wants a user message at the end', async () => {
    const { continuation } = await featuresOf((body) =>
      begunIn(body) === null ? completion('yes') : 'the last message must be of the user',
    );
    expect(continuation).toMatchObject({ kind: 'refused', detail: expect.stringContaining('must be of the user') });
  });

  it('names vllm/ where the server continues only with the fields of vLLM', async () => {
    const reply = (body: Body) => {
      const text = begunIn(body);
      if (text === null) return completion('yes');
      expect(text).toMatch(begun);
      return completion(body.continue_final_message === true ? 'ps over' : 'The quick');
    };
    const { continuation } = await featuresOf(reply);
    expect(continuation).toEqual({ kind: 'works', detail: 'with the name vllm/m only' });
    expect((await featuresOf(reply, 'vllm')).continuation).toEqual({ kind: 'works', detail: null });
  });
});
