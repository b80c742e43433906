import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRequest } from '../../../test/support/models/request.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Injection, OutputTokens } from '../../domain/injection.ts';
import { bundledPath } from './bundled.ts';
import { generate, readPrompt } from './gguf-generate.ts';
import { ordinaryTokens } from './gguf-injection.ts';
import { GgufLane } from './gguf-lane.ts';
import { type GgufRuntime, loadGguf } from './gguf-runtime.ts';
import { inspectGguf } from './loading/gguf-file.ts';

const question =
  'Which of these is a fruit?\nA) apple\nB) chair\nC) river\nD) stone\nYou may reason first. End with a JSON object. Its key is "answer", its value is the letter of the right option.';
const positions = [0.1, 0.5, 0.9];
const counts = [1, 2, 4, 8];

let runtime: GgufRuntime;
let second: GgufRuntime;
beforeAll(async () => {
  const file = await inspectGguf(bundledPath('ada'));
  runtime = await loadGguf(file, {}, { isTrusted: true, adapter: null });
  second = await loadGguf(file, {}, { isTrusted: true, adapter: null });
});
afterAll(async () => {
  await runtime.close();
  await second.close();
});

interface Generated {
  readonly answer: Answer;
  readonly prompt: readonly Token[];
  readonly sequence: LlamaContextSequence;
  readonly ids: readonly Token[];
}

/** Generates an answer on the first sequence of the model, which the test can look into afterwards. */
async function generated(temperature: number, injection: Injection): Promise<Generated> {
  const [sequence] = runtime.sequences;
  if (sequence === undefined) throw new Error('there is a sequence');
  const lane = new GgufLane(sequence);
  const sampling = { temperature, maxOutputTokens: 40 };
  const request = testRequest({ messages: [{ role: 'user', content: question }], sampling, injection });
  const place = { runtime, file: 'ada' };
  const prompt = await readPrompt(place, request);
  if ('kind' in prompt) throw new Error(prompt.message);
  const answer = await generate(place, request, { prompt, lane });
  if (answer.kind === 'failed') throw new Error(answer.message);
  return { answer, prompt, sequence, ids: (answer.tokens?.ids ?? []) as readonly Token[] };
}

function tokensOf({ answer }: Generated): OutputTokens {
  if (answer.tokens === undefined) throw new Error('an answer with an injection has its tokens');
  return answer.tokens;
}

/** Returns the injections of a kind of noise at every position with every count. */
function injectionsInto({ seed, ids }: OutputTokens, kind: 'random' | 'least' | 'word' | 'statement' | 'own') {
  return positions.flatMap((share) => {
    const at = Math.min(ids.length - 1, Math.round(share * ids.length));
    const after = { seed, ids: ids.slice(0, at) };
    if (kind === 'statement') return [{ kind: 'text', after, text: ' So the right option is C) river.' } as const];
    return counts.map((count): Injection => {
      if (kind === 'word') return { kind: 'text', after, text: ' basket'.repeat(count) };
      return kind === 'own' ? { kind, after, ids: ids.slice(at, at + count) } : { kind, after, count };
    });
  });
}

/** Evaluates ids as generation does: the prompt in pieces, then each token alone. */
async function evaluated(prompt: readonly Token[], ids: readonly Token[]): Promise<LlamaContextSequence> {
  const [sequence] = second.sequences;
  if (sequence === undefined) throw new Error('there is a sequence');
  await new GgufLane(sequence).hold(prompt, new AbortController().signal);
  for (const token of [...prompt.slice(-1), ...ids]) await sequence.evaluateWithoutGeneratingNewTokens([token]);
  return sequence;
}

/** Evaluates one more token and returns the logits of all tokens after it. */
async function logitsAfter(sequence: LlamaContextSequence, token: Token): Promise<ReadonlyMap<Token, number>> {
  const [result] = await sequence.controlledEvaluate([[token, { generateNext: { logits: true } }]]);
  return result?.next.logits ?? new Map();
}

