import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording } from '../formats.ts';
import type { FieldChoice } from '../recording.ts';
import { checkRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-unread-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const ids = Array.from({ length: 20 }, (_, id) => id);

/** A log of each format with stated confidences. */
const logs: Readonly<Record<string, (stated: (id: number) => number | string) => readonly [string, FieldChoice]>> = {
  'a table': (stated) => [
    write('t.csv', ['model,id,correct,confidence', ...ids.map((id) => `m,${id},${id % 2},${stated(id)}`)].join('\n')),
    {},
  ],
  'a table with another column': (stated) => [
    write('u.csv', ['model,id,correct,sure', ...ids.map((id) => `m,${id},${id % 2},${stated(id)}`)].join('\n')),
    { columns: new Map([['confidence', 'sure']]) },
  ],
  Inspect: (stated) => [
    write(
      'i.json',
      JSON.stringify({
        ...{ version: 2, status: 'success', eval: { eval_id: 'e', run_id: 'r', created: 'c', task: 't', model: 'm' } },
        samples: ids.map((id) => ({
          ...{ id, epoch: 1, input: `q${id}`, target: 'x' },
          scores: { match: { value: id % 2 === 0 ? 'C' : 'I', metadata: { confidence: stated(id) } } },
        })),
      }),
    ),
    {},
  ],
  'Every Eval Ever': (stated) => [
    write(
      'e_samples.jsonl',
      lines(
        ids.map((id) => ({
          ...{ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'm', evaluation_result_id: 'r' },
          ...{ sample_id: `${id}`, input: { raw: `q${id}` }, evaluation: { score: id % 2 } },
          metadata: { confidence: stated(id) },
        })),
      ),
    ),
    {},
  ],
  promptfoo: (stated) => [
    write(
      'p.jsonl',
      lines(
        ids.map((id) => ({
          ...{ promptIdx: 0, testIdx: id, success: id % 2 === 0, gradingResult: {}, provider: { id: 'm' } },
          ...{ vars: { id }, response: { output: 'x' }, namedScores: { confidence: stated(id) } },
        })),
      ),
    ),
    {},
  ],
  'lm-eval': (stated) => [
    write(
      'samples_t_2026-01-01T00-00-00.jsonl',
      lines(
        ids.map((id) => ({
          ...{ doc_id: id, doc: { q: id }, filter: 'none', metrics: ['acc'], acc: id % 2 },
          resps: [[`SURE: ${stated(id)}`]],
        })),
      ),
    ),
    { confidence: 'SURE: ([0-9./%]+)' },
  ],
};

async function found(file: string, choice: FieldChoice) {
  const log = await readRecording(file, choice);
  const values = log.rows.flatMap(({ confidence }) => (confidence.kind === 'stated' ? [confidence.value] : []));
  const unread = checkRecordings([log]).filter(({ check }) => check === 'unread');
  return { values, unread };
}

describe.each(Object.entries(logs))('a confidence in %s', (_, logOf) => {
  it('is not read where ratings of a scale of ten may be percent, with the value, the field and the flags', async () => {
    const [file, choice] = logOf((id) => 3 + (id % 8));
    const { values, unread } = await found(file, choice);
    expect([values, unread.map(({ kind }) => kind)]).toEqual([[], ['fault']]);
    expect(unread[0]?.found).toMatch(
      /20 of 20 stated confidences are not read: .*(?:confidence|sure|SURE).* holds "3" \(item 0\), "4" \(item 1\), "5" \(item 2\), numbers up to 10/,
    );
    expect(unread[0]?.effect).toContain(
      'add --confidence-range 0 10 (3 is 30 %) or --confidence-range 0 100 (3 is 3 %); or write 3/10 or 3 %',
    );
  });

  it.each<[string, (id: number) => number | string, FieldChoice, number]>([
    ['ratings with a range', (id) => 3 + (id % 8), { confidenceRange: [0, 10] }, 0.3],
    ['ratings of five with a range', (id) => 2 + (id % 4), { confidenceRange: [1, 5] }, 0.25],
    ['percent of which one is above ten', (id) => 3 + id, {}, 0.03],
    ['shares', (id) => (3 + id) / 100, {}, 0.03],
    ['points', (id) => `${3 + (id % 8)}/10`, {}, 0.3],
    ['percent signs', (id) => `${3 + (id % 8)}%`, {}, 0.03],
  ])('is read where it has %s', async (_name, stated, more, first) => {
    const [file, choice] = logOf(stated);
    const { values, unread } = await found(file, { ...choice, ...more });
    expect([values.length, values[0], unread]).toEqual([20, expect.closeTo(first, 12), []]);
  });

  it.each<[string, (id: number) => number | string, string, string]>([
    [
      'shares beside percent',
      (id) => (id % 2 === 0 ? 80 : 0.8),
      'holds "0.8" (item 1), numbers up to 1 beside',
      '0 100 or 0 10',
    ],
    ['halves of ratings', (id) => (id % 2 === 0 ? 7.5 : 0.5), 'numbers up to 1 beside', '0 100 or 0 10'],
    [
      'ones alone',
      () => 1,
      'holds "1" (item 0), and 0 or 1 alone',
      'add --confidence-range 0 1 (1 is certainty) or 0 100',
    ],
    [
      'ratings of five',
      (id) => 1 + (id % 5),
      'numbers up to 5',
      'add --confidence-range 1 5 (2 is 25 %), --confidence-range 0 10',
    ],
  ])('is not read where it has %s', async (_name, stated, why, advice) => {
    const [file, choice] = logOf(stated);
    const { unread } = await found(file, choice);
    expect([unread[0]?.found, unread[0]?.effect]).toEqual([
      expect.stringContaining(why),
      expect.stringContaining(advice),
    ]);
  });
});

it('a confidence in the log of a run is a share, one alone, too', async () => {
  const rows = ids.map((id) => ({
    ...{ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'm', evaluation_result_id: 'r', sample_id: `${id}` },
    ...{ input: { raw: `q${id}` }, evaluation: { score: id % 2 } },
    metadata: { confidence: '1', item: `${id}`, cluster: `${id}`, condition: 'c' },
  }));
  const { values, unread } = await found(write('run_samples.jsonl', lines(rows)), {});
  expect([values, unread]).toEqual([ids.map(() => 1), []]);
});

describe('a confidence that is no number', () => {
  it.each(['high', '{"value":0.8}', '7 stars'])('%s is named', async (text) => {
    const rows = ids.map((id) => ({
      model: 'm',
      id,
      correct: id % 2,
      confidence: text.startsWith('{') ? JSON.parse(text) : text,
    }));
    const { unread } = await found(write('words.jsonl', lines(rows)), {});
    expect(unread[0]?.found).toContain(
      `column confidence holds ${JSON.stringify(text).replaceAll('\\"', '"')} (item 0), which is no probability`,
    );
  });

  it.each([true, 'yes', 'keep'])('%s, which alone may say anything, is named', async (confidence) => {
    const rows = ids.map((id) => ({ model: 'm', id, correct: id % 2, confidence }));
    const { unread } = await found(write('words.jsonl', lines(rows)), {});
    expect(unread[0]?.found).toContain(
      `column confidence holds "${confidence}" (item 0), one word alone: whether answers were withdrawn is unknown`,
    );
  });

  it.each<[string, number]>([
    ['numbers below 0 and above 1', 1],
    ['logarithms, of which one is 0', 0],
  ])('%s are named as what they may be', async (_, highest) => {
    const rows = ids.map((id) => ({ model: 'm', id, correct: id % 2, confidence: id === 0 ? highest : -id / 7 }));
    const { unread } = await found(write('logits.jsonl', lines(rows)), {});
    expect(unread[0]?.found).toContain('numbers below 0, such as logarithms or logits');
  });
});
