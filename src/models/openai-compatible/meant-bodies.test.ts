import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readReply } from './reply.ts';
import { completionOfStream } from './streamed.ts';

const exchange = { url: 'http://host/v1/chat/completions', secrets: [] };
const choice = { index: 0, message: { role: 'assistant', content: 'river' }, finish_reason: 'stop' };
const completion = `{"choices": [${JSON.stringify(choice)}], "usage": {"prompt_tokens": 3, "completion_tokens": 1}, "x": null}`;

const read = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  readReply({ status: 200, headers, bytes: Buffer.from(body) }, exchange);

const chunk = (delta: unknown, more: object = {}) =>
  `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`;
const done = 'data: [DONE]\n\n';

describe('readReply, of a body that is not plain JSON', () => {
  it.each([
    ['NaN', completion.replace('null', 'NaN')],
    ['minus Infinity', completion.replace('null', '-Infinity')],
    ['Infinity in a count', completion.replace('"completion_tokens": 1', '"completion_tokens": Infinity')],
    ['an empty line before it', `\n\n${completion}`],
    ['gzip without its header', gzipSync(completion)],
    [
      'a stream',
      chunk({ role: 'assistant', content: 'ri' }) + chunk({ content: 'ver' }, { finish_reason: 'stop' }) + done,
    ],
    ['a stream with events and comments', `: ping\n\nevent: message\n${chunk({ content: 'river' })}\r\n${done}`],
    ['a stream without its last mark', chunk({ content: 'river' }, { finish_reason: 'stop' })],
    [
      'a stream with NaN',
      chunk({ content: 'river' }, { finish_reason: 'stop', logprobs: 'NaN' }).replace('"NaN"', 'NaN'),
    ],
    ['a stream with a byte order mark', `\uFEFF${chunk({ content: 'river' }, { finish_reason: 'stop' })}`],
    ['a stream without spaces', chunk({ content: 'river' }, { finish_reason: 'stop' }).replace('data: ', 'data:')],
    [
      'a stream of a plain completion',
      `data: {"choices": [{"index": 0, "text": "river", "finish_reason": "stop"}]}\n\n${done}`,
    ],
    ['a stream of one whole message', `data: ${completion}\n\n${done}`],
  ])('reads %s', async (_, body) => {
    const reply = await read(body);
    expect(reply).toMatchObject({ kind: 'body', value: { choices: [{ message: { content: 'river' } }] } });
    if (reply.kind === 'body') expect(JSON.parse(reply.text)).toEqual(reply.value);
  });

  it('keeps the words NaN and Infinity in a text', async () => {
    const body = completion.replace('river', 'NaN, -Infinity and \\"NaN\\"').replace('null', 'NaN');
    expect(await read(body)).toMatchObject({
      value: { choices: [{ message: { content: 'NaN, -Infinity and "NaN"' } }] },
    });
  });

  it.each([
    [
      'a comma too many',
      `${completion.slice(0, -1)},}`,
      /sent JSON that is not valid \(an unexpected character at position \d+\): the server or a proxy/,
    ],
    [
      'the text of a Python object',
      completion.replaceAll('"', "'"),
      /not valid \(an unexpected character at position 1\)/,
    ],
    ['None', completion.replace('null', 'None'), /not valid \(an unexpected N\)/],
    ['a line break within a text', completion.replace('river', 'ri\nver'), /not valid \(an unexpected character at/],
    ['a comment behind it', `${completion} // end`, /not valid \(more text at position \d+\)/],
    ['a web page behind it', `${completion}\n</body>`, /not valid \(more text at position \d+\)/],
    ['a line for each part', `{"a": 1}\n{"a": 2}\n`, /not valid \(more text at position \d+\)/],
    ['two values', completion + completion, /sent JSON that is not valid \(more text at position \d+\)/],
    ['a stream that is cut', chunk({ content: 'ri' }), /streamed an answer .* and cut it off/],
    [
      'a stream that is cut in its first chunk',
      chunk({ content: 'river' }).slice(0, 40),
      /streamed an answer .* and cut it off/,
    ],
    [
      'a stream that is cut in a later chunk',
      chunk({ content: 'ri' }) + chunk({ content: 'ver' }).slice(0, 40),
      /cut it off/,
    ],
  ])('names the cause of %s, not the address', async (_, body, message) => {
    const reply = await read(body);
    expect(reply).toMatchObject({ kind: 'failed', message: expect.stringMatching(message) });
    expect(JSON.stringify(reply)).not.toContain('check the base URL');
  });

  it.each([
    ['other data', 'data: hello\n\n'],
    [
      'another interface',
      'event: response.created\ndata: {"type": "response.created"}\n\ndata: {"type": "response.comp',
    ],
    ['tokens', 'data: {"token": {"text": "ri"}}\n\ndata: {"token": {"text": "ver"}}\n\ndata: [DONE]\n\n'],
  ])('says of a stream of %s that it is not one of a chat completion', async (_, body) => {
    expect(await read(body)).toMatchObject({
      kind: 'failed',
      code: 'bad-response',
      message: expect.stringContaining('streamed events that are not those of a chat completion'),
    });
  });

  it('reports an error inside a stream', async () => {
    const body = `data: ${JSON.stringify({ error: { message: 'out of memory', code: 500 } })}\n\n`;
    expect(await read(body)).toMatchObject({ kind: 'failed', message: expect.stringContaining('out of memory') });
  });
});

describe('completionOfStream', () => {
  it('joins texts, reasoning, calls of tools, log-probabilities and counts, by choice', () => {
    const call = (more: object) => ({ tool_calls: [{ index: 0, ...more }] });
    const stream = [
      chunk({ reasoning_content: 'a' }),
      chunk({ reasoning_content: 'b', content: 'x' }, { logprobs: { content: [{ token: 'x', logprob: -1 }] } }),
      chunk(call({ id: 'c', function: { name: 'f', arguments: '{"a"' } })),
      chunk(call({ function: { arguments: ':1}' } }), { finish_reason: 'tool_calls' }),
      'data: {"choices":[{"index":1,"delta":{"content":"second"},"finish_reason":"stop"}]}\n\n',
      'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}\n\n',
      done,
    ].join('');
    expect(completionOfStream(stream)).toMatchObject({
      model: 'm',
      usage: { prompt_tokens: 3, completion_tokens: 2 },
      choices: [
        {
          finish_reason: 'tool_calls',
          logprobs: { content: [{ token: 'x', logprob: -1 }] },
          message: {
            content: 'x',
            reasoning_content: 'ab',
            tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"a":1}' } }],
          },
        },
        { message: { content: 'second' }, finish_reason: 'stop' },
      ],
    });
  });
});
