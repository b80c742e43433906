import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRequest } from '../../../test/support/models/request.ts';
import type { Answer } from '../../domain/answer.ts';
import type { LanguageModel } from '../language-model.ts';
import { createModel } from '../registry.ts';

const shared = 'A list of words that have nothing to do with each other: '.concat(
  'apple river candle window stone garden paper music winter bridge mirror button forest pocket ladder basket '.repeat(
    2,
  ),
);
const prompts = ['What comes to mind?', 'Say one word.', 'Say two words.'].map((question) => `${shared}\n${question}`);
const samples = [0, 1, 2, 3];
const calls = prompts.flatMap((content) => samples.map((sample) => ({ content, sample })));

function requestOf({ content, sample }: (typeof calls)[number], signal?: AbortSignal) {
  const messages = [{ role: 'user' as const, content }];
  return testRequest({
    messages,
    sample,
    sampling: { maxOutputTokens: 12 },
    ...(signal === undefined ? {} : { signal }),
  });
}

async function ask(model: LanguageModel, call: (typeof calls)[number]): Promise<Answer> {
  const attempt = await model.ask(requestOf(call));
  if (attempt.kind === 'failed') throw new Error(attempt.message);
  return attempt;
}

/** Prompts in another order, in which no prompt follows itself. */
const shuffled = calls.toSorted(
  (a, b) => a.sample - b.sample || prompts.indexOf(b.content) - prompts.indexOf(a.content),
);

describe('prompts that a lane keeps', () => {
  let base: LanguageModel;
  const fresh: string[] = [];
  beforeAll(async () => {
    base = await createModel('bundled/ada'); // holds the weights, so that the others only create contexts
    for (const call of calls) {
      const model = await createModel('bundled/ada');
      fresh.push((await ask(model, call)).text);
      await model.close();
    }
  });
  afterAll(() => base.close());

  it('give the answers of a fresh model: on all lanes at once, in another order, after an abort', async () => {
    expect(new Set(fresh).size).toBeGreaterThan(6); // sampled at temperature 1
    const model = await createModel('bundled/ada');
    const inPlan = await Promise.all(calls.map((call) => ask(model, call)));
    expect(inPlan.map(({ text }) => text)).toEqual(fresh);
    const again = new Map<string, string>();
    for (const [index, call] of shuffled.entries()) {
      if (index % 4 === 1) {
        const stop = new AbortController();
        const stopped = model.ask(requestOf({ ...call, content: `${call.content} Now.` }, stop.signal));
        stop.abort(new Error('stopped'));
        await expect(stopped).rejects.toThrow('stopped');
      }
      again.set(`${call.sample} ${call.content}`, (await ask(model, call)).text);
    }
    expect(calls.map((call) => again.get(`${call.sample} ${call.content}`))).toEqual(fresh);
    await model.close();
  });

  it('cover more than half of the tokens of repeated prompts', async () => {
    const model = await createModel('bundled/ada');
    let input = 0;
    let kept = 0;
    for (const call of calls) {
      const { usage } = await ask(model, call);
      input += usage.input ?? 0;
      kept += usage.cachedInput ?? 0;
    }
    await model.close();
    expect(kept / input).toBeGreaterThan(0.5);
  });
});
