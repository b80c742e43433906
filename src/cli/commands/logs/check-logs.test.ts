import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corruptions, simulatedRows, writeAnswers } from '../../../../test/support/corruptions.ts';
import { sebHere } from '../../../../test/support/in-process.ts';
import { sampleLog } from '../../../../test/support/logs.ts';
import { shellWords } from '../../../../test/support/printed-command.ts';
import { checksOf, checkTexts } from '../../../results/row-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-check-'));
const rows = simulatedRows({ models: 4, items: 120, seed: 'check' });
const sound = writeAnswers(folder, 'sound', rows);

/** Writes the rows with one corruption of the second model and returns the path. */
function planted(name: string): string {
  const corruption = corruptions.find((each) => each.name === name);
  return writeAnswers(folder, name, corruption?.plant(rows, 'maker1/model-1', 'maker0/model-0') ?? []);
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('seb data check of logs', () => {
  it('prints that no row is in doubt, and what the rows cannot show', async () => {
    const { stdout, code } = await sebHere(['data', 'check', sampleLog('table/answers.csv')]);
    expect(code).toBe(0);
    expect(stdout).toContain('No row is in doubt.');
    expect(flat(stdout)).toContain('ceiling: makera/one: 7 of 24 outcomes are wrong');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says in words what it looked for and did not find', async () => {
    const { stdout } = await sebHere(['data', 'check', planted('rows given twice')]);
    const [, passed = ''] = /Looked for and not found: ([^(]*) \(bounds/.exec(flat(stdout)) ?? [];
    expect(passed.split('; ')).toEqual(
      expect.arrayContaining(
        (['empty answer', 'same models', 'filled values'] as const).map((check) => checkTexts.logs[check]),
      ),
    );
    expect(passed).not.toContain(checkTexts.logs['same rows']);
    const bare = writeAnswers(folder, 'bare', []);
    writeFileSync(
      bare,
      ['item,model,correct', ...Array.from({ length: 30 }, (_, item) => `q${item},m,${item % 2}`)].join('\n'),
    );
    const { stdout: ofBare } = await sebHere(['data', 'check', bare]);
    for (const check of ['filled values', 'same models', 'same text', 'other keys', 'not asked', 'ceiling'] as const)
      expect(flat(ofBare)).not.toContain(checkTexts.logs[check]);
    expect(flat(ofBare)).toContain(checkTexts.logs['several sets']);
    const of = { logs: 'src/recordings/checks', runs: 'src/analyze/checks' } as const;
    for (const [kind, path] of Object.entries(of)) {
      const files = readdirSync(path).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
      const named = files.flatMap((name) => [
        ...readFileSync(join(path, name), 'utf8').matchAll(/check: '([a-z ]+)'/g),
      ]);
      expect(checksOf[kind as keyof typeof of]).toEqual(expect.arrayContaining(named.map(([, check]) => check)));
    }
  });

  it('prints what is in doubt with its effect, its rows as a table, and both as JSON', async () => {
    const log = planted('rows given twice');
    expect(flat((await sebHere(['data', 'check', log])).stdout)).toContain(
      'same rows: maker1/model-1: 20 of 140 rows repeat another row in full; copies left out, 120 remain',
    );
    const { stdout } = await sebHere(['data', 'check', log, '--table', 'checks']);
    expect(stdout.split('\n').filter((line) => line.startsWith('same rows'))).toHaveLength(20);
    const { checks } = JSON.parse((await sebHere(['data', 'check', log, '--json'])).stdout);
    expect(checks[0]).toMatchObject({ check: 'same rows', kind: 'fault', models: ['maker1/model-1'] });
    expect(checks[0].rows).toHaveLength(20);
  });

  it('names possible wrong keys where enough models of enough makers answered, and does not say that it looked elsewhere', async () => {
    const six = simulatedRows({ models: 6, items: 60, seed: 'keys' });
    const withWrongKey = six.map((row) =>
      row.item === six[0]?.item ? { ...row, answer: 'B', key: 'A', correct: 0 } : row,
    );
    const file = writeAnswers(folder, 'keys', withWrongKey);
    const { stdout } = await sebHere(['data', 'check', file]);
    expect(flat(stdout)).toContain('- wrong keys: on 1 item 80 % of the models agree on another answer than the key;');
    expect((await sebHere(['data', 'check', file, '--table', 'checks'])).stdout).toMatch(/wrong keys/);
    const models = [...new Set(six.map(({ model }) => model))];
    const each = models.map((model, index) =>
      writeAnswers(
        folder,
        `keys of ${index}`,
        withWrongKey.filter((row) => row.model === model),
      ),
    );
    const ofSeveral = flat((await sebHere(['data', 'check', ...each])).stdout);
    expect(ofSeveral).toContain('- wrong keys: on 1 item'); // about all logs, and not the first one
    expect((await sebHere(['data', 'check', sampleLog('inspect/times_alpha-large.eval')])).stdout).not.toContain(
      'wrong keys',
    );
  });

  it('names the model whose ids stand for other items', async () => {
    const { stderr, code } = await sebHere(['data', 'check', planted('ids shifted by one')]);
    expect({ code, stderr: flat(stderr) }).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('in rows of maker1/model-1') },
    });
  });
});

