import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bigrams, bigramGguf } from '../../../test/support/models/bigram-gguf.ts';
import { modelContract } from '../../../test/support/models/contract.ts';
import { type RequestParts, testRequest } from '../../../test/support/models/request.ts';
import type { Answer } from '../../domain/answer.ts';
import type { AppError } from '../../util/app-error.ts';
import type { LanguageModel } from '../language-model.ts';
import { ggufModel } from './gguf.ts';

// "a" or "b", then a series of either that ends one time in four; "~" goes on forever.
const bigrams: Bigrams = {
  '<|assistant|>': { a: 3, b: 1 },
  a: { a: 1, b: 1, '<|end|>': 1 },
  b: { a: 1, b: 1, '<|end|>': 2 },
  '~': { '~': 1 },
};

let folder: string;
let file: string;
let shared: LanguageModel;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seb-gguf-'));
  file = path.join(folder, 'bigrams.gguf');
  await writeFile(file, bigramGguf(bigrams));
  shared = await open();
});
afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true });
});

const open = () => ggufModel(`gguf/${file}`, file);
const borrowed = () => ({ ...shared, close: async () => {} }); // loaded once for all tests
const staged = (parts: RequestParts) => async () => ({ model: borrowed(), request: testRequest(parts) });
const endless: RequestParts = {
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: '~' },
  ],
};

modelContract({
  name: 'gguf',
  answered: staged({}),
  truncated: staged(endless),
  failures: {
    'context-overflow': async () => ({
      ...(await staged({ messages: [{ role: 'user', content: 'x'.repeat(300) }] })()),
      retryable: false,
    }),
  },
  slow: async () => {
    // The whole answer takes about 50 ms, so it cannot be complete one turn after the request.
    return {
      ...(await staged(endless)()),
      begun: () => nextTurn(),
      idle: async () => expect((await ask({})).kind).toBe('answered'),
    };
  },
});

async function ask(parts: RequestParts, model: LanguageModel = shared): Promise<Answer> {
  const attempt = await model.ask(testRequest(parts));
  if (attempt.kind === 'failed') throw new Error(attempt.message);
  return attempt;
}

describe('sampling', () => {
  const texts = (answers: readonly Answer[]) => answers.map(({ text }) => text);
  const samples = (count: number, sampling = {}, model = shared) =>
    Promise.all(Array.from({ length: count }, (_, sample) => ask({ sample, sampling }, model)));

  test('depends only on the call, not on concurrent calls or the context', async () => {
    const first = texts(await samples(40));
    const other = await open();
    const again: string[] = [];
    for (const sample of Array.from({ length: 40 }, (_, index) => 39 - index)) {
      again.unshift((await ask({ sample }, other)).text);
    }
    await other.close();
    expect(again).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(3);
  });

  test('follows the distribution of the model at temperature 1, which is also the default', async () => {
    const begun = texts(await samples(400)).map((text) => text[0]);
    const share = begun.filter((letter) => letter === 'a').length / begun.length;
    expect(share).toBeGreaterThan(0.68); // 0.75 ± 3 standard errors
    expect(share).toBeLessThan(0.82);
    expect(texts(await samples(40, { temperature: 1 })).some((text) => text.startsWith('b'))).toBe(true);
  });

  test('is greedy at temperature 0, and narrows with top-p', async () => {
    const greedy = texts(await samples(5, { temperature: 0 }));
    expect(new Set(greedy).size).toBe(1);
    const narrow = texts(await samples(60, { topP: 0.5 }));
    expect(narrow.every((text) => text.startsWith('a'))).toBe(true);
  });
});

describe('an answer', () => {
  test('counts its tokens, and stops at the limit or at the end of the context', async () => {
    const short = await ask({ ...endless, sampling: { maxOutputTokens: 5 } });
    expect(short).toMatchObject({ kind: 'truncated', text: '~~~~~', finishReason: 'length' });
    // <|bos|> <|user|> x <|end|> <|assistant|> ~
    expect(short.usage).toMatchObject({ input: 6, output: 5, reasoning: null });
    expect((await ask(endless)).usage.output).toBe(256 - 6);
  });

  test('ends before the end token, which is not part of it', async () => {
    const answer = await ask({});
    expect(answer).toMatchObject({ kind: 'answered', finishReason: 'end' });
    expect(answer.text).toMatch(/^[ab]+$/);
    expect(answer.usage.output).toBe(answer.text.length);
  });
});

test('has the file name, its sha256 and the size of the pieces as identity', async () => {
  const hash = createHash('sha256').update(bigramGguf(bigrams)).digest('hex');
  expect(shared.identity).toBe(`gguf/bigrams.gguf@sha256:${hash};pieces=64`);
});

test('releases its sequence on abort, also in the queue', async () => {
  const controllers = Array.from({ length: 12 }, () => new AbortController());
  const asked = controllers.map(({ signal }) => shared.ask(testRequest({ ...endless, signal })));
  for (const controller of controllers) controller.abort(new Error('stopped'));
  for (const attempt of asked) await expect(attempt).rejects.toThrow('stopped');
  expect((await ask({})).kind).toBe('answered');
});

test('ends running requests on close, which is idempotent', async () => {
  const model = await open();
  const asked = Array.from({ length: 6 }, () => model.ask(testRequest(endless)));
  const outcomes = Promise.allSettled(asked);
  await Promise.all([model.close(), model.close()]);
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  await expect(model.ask(testRequest())).rejects.toThrow('was closed');
});

test('does not load the weights for an estimate', async () => {
  const cut = path.join(folder, 'cut.gguf');
  await writeFile(cut, bigramGguf(bigrams).subarray(0, 400_000));
  const estimated = await ggufModel(`gguf/${cut}`, cut, { purpose: 'estimate' }); // could not be loaded
  expect(estimated.identity).toContain('cut.gguf@sha256:');
  await expect(estimated.ask(testRequest())).rejects.toThrow('for an estimate');
  await expect(ggufModel('gguf/none.gguf', 'none.gguf', { purpose: 'estimate' })).rejects.toThrow('file not found');
});

describe('ggufModel with an unusable file', () => {
  const refusal = async (content: Buffer | null): Promise<AppError> => {
    const bad = path.join(folder, 'bad.gguf');
    await rm(bad, { force: true });
    if (content !== null) await writeFile(bad, content);
    try {
      await ggufModel('gguf/bad.gguf', bad);
    } catch (error) {
      return error as AppError; // asserted on by the caller
    }
    throw new Error('the file was loaded');
  };

  test.each([
    ['is missing', (): Buffer | null => null, 'no-model-file', /file not found/],
    ['is something else', () => Buffer.from('PK\u0003\u0004 and so on'), 'bad-model-file', /not a GGUF file/],
    ['is a pointer', () => Buffer.from('version https://git-lfs.github.com/spec/v1'), 'bad-model-file', /git lfs pull/],
    ['is cut off', () => bigramGguf(bigrams).subarray(0, 400_000), 'bad-model-file', /damaged/],
    ['has a damaged head', () => bigramGguf(bigrams).fill(255, 16, 64), 'bad-model-file', /damaged/],
    ['has no template', () => bigramGguf(bigrams, { template: '' }), 'no-chat-template', /instruction-tuned/],
    ['has a broken template', () => bigramGguf(bigrams, { template: '{% for %}' }), 'bad-model-file', /template/],
  ] as const)('%s', async (_, content, code, words) => {
    const error = await refusal(content());
    expect(error.code).toBe(code);
    expect(`${error.message} ${error.hint}`).toMatch(words);
  });
});
