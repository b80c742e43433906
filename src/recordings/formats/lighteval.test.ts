import { cpSync, mkdtempSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { sampleLog } from '../../../test/support/logs.ts';
import { readRecording } from '../formats.ts';

const date = '2026-11-29T12-37-19.525444';
const detailsOf = (folder: string, task: string) =>
  join(folder, `details/lab/alpha/${date}/details_${task}_0_${date}.parquet`);

/** Copies a run of lighteval and returns its folder. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seb-lighteval-'));
  cpSync(sampleLog('lighteval'), folder, { recursive: true });
  return folder;
}

/** Writes details with the rows and returns their path. */
function written(
  rows: readonly { readonly doc: unknown; readonly metric: unknown; readonly response: unknown }[],
): string {
  const file = join(mkdtempSync(join(tmpdir(), 'seb-lighteval-')), `details_t|0_${date}.parquet`);
  const column = (name: string, of: (row: (typeof rows)[number]) => unknown) =>
    ({ name, type: 'JSON', data: rows.map(of) }) as const;
  const columnData = [
    column('doc', ({ doc }) => doc),
    column('metric', ({ metric }) => metric),
    column('model_response', ({ response }) => response),
  ];
  writeFileSync(file, Buffer.from(parquetWriteBuffer({ columnData })));
  return file;
}

describe('details of lighteval', () => {
  it('have the answer, the key, the prompt and the choices of each document', async () => {
    const gen = await readRecording(detailsOf(sampleLog('lighteval'), 'times_gen'));
    expect(gen).toMatchObject({ task: 'times_gen|0', models: ['lab/alpha'], notes: [] });
    expect(gen.items.get('19')).toMatchObject({ text: 'What is 19 times 7?', key: '133' });
    expect(gen.rows.find(({ item }) => item === '16')).toMatchObject({ answer: '', outcome: { value: 0 } });
    expect(gen.stated[0]).toMatchObject({ score: 'em', accuracy: 0.7, stderr: expect.closeTo(0.0851, 4) });
    const mc = await readRecording(detailsOf(sampleLog('lighteval'), 'times_mc'));
    expect(mc.items.get('3')?.key).toBe(' 21 |  23'); // either is right
    const { answer, tokenProbability } = mc.rows.find(({ item }) => item === '19') ?? {};
    expect({ answer, tokenProbability }).toEqual({ answer: ' 135', tokenProbability: expect.closeTo(0.7605, 3) });
  });

  it('name the model by the folder, and state nothing, without their results file', async () => {
    const folder = copied();
    unlinkSync(join(folder, `results/lab/alpha/results_${date}.json`));
    const log = await readRecording(detailsOf(folder, 'times_gen'));
    expect(log).toMatchObject({ models: ['lab/alpha'], stated: [], notes: [expect.stringContaining('lab/alpha')] });
  });

  it('take no link for their results file', async () => {
    const folder = copied();
    const results = join(folder, `results/lab/alpha/results_${date}.json`);
    unlinkSync(results);
    writeFileSync(join(folder, 'secret'), 'AWS_SECRET');
    symlinkSync(join(folder, 'secret'), results);
    expect((await readRecording(detailsOf(folder, 'times_gen'))).stated).toEqual([]);
  });

  it('have no outcome where a metric has no value, and graded ones as they are', async () => {
    const doc = (id: number) => ({ id: String(id), query: `Question ${id} of ten`, choices: ['A'], gold_index: 0 });
    const file = written(
      [{ em: 1, rouge: 0.25 }, { em: 0, rouge: 0.75 }, { rouge: 0.5 }].map((metric, id) => ({
        ...{ doc: doc(id), metric, response: { text: ['<think>B</think> A'], text_post_processed: ['A'] } },
      })),
    );
    const { rows, scores } = await readRecording(file);
    expect(scores).toMatchObject([
      { name: 'em', kind: 'right-or-wrong' },
      { name: 'rouge', kind: 'graded' },
    ]);
    const em = rows.filter(({ score }) => score === 'em').map(({ outcome }) => outcome.kind);
    expect(em).toEqual(['scored', 'scored', 'absent']);
    expect(rows[0]?.answer).toBe('A');
  });

  it('state a confidence by a regular expression', async () => {
    const file = written(
      [70, 90].map((sure, id) => ({
        doc: { id: String(id), query: `Question ${id}`, choices: ['A'], gold_index: 0 },
        ...{ metric: { em: 1 }, response: { text: [`A CONFIDENCE: ${sure}%`] } },
      })),
    );
    const { rows } = await readRecording(file, { confidence: String.raw`CONFIDENCE: (\d+%)` });
    expect(rows.map(({ confidence }) => confidence)).toEqual([
      { kind: 'stated', value: 0.7 },
      { kind: 'stated', value: 0.9 },
    ]);
  });

  it('refuse a row without a document', async () => {
    await expect(readRecording(written([{ doc: null, metric: { em: 1 }, response: {} }]))).rejects.toThrow(
      'row 1: is not a row of lighteval',
    );
  });
});
