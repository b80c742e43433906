import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bigramGguf } from '../../../test/support/models/bigram-gguf.ts';
import { modelContract } from '../../../test/support/models/contract.ts';
import { follows, loraGguf } from '../../../test/support/models/lora-gguf.ts';
import { testRequest } from '../../../test/support/models/request.ts';
import type { AppError } from '../../util/app-error.ts';
import type { LanguageModel } from '../language-model.ts';
import { ggufModel } from './gguf.ts';

const bigrams = {
  '<|assistant|>': { a: 3, b: 1 },
  a: { '<|end|>': 1 },
  b: { '<|end|>': 1 },
  '~': { '~': 1 },
};
const base = bigramGguf(bigrams);
const says = loraGguf([follows('<|assistant|>', 'b')]);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let shared: LanguageModel;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seb-adapter-'));
  await writeFile(path.join(folder, 'base.gguf'), base);
  await writeFile(path.join(folder, 'says-b.gguf'), says);
  shared = await open('+says-b.gguf');
});
afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true });
});

/** Opens the base model with a suffix of its name: `+says-b.gguf@0.5`. */
function open(suffix: string): Promise<LanguageModel> {
  const files = `${folder}/base.gguf${suffix.replace('+', `+${folder}/`)}`;
  return ggufModel(`gguf/${files}`, files);
}

async function greedy(model: LanguageModel): Promise<string> {
  const attempt = await model.ask(testRequest({ sampling: { temperature: 0 } }));
  if (attempt.kind === 'failed') throw new Error(attempt.message);
  return attempt.text;
}

/** Returns the code, message and hint of the error for an adapter with these bytes. */
async function refusal(content: Buffer): Promise<string> {
  await writeFile(path.join(folder, 'bad.gguf'), content);
  const opened = await open('+bad.gguf').catch((error: AppError) => error);
  if (opened instanceof Error) return `${opened.code}: ${opened.message}; ${opened.hint}`;
  await opened.close();
  throw new Error('the adapter was accepted');
}

const borrowed = () => ({ ...shared, close: async () => {} }); // loaded once for all tests
const endless = {
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: '~' },
  ],
} as const;

modelContract({
  name: 'gguf with an adapter',
  answered: async () => ({ model: borrowed(), request: testRequest() }),
  truncated: async () => ({ model: borrowed(), request: testRequest(endless) }),
  slow: async () => ({
    model: borrowed(),
    request: testRequest(endless),
    begun: () => nextTurn(),
    idle: async () => expect(await greedy(shared)).toBe('b'),
  }),
});

describe('ggufModel with an adapter', () => {
  it('answers with base and adapter together, at the given scale', async () => {
    const plain = await open('');
    const opposite = await open('+says-b.gguf@-1');
    expect([await greedy(plain), await greedy(shared), await greedy(opposite)]).toEqual(['a', 'b', 'a']);
    await plain.close();
    await opposite.close();
  });

  it('keeps answering when another model on the same base is closed', async () => {
    const other = await open('+says-b.gguf@-1');
    await shared.ask(testRequest());
    await other.close();
    expect(await greedy(shared)).toBe('b');
  });

  it('is identified by both files and the scale', async () => {
    const half = await open('+says-b.gguf@0.5');
    await half.close();
    const names = 'gguf/base.gguf+says-b.gguf';
    expect(shared.identity).toBe(`${names}@sha256:${sha256(base)}+sha256:${sha256(says)}@1;pieces=64`);
    expect(half.identity).toBe(`${names}@sha256:${sha256(base)}+sha256:${sha256(says)}@0.5;pieces=64`);
    expect(half.endpoint).not.toBe(shared.endpoint);
  });

  it('accepts an adapter that records the base it is used on', async () => {
    await writeFile(path.join(folder, 'own.gguf'), loraGguf([follows('a', 'b')], { baseHash: sha256(base) }));
    const model = await open('+own.gguf');
    await model.close();
    expect(model.identity).toContain('own.gguf');
  });

  const narrow = { tensor: 'output.weight', inputs: new Float32Array(64), outputs: new Float32Array(264) };
  it.each([
    [
      'of another shape',
      loraGguf([narrow]),
      /^adapter-mismatch: .*output\.weight is 264 x 264 in the base model and 64 x 264 in the adapter; use the base model/,
    ],
    [
      'for a tensor that is not there',
      loraGguf([{ ...follows('a', 'b'), tensor: 'blk.7.attn_q.weight' }]),
      /^adapter-mismatch: .*no tensor blk\.7\.attn_q\.weight/,
    ],
    [
      'of another architecture',
      loraGguf([follows('a', 'b')], { architecture: 'gemma' }),
      /^adapter-mismatch: .*a different architecture/,
    ],
    [
      'trained on another base',
      loraGguf([follows('a', 'b')], { baseHash: 'f'.repeat(64) }),
      /^adapter-mismatch: .*was not trained on base\.gguf.*f{64}/,
    ],
    ['that is a model', base, /^bad-adapter: .*a model, not an adapter/],
    ['of another kind', loraGguf([follows('a', 'b')], { adapterType: 'prefix' }), /^bad-adapter: .*not a LoRA adapter/],
    ['cut off in its data', says.subarray(0, -600), /^bad-adapter: .*base\.gguf/],
    ['cut off in its head', says.subarray(0, 120), /^bad-adapter: /],
    ['that is empty', Buffer.alloc(0), /^bad-model-file: .*bad\.gguf is empty/],
    ['that is another file', Buffer.from('PK\u0003\u0004'), /^bad-model-file: .*not a GGUF file/],
  ])('refuses an adapter %s', async (_, content, message) => {
    const said = await refusal(content);
    expect(said).toMatch(message);
    expect(said).not.toMatch(/undefined|\[object/);
  });

  it('refuses an adapter that is missing', async () => {
    await expect(open('+none.gguf')).rejects.toThrow(/none\.gguf cannot be opened/);
  });
});
