import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyEvalEverLog, lmEvalLogs, sampleLog } from '../../test/support/logs.ts';
import { zipOf } from '../../test/support/zip.ts';
import { readRecording } from './formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-damaged-'));

/** Writes a log and returns what its reader says: the message of the error, or the number of rows. */
async function said(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, content);
  try {
    return `${(await readRecording(file)).rows.length} rows`;
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' });
    return (error as Error).message.replace(`${folder}/`, '');
  }
}

const header = { version: 2, status: 'success', eval: { eval_id: 'e', task: 't', model: 'm' } };
const sample = { id: 1, epoch: 1, input: 'q', target: 'A', scores: { match: { value: 'C', answer: 'A' } } };

function evalLog(samples: unknown, { head = header as unknown, ...entry }: Parameters<typeof entryOf>[0] = {}): Buffer {
  return zipOf([
    { name: 'header.json', content: JSON.stringify(head) },
    { name: 'summaries.json', content: typeof samples === 'string' ? samples : JSON.stringify(samples), ...entry },
  ]);
}

function entryOf(entry: {
  head?: unknown;
  declared?: number;
  crc?: number;
  method?: 'stored' | 'deflate' | 'zstd' | 'unknown';
}) {
  return entry;
}

describe('readRecording of .eval logs', () => {
  it.each(['stored', 'deflate', 'zstd'] as const)('reads entries packed with %s', async (method) => {
    expect(await said('a.eval', evalLog([sample, { ...sample, id: 2 }], { method }))).toBe('2 rows');
  });

  it('reads the journal of a run that was killed', async () => {
    const journal = [1, 2].map((part) => ({
      name: `_journal/summaries/${part}.json`,
      content: JSON.stringify([{ ...sample, id: part }]),
    }));
    const log = zipOf([
      { name: '_journal/start.json', content: JSON.stringify({ version: 2, eval: header.eval }) },
      ...journal,
    ]);
    expect(await said('a.eval', log)).toBe('2 rows');
    const { notes } = await readRecording(join(folder, 'a.eval'));
    expect(notes).toEqual([
      'the run ended with status "started": its samples are those that finished first, not a random part',
    ]);
  });

  it('reads a chunked log: samples are folders, and the header comes first', async () => {
    const log = zipOf([
      { name: 'header.json', content: JSON.stringify(header) },
      { name: 'samples/1_epoch_1/', content: '', method: 'stored' },
      { name: 'samples/1_epoch_1/events.json', content: '[]' },
      { name: 'summaries.json', content: JSON.stringify([sample]) },
    ]);
    expect(await said('a.eval', log)).toBe('1 rows');
  });

  it('reads metadata that a summary leaves out from the sample itself', async () => {
    const removed = {
      ...sample,
      scores: { match: { value: 'C', metadata: { confidence: 'Key removed from summary (> 1k)' } } },
    };
    const whole = { ...sample, scores: { match: { value: 'C', metadata: { confidence: 0.8 } } } };
    const log = zipOf([
      { name: 'header.json', content: JSON.stringify(header) },
      { name: 'summaries.json', content: JSON.stringify([removed]) },
      { name: 'samples/1_epoch_1.json', content: JSON.stringify(whole) },
    ]);
    await said('a.eval', log);
    expect((await readRecording(join(folder, 'a.eval'))).rows[0]?.confidence).toEqual({ kind: 'stated', value: 0.8 });
  });

  it('reads NaN as a bare word, and leaves texts that contain one alone', async () => {
    const text = JSON.stringify([{ ...sample, input: 'is {"x": NaN, "y": 1} JSON?' }]).replace('"C"', 'NaN');
    await said('a.eval', evalLog(text));
    const { rows, items } = await readRecording(join(folder, 'a.eval'));
    expect(rows[0]?.outcome).toEqual({ kind: 'absent', reason: 'unscored', counted: null });
    expect(items.get('1')?.text).toBe('is {"x": NaN, "y": 1} JSON?');
  });

  it.each([
    [
      'a newer version',
      evalLog([sample], { head: { ...header, version: 3 } }),
      'a.eval: is a log of version 3; versions up to 2 are read',
    ],
    [
      'another zip',
      zipOf([{ name: 'word/document.xml', content: '<x/>' }]),
      'a.eval: a zip without header.json is not a log of Inspect',
    ],
    ['no samples', evalLog([]), 'a.eval has no scored samples'],
    ['a wrong checksum', evalLog([sample], { crc: 1 }), 'a.eval, summaries.json: is damaged (its checksum differs)'],
    [
      'an unknown packing',
      evalLog([sample], { method: 'unknown' }),
      'a.eval, summaries.json: is packed with method 12, which is not supported',
    ],
    [
      'an entry that unpacks to more than it declares',
      evalLog([sample], { declared: 10 }),
      'a.eval, summaries.json: unpacks to more than the 10 bytes that it declares',
    ],
    [
      'a bomb',
      evalLog('0'.repeat(70_000_000), { declared: 2 ** 32 - 2 }),
      'a.eval, summaries.json: is damaged (its checksum differs)',
    ],
    [
      'a bomb in one element',
      evalLog(`[{"a":"${'x'.repeat(70_000_000)}"}]`),
      'a.eval, summaries.json, element 1: is larger than 67108864 bytes',
    ],
    [
      'a bomb in the header',
      zipOf([{ name: 'header.json', content: '{}', declared: 3_000_000_000 }]),
      'a.eval, header.json: unpacks to 3000000000 bytes; the maximum is 67108864',
    ],
    ['an object in place of the list', evalLog('{"id": 1}'), 'a.eval, summaries.json: is not a list'],
    ['a list that ends early', evalLog('[{"id": 1}, {"id"'), 'a.eval, summaries.json: ends inside the list'],
    ['an element that is not JSON', evalLog('[{"id": 1,}]'), /^a\.eval, summaries\.json, element 1: is not JSON/],
    ['a list as a sample', evalLog('[[1]]'), 'a.eval, sample 1: is not a JSON object'],
    ['a sample without an id', evalLog([{ scores: sample.scores }]), 'a.eval, sample 1: the item has no id'],
    ['a sample that occurs twice', evalLog([sample, sample]), 'a.eval, sample 2: item 1, execution 1 occurs twice'],
    ['an epoch of 1e308', evalLog([{ ...sample, epoch: 1e308 }]), /^a\.eval, sample 1: epoch: /],
    [
      'ids that stand for several questions',
      evalLog([sample, { ...sample, epoch: 2, input: 'other' }]),
      'a.eval: 1 id of 1 stand for several items, first 1',
    ],
    [
      'a name that climbs',
      zipOf([{ name: '../../etc/passwd', content: 'x' }]),
      'a.eval, entry ../../etc/passwd: its name leaves the log',
    ],
    [
      'an absolute name',
      zipOf([{ name: '/etc/passwd', content: 'x' }]),
      'a.eval, entry /etc/passwd: its name leaves the log',
    ],
    [
      'two entries of one name',
      zipOf([
        { name: 'header.json', content: '{}' },
        { name: 'header.json', content: '{}' },
      ]),
      'a.eval, entry header.json: the log has two entries of this name',
    ],
  ])('refuses %s', async (_, log, message) => {
    const text = await said('a.eval', log);
    if (typeof message === 'string') expect(text).toBe(message);
    else expect(text).toMatch(message);
  });

  it('never fails without a sentence, wherever a log is cut off or a byte is changed', async () => {
    const log = readFileSync(sampleLog('inspect/cancelled.eval'));
    for (let cut = 4; cut < log.length; cut += 997)
      expect(await said('cut.eval', log.subarray(0, cut))).toMatch(/^cut\.eval/);
    for (let at = 4; at < log.length; at += 331) {
      const changed = Buffer.from(log);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      expect(await said('changed.eval', changed)).toMatch(/^changed\.eval|^6 rows$/);
    }
  });
});

