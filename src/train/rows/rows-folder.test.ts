import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { someExamples, someRowOptions } from '../../../test/support/train/examples.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { formatNames } from './formats.ts';
import { makeRows } from './make-rows.ts';
import { readRows, writeRows } from './rows-folder.ts';
import { entropyBits } from './rows-manifest.ts';

const root = mkdtempSync(join(tmpdir(), 'seb-rows-'));
afterAll(() => rmSync(root, { recursive: true }));

const options = { ...someRowOptions, size: 60 };
const set = makeRows(someExamples(60), options);
const input = { arm: 'self', options, set, trainingFormat: 'chat', sebVersion: '0.1.0', gitCommit: null } as const;

describe('writeRows', () => {
  test('writes files whose hashes and counts are in rows.json, the same bytes twice', async () => {
    const [one, two] = [join(root, 'one'), join(root, 'two')];
    const manifest = await writeRows(one, input);
    await writeRows(two, input);
    for (const name of readdirSync(one)) expect(readFileSync(join(one, name))).toEqual(readFileSync(join(two, name)));
    expect(readdirSync(one).sort()).toEqual(['rows.json', 'rows.jsonl', 'train.jsonl', 'validation.jsonl']);
    for (const file of [manifest.rows, manifest.train, manifest.validation!]) {
      const text = readFileSync(join(one, file.file), 'utf8');
      expect(sha256(text)).toBe(file.sha256);
      expect(text.trimEnd().split('\n')).toHaveLength(file.rows);
    }
    expect(manifest).toMatchObject({
      arm: 'self',
      seed: 1,
      size: 60,
      heldOutWordings: ['suppose'],
      sources: [{ run: 'run-of-ada', identity: 'simulated/ada' }],
    });
    expect(manifest.groups.map(({ rows }) => rows).reduce((sum, rows) => sum + rows)).toBe(60);
    expect(manifest.train.characters).toBe(
      set.train.flatMap(({ messages }) => messages).reduce((sum, { content }) => sum + content.length, 0),
    );
  });

  test.each(formatNames)('writes the training files of the format %s', async (trainingFormat) => {
    const folder = join(root, trainingFormat);
    const manifest = await writeRows(folder, { ...input, trainingFormat });
    expect(readdirSync(folder)).toContain(manifest.validation?.file);
    expect(readdirSync(folder).includes('dataset_info.json')).toBe(trainingFormat === 'sharegpt-openai');
  });
});

describe('readRows', () => {
  test('returns the rows that were written', async () => {
    const folder = join(root, 'read');
    const manifest = await writeRows(folder, input);
    expect(await readRows(folder)).toMatchObject({ manifest, train: set.train, validation: set.validation });
  });

  test('refuses rows that were changed after rows.json was written', async () => {
    const folder = join(root, 'changed');
    await writeRows(folder, input);
    appendFileSync(join(folder, 'rows.jsonl'), ' ');
    await expect(readRows(folder)).rejects.toMatchObject({ code: 'rows-changed' });
  });

  test('refuses a folder without rows', async () => {
    await expect(readRows(root)).rejects.toMatchObject({
      code: 'data-missing',
      hint: expect.stringContaining('seb train rows'),
    });
  });
});

describe('entropyBits', () => {
  test.each([
    [[1, 1], 1],
    [[4], 0],
    [[1, 1, 2], 1.5],
    [[1, 1, 1, 1, 1, 1, 1, 1], 3],
  ])('of the counts %j is %d', (counts, bits) => {
    expect(entropyBits(counts)).toBeCloseTo(bits, 12);
  });
});
