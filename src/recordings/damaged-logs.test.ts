import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyEvalEverLog, madeLogs as folder, lmEvalLogs, said, sampleLog } from '../../test/support/logs.ts';
import { readRecording } from './formats.ts';

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
    expect(await said('a.jsonl', `${first}\n${second.slice(0, -20)}`)).toBe(
      'a.jsonl, line 2: is cut: the row before it is whole',
    );
  });

  it('refuses a file with rows of two tools', async () => {
    expect(await said('a.jsonl', `${lmEval[0]}\n${eee[0]}\n`)).toBe(
      'a.jsonl, line 2: is not a sample of lm-eval (no doc_id or doc)',
    );
    expect(await said('a.jsonl', `${eee[0]}\n${promptfoo[0]}\n`)).toMatch(
      /^a\.jsonl, line 2: is not a sample of Every Eval Ever/,
    );
  });

  it('names the line that is nested too deeply, too long or not UTF-8', async () => {
    const deep = `{"doc_id": 0, "doc": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    expect(await said('a.jsonl', deep)).toBe('a.jsonl, line 1: is nested more than 200 levels deep');
    const latin1 = Buffer.from(`${promptfoo[0]}\n${promptfoo[1]?.replace('times', 'tim\xe9s')}`, 'latin1');
    expect(await said('a.jsonl', latin1)).toMatch(/^a\.jsonl, line 2: is not UTF-8 text/);
    const padded = `${lmEval[0]}\n${' '.repeat(300_000)}`; // what follows zeros at the start is binary
    await said('a.jsonl', padded);
    truncateSync(join(folder, 'a.jsonl'), 2 ** 28 + 1_000_000); // sparse
    await expect(readRecording(join(folder, 'a.jsonl'))).rejects.toThrow('line 2: has more than 268435456 bytes');
  });

  it('refuses a pipe without waiting for its other end', async () => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'seb-pipe-')), 'a.jsonl');
    execFileSync('mkfifo', [pipe]);
    await expect(readRecording(pipe)).rejects.toMatchObject({ code: 'data-not-a-file' });
  });

  it('keeps the beginning of a long question and of a long answer', async () => {
    const row = { ...JSON.parse(promptfoo[0] ?? ''), prompt: { raw: 'q'.repeat(5_000) } };
    await said('a.jsonl', JSON.stringify({ ...row, response: { output: 'a'.repeat(5_000) } }));
    const { rows, items } = await readRecording(join(folder, 'a.jsonl'));
    expect([...items.values()].map(({ text }) => text.length)).toEqual([300]);
    expect(rows[0]?.answer).toBe('a'.repeat(300));
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
    ['a.csv', 'model,item_id,correct\nm,1,True\nm,2\n', 'a.csv, line 3: is cut: the row before it is whole'],
    ['a.csv', 'model,item_id,correct\nm,1,True\nm,2\nm,3,1\n', /^a\.csv, line 3: has 2 cells, not as many as/],
    ['a.csv', 'model,item_id,correct\nm,1,True\nm,2,1,x\nm,3,1\n', /^a\.csv, line 3: has 4 cells, not as many as/],
    ['a.csv', 'model,item_id,correct\n', 'a.csv has no rows below the names of its columns'],
    ['a.csv', 'model;item_id;correct\r\n\r\n', 'a.csv has no rows below the names of its columns'],
    ['a.tsv', 'a\tb\n', 'a.tsv has no rows below the names of its columns'],
    ['a.csv', 'model,item_id,correct\n,1,True\n', 'a.csv, row 1: model: is missing'],
    ['a.csv', 'model,item_id,correct\nm,1,maybe\n', '0 rows'],
    ['a.csv', '\uFEFFmodel,item_id,correct\r\nm,1,1\r\n"m",2,0\r\n', '2 rows'],
    ['a.csv', Buffer.from('model,item_id,correct\nm\xe9,1,1\n', 'latin1'), /^a\.csv, line 2: is not UTF-8 text/],
    [
      'a.csv',
      `model,item_id,correct\nm,"${'x\n'.repeat(2 ** 23 + 100)}`,
      /^a\.csv: has a row of more than 16777216 characters: a quotation mark may not be closed/,
    ],
    ['a.parquet', 'PAR1 and no more', /^.*a\.parquet is a Parquet file whose end is missing/],
  ])('reads or refuses %s %#', async (name, content, expected) => {
    const text = await said(name, content);
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });
});

