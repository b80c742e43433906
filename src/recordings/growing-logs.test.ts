import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { zipOf } from '../../test/support/zip.ts';
import { readRecording } from './formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-growing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const head = { eval_id: 'e', run_id: 'r', created: 'c', task: 't', model: 'm' };
const sample = (id: number) => ({ id, epoch: 1, input: `q ${id}`, target: 'A', scores: { match: { value: 'C' } } });
const row = (id: number) => `{"item":"q${id}","model":"m","correct":${id % 3 === 0},"answer":"a"}\n`;
const csvRow = (id: number) => `q${id},m,${id % 3 === 0}\n`;
const journal = zipOf([
  { name: '_journal/start.json', content: JSON.stringify({ version: 2, eval: head }) },
  { name: '_journal/summaries/1.json', content: JSON.stringify([sample(1), sample(2)]) },
]);
const rows = (line: (id: number) => string) => Array.from({ length: 40 }, (_, id) => line(id)).join('');

/** Reads a log that `write` changes once before the first look at it, and once between that look and the reading of its rows. */
async function readWhile(file: string, write: (time: number) => void) {
  write(100);
  const handle = await open(file);
  const methods = Object.getPrototypeOf(handle);
  await handle.close();
  const { read } = methods;
  vi.spyOn(methods, 'read').mockImplementationOnce(function (this: FileHandle, ...parameters: unknown[]) {
    write(101);
    return read.apply(this, parameters);
  });
  try {
    return await readRecording(file);
  } finally {
    vi.restoreAllMocks();
  }
}

describe('readRecording of a file that is being written', () => {
  it.each([
    ['a.jsonl', rows(row), row],
    ['a.csv', `item,model,correct\n${rows(csvRow)}`, csvRow],
    ['a.eval', journal, () => '\0'],
  ])('says of %s that it changed', async (name, content, more) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    const before = await readRecording(file);
    expect(before.notes.join()).not.toContain('changed');
    const { notes } = await readWhile(file, (time) => appendFileSync(file, more(time)));
    expect(notes).toContain('the file changed while it was read: read it again when it is finished');
  });

  it('says that it changed where another file took its place', async () => {
    const file = join(folder, 'b.jsonl');
    writeFileSync(file, rows(row));
    const { notes } = await readWhile(file, () => {
      writeFileSync(`${file}.new`, rows(row));
      renameSync(`${file}.new`, file);
    });
    expect(notes.join()).toContain('the file changed while it was read');
  });

  it.each([
    ['JSON lines', 'c.jsonl', rows(row), row(100).slice(0, 30)],
    ['a table', 'c.csv', `item,model,correct\n${rows(csvRow)}`, 'q100,"m'],
    ['a log of Inspect', 'c.json', JSON.stringify({ version: 2, eval: head, samples: [sample(1)] }), '{'],
  ])('names the change in place of damage that it explains: %s', async (_, name, content, more) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    await expect(readWhile(file, () => appendFileSync(file, more))).rejects.toMatchObject({
      code: 'log-damaged',
      message: `${file}: the file changed while it was read`,
      hint: 'read it again when the program that writes it has ended',
    });
  });

  it.each([
    [
      'JSON lines',
      'd.jsonl',
      `${rows(row)}${row(100).slice(0, 30)}`,
      /line 41: is cut: the 40 rows before it are whole/,
    ],
    ['a table', 'd.csv', `item,model,correct,x\nq1,m,true,1\nq2,m`, /is cut: the row before it is whole/],
    ['one JSON value', 'd.json', `{"version": 2, "status": "started", "samples": [`, /its JSON is not complete/],
  ])('names writing as a cause of a cut end: %s', async (_, name, content, message) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    await expect(readRecording(file)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/^if it is still being written, wait until it is finished; or /),
    });
  });

  it('names writing as a cause of a zip without its end', async () => {
    const file = join(folder, 'e.eval');
    writeFileSync(file, journal.subarray(0, -30));
    await expect(readRecording(file)).rejects.toThrow('it is still being written, or the run that wrote it was killed');
  });
});
