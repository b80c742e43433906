import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeLogs as folder, said, sampleLog } from '../../test/support/logs.ts';
import { zipOf } from '../../test/support/zip.ts';
import { readRecording } from './formats.ts';

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

  it('reads a log of an unknown version whose samples have the known fields, and says so', async () => {
    expect(await said('a.eval', evalLog([sample], { head: { ...header, version: 3 } }))).toBe('1 rows');
    const { notes } = await readRecording(join(folder, 'a.eval'));
    expect(notes).toEqual(['the log has version 3; versions up to 2 were seen, and its samples have the known fields']);
  });

  it.each([
    ['a journal', '_journal/start.json', undefined],
    ['a header', 'header.json', 'started'],
  ])('reads %s of a run that is still being executed, or was killed, and says so', async (_, name, status) => {
    const journal = [1, 2].map((part) => ({
      name: `_journal/summaries/${part}.json`,
      content: JSON.stringify([{ ...sample, id: part }]),
    }));
    const log = zipOf([{ name, content: JSON.stringify({ version: 2, status, eval: header.eval }) }, ...journal]);
    expect(await said('a.eval', log)).toBe('2 rows');
    const { notes } = await readRecording(join(folder, 'a.eval'));
    expect(notes).toEqual([
      'the log is not finished: its run is still being executed, or was killed; its samples are those that finished first, not a random part',
      'the 2 items count as 1 group: items with equal or nearly equal texts are one group',
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

  describe('takes the last of what a writer appended', () => {
    const [failed, again] = [{ ...sample, error: 'Timeout', scores: {} }, sample];
    const start = { name: '_journal/start.json', content: JSON.stringify({ version: 2, eval: header.eval }) };
    const part = (number: number, samples: readonly unknown[]) => ({
      name: `_journal/summaries/${number}.json`,
      content: JSON.stringify(samples),
    });
    const last = [{ kind: 'scored', value: 1 }];
    it.each([
      ['two summaries of a sample', evalLog([failed, again]), last],
      [
        'of which the second one is wrong',
        evalLog([again, { ...again, scores: { match: { value: 'I' } } }]),
        [{ kind: 'scored', value: 0 }],
      ],
      ['two parts of a journal', zipOf([start, part(1, [failed]), part(2, [again])]), last],
      ['whose names are not in their order', zipOf([start, part(10, [again]), part(9, [failed])]), last],
      [
        'two entries of a sample',
        zipOf([
          { name: 'header.json', content: JSON.stringify(header) },
          { name: 'samples/1_epoch_1.json', content: JSON.stringify(failed) },
          { name: 'samples/1_epoch_1.json', content: JSON.stringify(again) },
          { name: 'summaries.json', content: JSON.stringify([again]) },
        ]),
        last,
      ],
      [
        'two headers',
        zipOf([
          { name: 'header.json', content: '{}' },
          { name: 'summaries.json', content: JSON.stringify([sample]) },
          { name: 'header.json', content: JSON.stringify(header) },
        ]),
        last,
      ],
      [
        'two lists of summaries',
        zipOf([
          { name: 'header.json', content: JSON.stringify(header) },
          { name: 'summaries.json', content: JSON.stringify([failed]) },
          { name: 'summaries.json', content: JSON.stringify([again]) },
        ]),
        last,
      ],
      ['two summaries whose ids differ in type', evalLog([failed, { ...again, id: '1' }]), last],
    ])('%s', async (_, log, outcomes) => {
      await said('a.eval', log);
      const { rows, models } = await readRecording(join(folder, 'a.eval'));
      expect([rows.map(({ outcome }) => outcome), models]).toEqual([outcomes, ['m']]);
    });
  });

  it('says how samples without any score get one', async () => {
    await said('a.eval', evalLog([{ ...sample, scores: undefined }]));
    await expect(readRecording(join(folder, 'a.eval'))).rejects.toMatchObject({
      message: expect.stringContaining('has no scored samples'),
      hint: 'none of its 1 sample has a score: add them with `inspect score LOG`',
    });
  });

  it.each([
    ['one role', { solver: { model: 'lab/a' } }, 'lab/a'],
    ['two roles', { solver: { model: 'lab/a' }, critic: { model: 'lab/b' } }, 'solver lab/a, critic lab/b'],
    ['a role of several models', { jury: [{ model: 'lab/a' }, { model: 'lab/b' }] }, 'lab/a+lab/b'],
    ['no role', undefined, 'none/none'],
  ])('names the models behind the roles of a task without a model: %s', async (_, roles, name) => {
    const head = { ...header, eval: { ...header.eval, model: 'none/none', model_roles: roles } };
    await said('a.eval', evalLog([sample], { head }));
    expect((await readRecording(join(folder, 'a.eval'))).models).toEqual([name]);
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
      evalLog('[]', { declared: 2 ** 32 - 2 }),
      'a.eval, summaries.json: the log unpacks to more than 200 times its size',
    ],
    [
      'a bomb of several entries',
      zipOf([
        { name: '_journal/start.json', content: JSON.stringify({ version: 2, eval: header.eval }) },
        { name: '_journal/summaries/1.json', content: JSON.stringify([sample]) },
        { name: '_journal/summaries/2.json', content: '[]', declared: 2 ** 28 - 2 },
      ]),
      'a.eval, _journal/summaries/2.json: the log unpacks to more than 200 times its size',
    ],
    [
      'an element that is nested too deeply',
      evalLog(`[{"id":${'['.repeat(9_000)}${']'.repeat(9_000)}}]`),
      'a.eval, summaries.json, element 1: is nested more than 200 levels deep',
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
    ['an epoch of 1e308', evalLog([{ ...sample, epoch: 1e308 }]), /^a\.eval, sample 1: epoch: /],
    [
      'ids that stand for several questions',
      evalLog([sample, { ...sample, epoch: 2, input: 'other' }]),
      'a.eval: 1 id of 1 stands for several items, first 1, in rows of m',
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