describe('seb data check', () => {
  const written = (name: string, confidenceOf: (item: number) => number) => {
    const file = join(folder, name);
    const lines = Array.from({ length: 100 }, (_, item) => `m,q${item},${item % 2},${confidenceOf(item)}`);
    writeFileSync(file, ['model,item_id,correct,confidence', ...lines].join('\n'));
    return file;
  };

  it.each([
    [0, 'one answer: it cannot rank items'],
    [1, 'one answer: no test of the other one could show a fit'],
    [4, 'one answer: no test of the other 4 could show a fit'],
    [8, 'it ranks few items: only the other 8 can show a fit'],
  ])('says of one value beside %i others what the verdict says', async (others, effect) => {
    const file = written(`constant-${others}.csv`, (item) => (item < others ? 0.5 : 0.9));
    expect(flat((await sebHere(['data', 'check', file])).stdout)).toContain(`stated values are 0.9; ${effect}`);
    const { findings } = JSON.parse((await sebHere(['report', file, '--json'])).stdout);
    expect(findings[0].fit === 'one answer').toBe(effect.startsWith('one answer'));
    const store = ['--store', join(folder, `constant-${others}.sqlite`)];
    await sebHere(['import', file, ...store]);
    const ofRun = effect.replace(/no test of the other (?:one|\d+)/, 'no test of the others');
    expect(flat((await sebHere(['data', 'check', 'latest', ...store])).stdout)).toContain(`are 0.9; ${ofRun}`);
  });

  it.each([
    ['data', ['check'], []],
    ['import', [], ['--store', join(folder, 'notes.sqlite')]],
    ['worth', [], ['--keep', 'm0', '--pass', 'm1']],
    ['report', [], []],
    ['compare', [], []],
  ])('prints a note of many logs once: %s', async (name, words, flags) => {
    const logs = join(folder, 'many');
    mkdirSync(logs, { recursive: true });
    const files = Array.from({ length: 10 }, (_, log) => {
      const file = join(logs, `l${log}.json`);
      const samples = Array.from({ length: 24 }, (__, id) => ({
        ...{ id, epoch: 1, input: `q ${id}`, target: 'A', messages: [], output: { model: `m${log}`, choices: [] } },
        scores: { match: { value: (id + log) % 3 === 0 ? 'C' : 'I' } },
      }));
      const head = { eval_id: `e${log}`, run_id: `r${log}`, created: 'c', task: 't', model: `m${log}`, dataset: {} };
      writeFileSync(file, JSON.stringify({ version: 2, status: 'started', eval: head, samples }));
      return file;
    });
    const { stdout, stderr } = await sebHere([name, ...words, ...files, ...flags]);
    const printed = flat(stdout + stderr);
    expect(printed.match(/the log is not finished/g), printed).toHaveLength(1);
    expect(printed).toMatch(/l0\.json and 9 other logs: the log is not finished/);
  });

  it('says of runs what was looked for, without what they have nothing for', async () => {
    const store = ['--store', join(folder, 'runs.sqlite')];
    const run = async (...words: readonly string[]) => {
      await sebHere(['run', '--limit', '10', '--model', ...words, ...store]);
      return (await sebHere(['data', 'check', 'latest', ...store])).stdout;
    };
    const ofNothing = await run('openai-compatible/m', '--base-url', 'http://127.0.0.1:9/v1');
    expect(ofNothing).toContain('nothing could be checked');
    expect(ofNothing).not.toContain('Looked for');
    expect(ofNothing).not.toContain('\n\n\n');
    const judged = flat(await run('simulated/a', '--experiment', 'restriction'));
    const other = flat(await run('simulated/a', '--experiment', 'association'));
    for (const check of ['unsafe judge', 'one verdict'] as const) expect(other).not.toContain(checkTexts.runs[check]);
    expect(judged).toContain(checkTexts.runs['unsafe judge']);
    const onlyOfLogs = Object.values(checkTexts.logs).filter((text) => !Object.values(checkTexts.runs).includes(text));
    for (const text of [...onlyOfLogs, checkTexts.runs['same models']]) expect(judged + other).not.toContain(text);
    expect(other).toContain(checkTexts.runs.unread);
  });
});

