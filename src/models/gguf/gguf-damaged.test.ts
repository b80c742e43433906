import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testRequest } from '../../../test/support/models/request.ts';
import type { AppError } from '../../util/app-error.ts';
import { bundledPath } from './bundled.ts';
import { ggufModel } from './gguf.ts';
import { tryGguf } from './trial/gguf-trial.ts';

let folder: string;
let whole: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seb-gguf-'));
  whole = await readFile(bundledPath('ada'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(content: Buffer): Promise<string> {
  const file = path.join(folder, 'some.gguf');
  await writeFile(file, content);
  return file;
}

/** Returns the message and hint of the error when the file is opened. */
async function refusal(file: string): Promise<string> {
  const model = await ggufModel(`gguf/${file}`, file).catch((error: AppError) => error);
  if (model instanceof Error) return `${model.code}: ${model.message}; ${model.hint}`;
  await model.close();
  throw new Error('the file was opened');
}

/** Returns the file with one text replaced by another of the same length. */
function replaced(from: string, to: string): Buffer {
  const at = whole.indexOf(from);
  if (at === -1) throw new Error(`no ${from} in the file`);
  return Buffer.concat([whole.subarray(0, at), Buffer.from(to.padEnd(from.length)), whole.subarray(at + from.length)]);
}

function withVersion(version: number): Buffer {
  const changed = Buffer.from(whole);
  changed.writeUInt32LE(version, 4);
  return changed;
}

/** Returns the file with another chat template. */
function withTemplate(template: string): Buffer {
  const key = 'tokenizer.chat_template';
  const start = whole.indexOf(key) + key.length + 4 + 8;
  const length = Number(whole.readBigUInt64LE(start - 8));
  return replaced(whole.toString('latin1', start, start + length), template);
}

describe('a truncated or overwritten model file is refused with the reason', () => {
  test.each([
    ['nothing is left', () => Buffer.alloc(0), /is empty/],
    ['within the head', () => whole.subarray(0, 10), /truncated after 10 bytes/],
    ['at the end of the head', () => whole.subarray(0, 24), /truncated after 24 bytes/],
    ['within the first key', () => whole.subarray(0, 40), /truncated or damaged/],
    ['within the vocabulary', () => whole.subarray(0, 60_000), /truncated or damaged/],
    ['within the weights', () => whole.subarray(0, whole.length / 2), /'blk[^']*' data is not within the file/],
    ['before its last byte', () => whole.subarray(0, -1), /'blk[^']*' data is not within the file/],
    ['zeros from the fifth byte on', () => Buffer.alloc(5000).fill('GGUF', 0, 4), /does not describe a model/],
    ['another magic number', () => Buffer.concat([Buffer.from('GGML'), whole.subarray(4)]), /not a GGUF file/],
    ['a version to come', () => withVersion(99), /version 99.*update node-llama-cpp/],
    ['the other byte order', () => withVersion(0x03000000), /big-endian/],
    ['no vocabulary', () => replaced('tokenizer.ggml.tokens', 'tokenizer.ggml.tokenz'), /vocab/],
    ['a size is missing', () => replaced('llama.embedding_length', 'llama.embedding_lengtx'), /llama.embedding_length/],
  ])('%s', async (_, content, words) => {
    const said = await refusal(await fileOf(content()));
    expect(said).toMatch(/^bad-model-file: /);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/undefined|\[object/);
  });
});

/** Returns the file with a number in its header changed: the one of that size after a key. */
function withNumber(key: string, value: number): Buffer {
  const changed = Buffer.from(whole);
  changed.writeUInt32LE(value, whole.indexOf(key) + key.length + 4);
  return changed;
}

/** Returns the file with another number of dimensions of its first tensor. */
function withDimensions(count: number): Buffer {
  const changed = Buffer.from(whole);
  const name = 'token_embd.weight';
  changed.writeUInt32LE(count, whole.indexOf(name) + name.length);
  return changed;
}

/** Returns the file with another length of its first key. */
function withKeyLength(length: number): Buffer {
  const changed = Buffer.from(whole);
  changed.writeUInt32LE(length, 24);
  return changed;
}

test.each([
  ['layers without end', () => withNumber('llama.block_count', 0xffffffff)],
  ['a tensor without dimensions', () => withDimensions(0)],
  ['a key longer than the file', () => withKeyLength(0xffffffff)],
])(
  'refuses a header that would crash the process: %s',
  async (_, content) => {
    const said = await refusal(await fileOf(content()));
    expect(said).toMatch(/^bad-model-file: /);
    expect(said).not.toMatch(/RangeError|TypeError|\d\.\d+ s/);
  },
  60_000,
);

test('refuses a header that takes too long to read', async () => {
  const file = await fileOf(withDimensions(0x80000000));
  const layout = { contextSize: 64, sequences: 1, mapped: false };
  await expect(tryGguf({ path: file }, layout, 3_000)).rejects.toMatchObject({
    code: 'bad-model-file',
    message: expect.stringMatching(/in a trial load, it did not end within (?:3|6|9|[12][0-9]|30) s$/),
    hint: expect.stringMatching(/machine is too busy .*start again; or the file is damaged/),
  });
});

test('names an architecture that llama.cpp does not support', async () => {
  const entry = (name: string) => `general.architecture\u0008\0\0\0\u0005\0\0\0\0\0\0\0${name}`;
  const changed = replaced(entry('llama'), entry('llamx'));
  expect(await refusal(await fileOf(changed))).toMatch(/^unsupported-model: .*"llamx"/);
});

test('refuses a folder', async () => {
  expect(await refusal(folder)).toMatch(/^no-model-file: .*is a folder/);
});

test.each([
  ["{{ raise_exception('no such turn') }}", /fails on a simple question: no such turn/],
  ['{% for message in messages %}', /cannot be read/],
  ['{{ bos_token }}always the same', /omits part of its input/],
  ["{{ messages[0]['content'][:20] }}", /omits part of its input/],
  [`{% for a in range(30000) %}{% for b in range(30000) %}{% endfor %}{% endfor %}x`, /fails on a simple question/],
  ["{{ range(100000000) | join('') }}", /fails on a simple question/],
])(
  'refuses a chat template that spoils every prompt before a call: %s',
  async (template, words) => {
    expect(await refusal(await fileOf(withTemplate(template)))).toMatch(words);
  },
  120_000,
);

test('reports the context size and a hint for a prompt that is too long', async () => {
  const notes: string[] = [];
  const messages = [{ role: 'user', content: 'the house and the river '.repeat(100) }] as const;
  const file = await fileOf(whole);
  const narrow = await ggufModel(`gguf/${file}`, file, { contextSize: 256, onNote: (note) => notes.push(note) });
  const wide = await ggufModel(`gguf/${file}`, file, { contextSize: 100_000 }); // shares the weights
  const attempt = await narrow.ask(testRequest({ messages }));
  await narrow.close();
  expect(notes).toEqual([expect.stringMatching(/^some.gguf runs on the CPU: \d+ concurrent answers, 256 tokens/)]);
  expect(attempt).toMatchObject({ kind: 'failed', code: 'context-overflow' });
  expect(attempt.kind === 'failed' && attempt.message).toMatch(/\d+ tokens, .*holds only 256: .*--context-size .*1024/);
  const tooLong = [{ role: 'user', content: 'the house and the river '.repeat(1000) }] as const;
  const refused = await wide.ask(testRequest({ messages: tooLong }));
  await wide.close();
  expect(refused.kind === 'failed' && refused.message).toMatch(/holds only 1024: the model was trained with this/);
});
