import type { LlamaContextSequence, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { expect, test } from 'vitest';
import { testRequest } from '../../../test/support/models/request.ts';
import { type GgufPlace, generate } from './gguf-generate.ts';

interface Trace {
  readonly events: string[];
  options: SequenceEvaluateOptions | undefined;
}

/** Returns a sequence whose model repeats "x" forever, one token per character, and records the calls on it. */
function place(trace: Trace, onToken: (count: number) => void = () => {}): GgufPlace {
  const model = {
    tokens: { bos: 1, shouldPrependBosToken: true },
    tokenize: (text: string) => Array.from(text, (letter) => letter.charCodeAt(0)),
    detokenize: (tokens: readonly number[]) => String.fromCharCode(...tokens),
  };
  const sequence = {
    async clearHistory() {
      trace.events.push('clear');
    },
    async *evaluate(prompt: readonly number[], options: SequenceEvaluateOptions) {
      trace.events.push(`evaluate ${prompt.length}`);
      trace.options = options;
      for (let count = 1; ; count += 1) {
        trace.events.push('token');
        onToken(count);
        yield 'x'.charCodeAt(0) as Token;
      }
    },
  };
  return {
    // The few members that generation uses.
    runtime: {
      model: model as unknown as LlamaModel,
      sequences: [],
      render: (messages) => messages.map(({ content }) => content).join(''),
      renderer: null,
      contextSize: 12,
      largestContext: 12,
      samplerBytes: 0,
      processor: 'the CPU',
      close: async () => {},
    },
    sequence: sequence as unknown as LlamaContextSequence,
    file: 'x.gguf',
  };
}

test('starts from an empty context, with the first token added once', async () => {
  const trace: Trace = { events: [], options: undefined };
  await generate(place(trace), testRequest({ messages: [{ role: 'user', content: 'ab' }] }));
  expect(trace.events.slice(0, 2)).toEqual(['clear', 'evaluate 3']);
  expect(trace.events.filter((event) => event === 'token')).toHaveLength(12 - 3);
  const begun: Trace = { events: [], options: undefined };
  await generate(place(begun), testRequest({ messages: [{ role: 'user', content: '\u0001b' }] }));
  expect(begun.events[1]).toBe('evaluate 2');
});

test('disables every sampler that the run did not request', async () => {
  const trace: Trace = { events: [], options: undefined };
  await generate(place(trace), testRequest());
  expect(trace.options).toEqual({ temperature: 1, topP: 1, topK: 0, minP: 0, seed: expect.any(Number) });
  expect(trace.options?.seed).toBeLessThan(2 ** 31);
});

test('stops at the next token after an abort', async () => {
  const controller = new AbortController();
  const trace: Trace = { events: [], options: undefined };
  const generating = generate(
    place(trace, (count) => count === 3 && controller.abort(new Error('stopped'))),
    testRequest({ signal: controller.signal, messages: [{ role: 'user', content: 'a' }] }),
  );
  await expect(generating).rejects.toThrow('stopped');
  expect(trace.events.filter((event) => event === 'token')).toHaveLength(3);
});