describe.each([0, 1])('an injection at temperature %i', (temperature) => {
  let base: Generated;
  beforeAll(async () => {
    base = await generated(temperature, { kind: 'none' });
  });

  it('leaves an answer that is only interrupted, or given its own tokens, as it was', async () => {
    const tokens = tokensOf(base);
    const interrupts = positions.map((share): Injection => {
      const after = { seed: tokens.seed, ids: tokens.ids.slice(0, Math.round(share * tokens.ids.length)) };
      return { kind: 'interrupt', after };
    });
    const own = injectionsInto(tokens, 'own');
    expect(tokens.ids.length).toBeGreaterThan(5);
    for (const injection of [...interrupts, ...own]) {
      const { answer, ids } = await generated(temperature, injection);
      expect(ids).toEqual(base.ids);
      expect(answer.text).toBe(base.answer.text);
      expect(answer.kind).toBe(base.answer.kind);
    }
  });

  it.each(['random', 'least', 'word', 'statement'] as const)(
    'puts the ids of %s tokens into the context, which goes on like one that read the same ids',
    async (kind) => {
      for (const injection of injectionsInto(tokensOf(base), kind)) {
        const { answer, prompt, sequence, ids } = await generated(temperature, injection);
        const { inserted } = answer;
        if (inserted === undefined || injection.kind === 'none') throw new Error('tokens were inserted');
        const end = inserted.at + inserted.ids.length;
        expect(ids.slice(0, inserted.at)).toEqual(injection.after.ids);
        expect(ids.slice(inserted.at, end)).toEqual(inserted.ids);
        if (kind !== 'word' && kind !== 'statement' && 'count' in injection)
          expect(inserted.ids).toHaveLength(injection.count);
        const read = sequence.contextTokens;
        expect([...prompt, ...ids].slice(0, read.length)).toEqual(read);
        expect(read.length).toBeGreaterThanOrEqual(prompt.length + ids.length - 1);

        const unread = ids.slice(read.length - prompt.length);
        const other = await evaluated(prompt, ids.slice(0, ids.length - unread.length));
        expect(other.contextTokens).toEqual(read);
        const next = unread[0] ?? (prompt[0] as Token);
        const [here, there] = [await logitsAfter(sequence, next), await logitsAfter(other, next)];
        expect(here.size).toBeGreaterThan(100);
        expect([...here]).toEqual([...there]);
      }
    },
    120_000,
  );

  it('states the probability of each inserted token, and inserts the least probable one', async () => {
    const [injection] = injectionsInto(tokensOf(base), 'least').slice(5); // two tokens in the middle
    if (injection === undefined || injection.kind === 'none') throw new Error('there is an injection');
    const { answer, prompt } = await generated(temperature, injection);
    const { ids, probabilities } = answer.inserted ?? { ids: [], probabilities: [] };
    const options = { temperature: 1, topP: 1, topK: 0, minP: 0 };
    for (const [k, id] of ids.entries()) {
      const before = [...injection.after.ids, ...ids.slice(0, k)] as Token[];
      const other = await evaluated(prompt, before.slice(0, -1));
      const [result] = await other.controlledEvaluate([
        [before.at(-1) as Token, { generateNext: { probabilities: true, options } }],
      ]);
      const all = result?.next.probabilities ?? new Map<Token, number>();
      expect(probabilities[k]).toBe(all.get(id as Token));
      expect(Math.min(...ordinaryTokens(second.model).map((token) => all.get(token) ?? 0))).toBe(probabilities[k]);
    }
    expect(ids).toHaveLength(2);
  });
});

it('goes on after an insertion at the end of an answer, where the model would have ended it', async () => {
  const base = await generated(0, { kind: 'none' });
  expect(base.answer.kind).toBe('answered');
  const after = tokensOf(base);
  const { answer, ids } = await generated(0, { kind: 'text', after, text: ' But' });
  expect(ids.slice(0, after.ids.length)).toEqual(after.ids);
  expect(answer.inserted?.start).toBe(base.answer.text.length);
  expect(answer.text.slice(base.answer.text.length)).toMatch(/^ ?[Bb]ut/);
});

it('draws the same random tokens for the same call only', async () => {
  const after = tokensOf(await generated(1, { kind: 'none' }));
  const half = { seed: after.seed, ids: after.ids.slice(0, 3) };
  const drawn = async (count: number) =>
    (await generated(1, { kind: 'random', after: half, count })).answer.inserted?.ids;
  expect(await drawn(4)).toEqual(await drawn(4));
  expect((await drawn(8))?.slice(0, 4)).not.toEqual(await drawn(4));
});