describe('commands on logs', () => {
  it.each([
    ['report', []],
    ['compare', ['--model', 'maker1/model-1', 'maker3/model-3']],
    ['worth', ['--keep', 'model-2', '--pass', 'model-3']],
  ])('%s prints nothing about sound rows, and a line about rows in doubt', async (name, flags) => {
    expect((await sebHere([name, sound, ...flags])).stderr).not.toContain('check:');
    const { stderr } = await sebHere([name, planted('blank answers counted as wrong'), ...flags]);
    expect(flat(stderr)).toContain('check: empty answer: maker1/model-1: 24 of 120 answers are empty');
  });

  const unread = {
    words: (at: number) => ['high', 'medium', 'low'][at % 3],
    'percent of another language': (at: number) => `${50 + (at % 40)} Prozent`,
    'full width': () => '８９％',
    'one in ten below 0': (at: number) => (at % 10 === 0 ? -1 : 0.5 + (at % 40) / 100),
  } as const;
  it.each(Object.entries(unread))('names confidences that are not read as a doubt: %s', async (name, stated) => {
    const log = writeAnswers(
      folder,
      `unread ${name}`,
      rows.map((row, index) => (row.model === 'maker1/model-1' ? { ...row, confidence: stated(index) as never } : row)),
    );
    const { stdout } = await sebHere(['data', 'check', log]);
    expect(stdout).not.toContain('No row is in doubt');
    const keep = ['--keep', 'maker1/model-1', '--pass', 'maker3/model-3'];
    for (const command of [['report'], ['compare'], ['worth', ...keep], ['import', '--store', `${log}.sqlite`]]) {
      const [first = '', ...flags] = command;
      const { stderr } = await sebHere([first, log, ...flags]);
      expect(flat(stderr).match(/check: unread: maker1\/model-1: /g)).toHaveLength(1);
    }
  });

  describe('beside what logs cannot show', () => {
    const own = (change: (row: (typeof rows)[number], index: number) => object) =>
      rows.map((row, index) => (row.model === 'maker1/model-1' ? { ...row, ...change(row, index) } : row));
    const idle = (_: unknown, index: number) => (index % 3 === 0 ? { answer: "I don't know", correct: 0 } : {});
    const limits = [
      ['same text', own(idle), ['report', 'compare', 'worth', 'import']],
      ['constant', own((_, index) => ({ confidence: index % 40 === 0 ? 0.7 : 0.9 })), ['report', 'worth', 'import']],
      [
        'ceiling',
        own((row, index) => (index % 9 === 0 ? {} : { answer: row.key, correct: 1 })),
        ['report', 'worth', 'import'],
      ],
    ] as const;
    it.each(limits)('%s has one line where it concerns what is said', async (check, changed, said) => {
      const log = writeAnswers(folder, `limit ${check}`, changed);
      const flags = {
        ...{ report: [], compare: [], import: ['--store', join(folder, `${check}.sqlite`)] },
        worth: ['--keep', 'maker1/model-1', '--pass', 'maker3/model-3'],
      };
      for (const [name, more] of Object.entries(flags)) {
        const { stderr } = await sebHere([name, log, ...more]);
        const limits = name === 'report' ? (await sebHere(['report', log, '--table', 'limits'])).stdout : '';
        const lines = flat(stderr + limits).match(new RegExp(`${check}: maker1/model-1: `, 'g')) ?? [];
        expect([name, lines.length]).toEqual([name, said.includes(name as never) ? 1 : 0]);
      }
      const page = join(folder, `page ${check}`);
      await sebHere(['report', log, '--out', page]);
      expect(readFileSync(join(page, 'report.html'), 'utf8')).toContain(`${check}: maker1/model-1: `);
    });

    it('names one model and the number of others with the same limit', async () => {
      const log = writeAnswers(
        folder,
        'all idle',
        rows.map((row, index) => ({ ...row, ...idle(row, index) })),
      );
      const { stderr } = await sebHere(['compare', log]);
      expect(flat(stderr).match(/limit: same text: /g)).toHaveLength(1);
      expect(flat(stderr)).toContain('; likewise 3 other models');
    });
  });

  it('have what the checks found in their JSON, without the rows', async () => {
    const log = planted('rows given twice');
    const found = [expect.objectContaining({ check: 'same rows', models: ['maker1/model-1'], changesRows: true })];
    const json = async (...args: readonly string[]) => JSON.parse((await sebHere([...args, '--json'])).stdout);
    const [report, compare] = [await json('report', log), await json('compare', log)];
    const worth = await json('worth', log, '--keep', 'maker2/model-2', '--pass', 'maker3/model-3');
    for (const { checks } of [report.logs, compare.logs, worth]) {
      expect(checks).toEqual(expect.arrayContaining(found));
      expect(JSON.stringify(checks)).not.toContain('"rows"');
    }
  });

  it('compare counts empty answers as wrong, and leaves them out among the answered ones', async () => {
    const flags = ['--model', 'maker3/model-3', 'maker1/model-1', '--json'];
    const { stdout } = await sebHere(['compare', planted('blank answers counted as wrong'), ...flags]);
    const [{ means, answered }] = JSON.parse(stdout).differences;
    expect(answered.means.b).toBeGreaterThan(means.b + 0.05);
  });

  it('compare leaves out models that are copies of each other, and says which words changed', async () => {
    const { stdout } = await sebHere(['compare', planted('a model copied under another name'), '--json']);
    const { differences: pairs, notes } = JSON.parse(stdout);
    expect(pairs.map(({ a, b }: { a: string; b: string }) => [a, b])).toEqual([['maker2/model-2', 'maker3/model-3']]);
    expect(notes.join('\n')).toMatch(
      /the checks of rows changed a word: maker0\/model-0 and .* are left out in place of/,
    );
  });

  describe('has next steps that are not refused', () => {
    const table = (head: string, line: (item: number) => string) =>
      [head, ...Array.from({ length: 40 }, (_, item) => line(item))].join('\n');
    const mixed = (item: number) => `q${item},m,${item % 3 === 0},0.${1 + (item % 9)}\nq${item},k,,0.5`;
    const samples = Array.from({ length: 40 }, (_, id) => ({ id, epoch: 1, input: `q ${id}`, target: 'A' }));
    const head = { eval_id: 'e', run_id: 'r', created: 'c', task: 't', model: 'm' };
    it.each([
      ['none.csv', table('item,model,correct', (item) => `q${item},m,`), 1],
      ['answers.csv', table('item,model,answer,correct', (item) => `q${item},m,a${item},`), 1],
      ['confidences.csv', table('item,model,correct,confidence', (item) => `q${item},m,,0.${1 + (item % 9)}`), 1],
      ['errors.csv', table('item,model,correct,error', (item) => `q${item},m,,timeout`), 1],
      ['one-of-two.csv', table('item,model,correct,confidence', mixed), 1],
      ['unread.csv', table('item,model,correct', (item) => `q${item},m,perhaps`), 0],
      ['unscored.json', JSON.stringify({ version: 2, status: 'success', eval: head, samples }), 0],
      ['scored.csv', table('item,model,correct', (item) => `q${item},m,${item % 3 === 0}\nq${item},k,true`), 2],
    ])('%s', async (name, text, count) => {
      writeFileSync(join(folder, name), text);
      const { stdout } = await sebHere(['data', 'check', name], { folder });
      const steps = [...stdout.matchAll(/^(?:next)? +(seb .*?)(?: {2,}.*)?$/gm)].map(([, step = '']) =>
        shellWords(step),
      );
      expect(steps, stdout).toHaveLength(count);
      for (const words of steps.filter((each) => !each.join(' ').includes('COLUMN')))
        expect((await sebHere(words.slice(1), { folder })).code, words.join(' ')).toBe(0);
    });
  });

  it('compare pairs a model without all items on those that both have, and names what is left out', async () => {
    const { stdout } = await sebHere(['compare', planted('rows cut at the end'), '--json']);
    const { differences: pairs, notes } = JSON.parse(stdout);
    expect(pairs).toHaveLength(6);
    const [first] = pairs.filter(({ models }: { models: string[] }) => models.includes('maker1/model-1'));
    expect(first).toMatchObject({ asked: 102, alone: { a: 18, b: 0 } });
    expect(notes.join('\n')).not.toContain('left out');
  });

  it('worth gives no word on stated values that look filled in, but with --keep-filled', async () => {
    const args = ['worth', planted('failed calls filled with .5 and wrong'), '--keep', 'maker1/model-1', '--pass'];
    const withheld = await sebHere([...args, 'maker3/model-3']);
    expect({ code: withheld.code, stderr: flat(withheld.stderr) }).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('looks filled in: 40 of 120 predictions are 0.5') },
    });
    expect((await sebHere([...args, 'maker3/model-3', '--keep-filled'])).code).toBe(0);
  });

  it('report of an imported log has the reason looks filled in, and the word with --keep-filled', async () => {
    const store = ['--store', join(folder, 'store.sqlite')];
    await sebHere(['import', planted('failed calls filled with .5 and wrong'), ...store]);
    const fit = async (...flags: readonly string[]) => {
      const { stdout } = await sebHere(['report', '--all', ...store, '--json', ...flags]);
      const { findings } = JSON.parse(stdout) as { findings: { model: string; fit: string }[] };
      return findings.find(({ model }) => model.includes('model-1'))?.fit;
    };
    expect(await fit()).toBe('looks filled in');
    expect(await fit('--keep-filled')).toBe('informative');
  });
});
