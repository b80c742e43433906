import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPath } from '../../src/models/gguf/bundled.ts';
import { ggufModel } from '../../src/models/gguf/gguf.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

const folder = newFolder();
const file = join(folder, 'wide.gguf');
const tooLarge = ['--model', `gguf/${file}`, '--context-size', '20000000'];
const words = /needs about \d+ GB of memory \(weights 0\.\d GB, (a context|\d+ contexts) of 20000000 tokens \d+ GB\)/;

beforeAll(() => {
  const whole = readFileSync(bundledPath('ada'));
  const key = 'llama.context_length';
  whole.writeUInt32LE(2 ** 27, whole.indexOf(key) + key.length + 4); // as if it was trained with a huge context
  writeFileSync(file, whole);
});

async function said(command: string, ...more: readonly string[]) {
  const { code, stdout, stderr } = await sebHere([command, ...tooLarge, ...more], { folder });
  return { code, text: `${stdout} ${stderr}`.replaceAll(/\s+/g, ' ') };
}

describe('a model file that does not fit into the free memory', () => {
  it.each(['run', 'doctor'])(
    'is refused by seb %s before it is loaded, with the setting that makes it fit',
    async (command) => {
      const { code, text } = await said(command, ...(command === 'run' ? ['--experiment', 'association'] : []));
      expect(text).toMatch(words);
      expect(text).toMatch(/add --context-size \d+, or use a file with a smaller quantization/);
      expect(code).toBe(1);
    },
    120_000,
  );

  it('is a note of a dry run, which may be for another machine', async () => {
    const { code, text } = await said('run', '--experiment', 'association', '--limit', '1', '--dry-run');
    expect(text).toMatch(new RegExp(`note: .*${words.source}`));
    expect(code).toBe(0);
  }, 120_000);

  it('is loaded where the memory suffices, with its estimate in the note', async () => {
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    await (await ggufModel(`gguf/${file}`, file, { contextSize: 256, onNote })).close();
    expect(notes).toEqual([expect.stringMatching(/256 tokens of context each, about 0\.\d GB of memory$/)]);
    const refused = ggufModel(`gguf/${file}`, file, { contextSize: 256, freeMemory: 1e6 });
    await expect(refused).rejects.toMatchObject({ code: 'no-memory' });
  }, 120_000);
});