describe('readRecording of JSON lines', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
  const lmEval = lines(lmEvalLogs[0] ?? '');
  const eee = lines(everyEvalEverLog);
  const promptfoo = lines(sampleLog('promptfoo/out.jsonl'));

  it.each([
    ['lm-eval', lmEval],
    ['Every Eval Ever', eee],
    ['promptfoo', promptfoo],
  ])('names the line where a log of %s is cut off', async (_, [first = '', second = '']) => {
    expect(await said('a.jsonl', `${first}\n${second.slice(0, -20)}`)).toMatch(/^a\.jsonl, line 2: is not JSON/);
  });

  it('refuses a file with rows of two tools', async () => {
    expect(await said('a.jsonl', `${lmEval[0]}\n${eee[0]}\n`)).toBe(
      'a.jsonl, line 2: is not a sample of lm-eval (no doc_id or doc)',
    );
    expect(await said('a.jsonl', `${eee[0]}\n${promptfoo[0]}\n`)).toMatch(
      /^a\.jsonl, line 2: is not a sample of Every Eval Ever/,
    );
  });

  it('refuses rows that were written twice, where the tool numbers them', async () => {
    expect(await said('a.jsonl', `${eee[0]}\n${eee[0]}\n`)).toBe('a.jsonl, line 2: item 1, execution 1 occurs twice');
    expect(await said('a.jsonl', `${lmEval[0]}\n${lmEval[0]}\n`)).toBe(
      'a.jsonl, line 2: item 0, execution 1 occurs twice',
    );
  });

  it('reads rows of lm-eval without filters and metrics, one filter after another', async () => {
    const old = { doc_id: 0, doc: { a: 1 }, target: '1', resps: [['1']], filtered_resps: ['1'], exact_match: 1 };
    await said(
      'samples_t_2024-01-01T00-00-00.jsonl',
      [old, { ...old, exact_match: 0 }].map((row) => JSON.stringify(row)).join('\n'),
    );
    const { scores } = await readRecording(join(folder, 'samples_t_2024-01-01T00-00-00.jsonl'));
    expect(scores.map(({ name }) => name)).toEqual(['exact_match,filter-1', 'exact_match,filter-2']);
  });

  it('counts a measure that is no number as absent, with its reason', async () => {
    const row = { doc_id: 0, doc: { a: 1 }, filter: 'none', metrics: ['bypass'], bypass: null };
    await said('a.jsonl', JSON.stringify(row));
    expect((await readRecording(join(folder, 'a.jsonl'))).rows[0]?.outcome).toEqual({
      kind: 'absent',
      reason: 'unscored',
      counted: null,
    });
  });

  it('takes nothing from inherited keys', async () => {
    const row =
      '{"doc_id": "__proto__", "doc": {"__proto__": {"polluted": 1}}, "filter": "constructor", "metrics": ["toString"]}';
    await said('a.jsonl', row);
    const { rows, items } = await readRecording(join(folder, 'a.jsonl'));
    expect([...items.keys()]).toEqual(['__proto__']);
    expect(rows[0]?.outcome).toEqual({ kind: 'absent', reason: 'unscored', counted: null });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('readRecording of logs in one JSON value', () => {
  it.each([
    ['{"version": 2, "status": "success", "eval": {"eval_id": "e"}}', 'inspect log convert --to eval'],
    ['{"evalId": "e", "results": {"results": [{"testIdx": 0}]}}', 'promptfoo export eval ID -o out.jsonl'],
  ])('refuses more than 500 MB with the converter of the tool', async (start, converter) => {
    const file = join(folder, 'large.json');
    writeFileSync(file, start);
    truncateSync(file, 500_000_001); // sparse
    await expect(readRecording(file)).rejects.toMatchObject({
      code: 'data-too-large',
      hint: expect.stringContaining(converter),
    });
  });

  it('counts promptfoo rows without assertions as success, with a note', async () => {
    const row = {
      testIdx: 0,
      promptIdx: 0,
      success: true,
      gradingResult: null,
      vars: { a: 1 },
      provider: { id: 'p' },
      response: { output: '' },
    };
    expect(await said('a.jsonl', JSON.stringify(row))).toBe('1 rows');
    const { notes } = await readRecording(join(folder, 'a.jsonl'));
    expect(notes).toEqual(['promptfoo counts rows without assertions as success, also empty ones']);
  });

  it('reads the number of a weighted confidence, not its product with the weight', async () => {
    const assertion = { type: 'javascript', metric: 'confidence', weight: 0 };
    const row = {
      ...{
        testIdx: 0,
        promptIdx: 0,
        success: true,
        vars: { a: 1 },
        provider: { id: 'p' },
        namedScores: { confidence: 0 },
      },
      gradingResult: { pass: true, componentResults: [{ pass: true, score: 0.7, assertion }] },
    };
    await said('a.jsonl', JSON.stringify(row));
    expect((await readRecording(join(folder, 'a.jsonl'))).rows[0]?.confidence).toEqual({ kind: 'stated', value: 0.7 });
  });
});

describe('readRecording of tables', () => {
  it.each([
    ['a.csv', 'model,item_id,correct\nm,1,True\nm,2\n', /^a\.csv: /],
    ['a.csv', 'model,item_id,correct\n,1,True\n', 'a.csv, row 1: model: is missing'],
    ['a.csv', 'model,item_id,correct\nm,1,maybe\n', '1 rows'],
    ['a.parquet', 'PAR1 and no more', /^.*a\.parquet cannot be read as Parquet/],
  ])('reads or refuses %s %j', async (name, content, expected) => {
    const text = await said(name, content);
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });
});