describe('readRecording of JSON that is cut or malformed', () => {
  const rows = JSON.stringify([1, 2, 3].map((id) => ({ model: 'm', item_id: id, correct: true })));
  const lines = '{"model":"m","item_id":1,"correct":true}\n{"model":"m","item_id":2,"correct":true}\n';
  const many = Array.from({ length: 1000 }, (_, id) => `{"model":"m","item_id":${id},"correct":true}\n`).join('');
  const inspect = '{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": [{"id": 1, ';
  const promptfoo = '{"evalId": "e", "results": {"version": 3, "results": [{"testIdx": 0, "success": tru';

  it.each([
    ['a table in a name', 'a.json', rows.slice(0, 58)],
    ['a table after a comma', 'a.json', rows.slice(0, 42)],
    ['a table with lines, after a number', 'a.json', JSON.stringify(JSON.parse(rows), null, 1).slice(0, 60)],
    ['a log of Inspect', 'a.json', inspect],
    ['an output of promptfoo', 'a.json', promptfoo],
    ['an object of an unknown form', 'a.json', '{"a": 1'],
    ['a text with an escape', 'a.json', '[{"item_id": "a\\'],
  ])('says of %s that it is cut', async (_, name, text) => {
    expect(await said(name, text)).toBe(`${name}: is cut: its JSON is not complete`);
  });

  it.each([
    ...['', '\n', '  ', '\t\r\n', '\uFEFF', '\uFEFF\n'].map((text) => [text, /^a\.json is empty$/] as const),
    ...['t', '-', 'n', '1', 'tru'].map((text) => [text, /^a\.json is not a log of /] as const),
    ...['[', '{', '"a', ' \n['].map((text) => [text, /^a\.json: is cut: /] as const),
  ])('says of a file that holds %j what it is', async (text, expected) => {
    expect(await said('a.json', text)).toMatch(expected);
  });

  it.each([
    [
      'zeros after the last line',
      `${many}${'\0'.repeat(100)}`,
      /^a\.jsonl, line 1001: is cut: the 1,000 rows before it are whole$/,
    ],
    [
      'zeros in the middle',
      `${many}${'\0'.repeat(9)}\n${lines}`,
      /^a\.jsonl, line 1001: is cut: its JSON is not complete$/,
    ],
    ['two values in a line', lines.replace('\n', ''), /^a\.jsonl, line 1: is not JSON: more text follows its end/],
    [
      'a comma too many',
      lines.replace('true}', 'true,}'),
      /^a\.jsonl, line 1: is not JSON: there may be a comma too many/,
    ],
    [
      'a comma after the object',
      lines.replace('}', '},'),
      /^a\.jsonl, line 1: is not JSON: there is a comma after the object/,
    ],
    [
      'the text of a Python object',
      `${lines}{'model': 'm'}\n${lines}`,
      /^a\.jsonl, line 3: is not JSON, but the text of a Python object/,
    ],
  ])('names the line and the cause of %s', async (_, text, message) => {
    expect(await said('a.jsonl', text)).toMatch(message);
  });
});

describe('what a log says twice or in an unknown way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-unclear-'));
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const promptfooRow = (success: unknown, testIdx: number) => ({
    ...{
      promptIdx: 0,
      testIdx,
      success,
      gradingResult: {},
      provider: { id: 'm' },
      vars: { testIdx },
      response: { output: 'x' },
    },
  });
  const promptfoo = (...rows: readonly unknown[]) =>
    write('pf.json', { evalId: 'e', results: { prompts: [], results: rows } });
  const evalPlus = (base: string, plus: string) =>
    write('m_eval_results.json', {
      ...{ date: 'd', hash: 'h' },
      eval: {
        a: [{ task_id: 'a', base_status: 'pass', plus_status: 'fail' }],
        b: [{ task_id: 'b', base_status: base, plus_status: plus }],
      },
    });

  it.each<[string, () => string, RegExp]>([
    [
      'an element of a JSON list that is no row',
      () => write('list.json', [{ model: 'm', id: 1, correct: 1 }, 'x']),
      /element 2: is not a JSON object/,
    ],
    [
      'an absent row of a JSON list',
      () => write('null.json', [{ model: 'm', id: 1, correct: 1 }, null]),
      /element 2: is not a JSON object/,
    ],
    ['an element of promptfoo', () => promptfoo(promptfooRow(true, 0), null), /element 2: is not a JSON object/],
    [
      'an element of HELM',
      () => write('per_instance_stats.json', [{ instance_id: 'i', train_trial_index: 0, stats: [] }, 'x']),
      /element 2: is not a JSON object/,
    ],
    [
      'an instance of SWE-bench in two lists',
      () => write('m.run.json', { total_instances: 2, resolved_ids: ['a-1'], unresolved_ids: ['b-2', 'a-1'] }),
      /unresolved_ids, element 2: a-1 is in resolved_ids, too: its outcome is open/,
    ],
  ])('is refused: %s', async (_, file, message) => {
    await expect(readRecording(file())).rejects.toThrow(message);
  });

  it.each<[string, () => string, string, string]>([
    [
      'a success of promptfoo',
      () => promptfoo(promptfooRow(true, 0), promptfooRow('perhaps', 1)),
      'success',
      '"perhaps"',
    ],
    ['a status of EvalPlus', () => evalPlus('crashed', 'crashed'), 'base', '"crashed"'],
    ['the plus status of EvalPlus', () => evalPlus('pass', 'skipped!'), 'plus', '"skipped!"'],
  ])('is shown and not read: %s', async (_, file, name, value) => {
    const score = (await readRecording(file())).scores.find((each) => each.name === name);
    expect(score?.kind === 'unread' && score.reason).toContain(value);
  });

  it.each([
    ['true', 1],
    ['false', 0],
    [1, 1],
    [false, 0],
  ])('success of promptfoo as %s is read', async (success, value) => {
    const { rows } = await readRecording(promptfoo(promptfooRow(true, 0), promptfooRow(success, 1)));
    expect(rows[1]?.outcome).toEqual({ kind: 'scored', value });
  });
});
