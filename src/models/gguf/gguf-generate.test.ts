import type { LlamaContextSequence, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { describe, expect, it } from 'vitest';
import { type RequestParts, testRequest } from '../../../test/support/models/request.ts';
import { type GgufPlace, generate, readPrompt } from './gguf-generate.ts';
import { GgufLane } from './gguf-lane.ts';

interface Trace {
  readonly events: string[];
  options: SequenceEvaluateOptions | undefined;
}

/** Returns a model that repeats "x" forever, one token per character, and a lane that records the calls on it. */
function setUp(onToken: (count: number) => void = () => {}) {
  const trace: Trace = { events: [], options: undefined };
  const model = {
    tokens: { bos: 1, shouldPrependBosToken: true },
    tokenize: (text: string) => Array.from(text, (letter) => letter.charCodeAt(0)),
    detokenize: (tokens: readonly number[]) => String.fromCharCode(...tokens),
  };
  const sequence = {
    nextTokenIndex: 0,
    needsCheckpoints: false,
    async clearHistory() {
      trace.events.push('clear');
      this.nextTokenIndex = 0;
    },
    async eraseContextTokenRanges([{ start, end }]: readonly [{ start: number; end: number }]) {
      trace.events.push(`erase ${start} to ${end}`);
      this.nextTokenIndex = start;
    },
    async evaluateWithoutGeneratingNewTokens(tokens: readonly number[]) {
      trace.events.push(`read ${tokens.length}`);
      this.nextTokenIndex += tokens.length;
    },
    async *evaluate(prompt: readonly number[], options: SequenceEvaluateOptions) {
      trace.events.push(`evaluate ${prompt.length}`);
      this.nextTokenIndex += prompt.length;
      trace.options = options;
      for (let count = 1; ; count += 1) {
        trace.events.push('token');
        this.nextTokenIndex += 1;
        onToken(count);
        yield 'x'.charCodeAt(0) as Token;
      }
    },
  };
  const place: GgufPlace = {
    // The few members that generation uses.
    runtime: {
      model: model as unknown as LlamaModel,
      render: (messages) => messages.map(({ content }) => content).join(''),
      constrain: () => Promise.reject(new Error('no form was given')),
      contextSize: 200,
      largestContext: 200,
    },
    file: 'x.gguf',
  };
  const lane = new GgufLane(sequence as unknown as LlamaContextSequence);
  const ask = async (content: string, parts: RequestParts = {}) => {
    const request = testRequest({ sampling: { maxOutputTokens: 3 }, ...parts, messages: [{ role: 'user', content }] });
    const prompt = await readPrompt(place, request);
    if ('kind' in prompt) throw new Error(prompt.message);
    trace.events.length = 0;
    const answer = await generate(place, request, { prompt, lane });
    if (answer.kind === 'failed') throw new Error(answer.message);
    return answer;
  };
  return { trace, sequence, ask };
}

const reading = ({ events }: Trace) => events.filter((event) => event !== 'token');

describe('generate', () => {
  it('reads the prompt in pieces and its last token alone, with the first token added once', async () => {
    const { trace, ask } = setUp();
    await ask('ab');
    expect(trace.events).toEqual(['clear', 'read 2', 'evaluate 1', 'token', 'token', 'token']);
    await ask('\u0001b');
    expect(reading(trace)).toEqual(['clear', 'read 1', 'evaluate 1']);
    await ask('');
    expect(reading(trace)).toEqual(['clear', 'evaluate 1']);
  });

  it.each([
    [64, ['clear', 'read 63', 'evaluate 1']],
    [65, ['clear', 'read 64', 'evaluate 1']],
    [66, ['clear', 'read 64', 'read 1', 'evaluate 1']],
  ])('reads a prompt of %i tokens in whole pieces', async (length, events) => {
    const { trace, ask } = setUp();
    await ask('a'.repeat(length - 1));
    expect(reading(trace)).toEqual(events);
  });

  it('keeps all of an equal prompt, and whole pieces of one with the same beginning', async () => {
    const { trace, ask } = setUp();
    const prompt = 'a'.repeat(100);
    expect((await ask(prompt)).usage.cachedInput).toBe(0);
    expect((await ask(prompt)).usage).toMatchObject({ input: 101, cachedInput: 100 });
    expect(reading(trace)).toEqual(['erase 100 to 104', 'evaluate 1']);
    expect((await ask(`${prompt}b`)).usage.cachedInput).toBe(64);
    expect(reading(trace)).toEqual(['erase 64 to 104', 'read 37', 'evaluate 1']);
    expect((await ask(`${'a'.repeat(63)}c`)).usage.cachedInput).toBe(64);
    expect((await ask(`b${prompt}`)).usage.cachedInput).toBe(0);
    expect(reading(trace)[0]).toBe('clear');
  });

  it('keeps nothing where the context cannot erase tokens', async () => {
    const { sequence, ask } = setUp();
    sequence.needsCheckpoints = true;
    await ask('abc');
    expect((await ask('abc')).usage.cachedInput).toBe(0);
  });

  it('keeps nothing of a prompt that it could not read', async () => {
    const { sequence, ask, trace } = setUp();
    await ask('abc');
    const read = sequence.evaluateWithoutGeneratingNewTokens;
    sequence.evaluateWithoutGeneratingNewTokens = () => Promise.reject(new Error('no memory'));
    await expect(ask('acd')).rejects.toThrow('no memory');
    sequence.evaluateWithoutGeneratingNewTokens = read;
    expect((await ask('abc')).usage.cachedInput).toBe(0);
    expect(reading(trace)[0]).toBe('clear');
  });

  it('disables every sampler that the run did not request', async () => {
    const { trace, ask } = setUp();
    await ask('a');
    expect(trace.options).toEqual({ temperature: 1, topP: 1, topK: 0, minP: 0, seed: expect.any(Number) });
    expect(trace.options?.seed).toBeLessThan(2 ** 31);
  });

  it('stops at the next token after an abort', async () => {
    const controller = new AbortController();
    const { trace, ask } = setUp((count) => count === 3 && controller.abort(new Error('stopped')));
    await expect(ask('a', { signal: controller.signal, sampling: {} })).rejects.toThrow('stopped');
    expect(trace.events.filter((event) => event === 'token')).toHaveLength(3);
  });
});
