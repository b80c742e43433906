import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { lmEvalLogs, sampleLog } from '../../../../test/support/logs.ts';
import { readRecording } from '../../../recordings/formats.ts';
import type { ScoredRow } from '../../../recordings/recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-import-logs-'));
const store = join(folder, 'store.sqlite');
const logs = ['alpha-large', 'beta-small'].map((name) => sampleLog(`inspect/times_${name}.eval`));

interface ImportedRun {
  readonly run: string;
  readonly model: string;
  readonly answers: number;
  readonly missing: number;
}

describe('seb import of logs', () => {
  let imported: readonly ImportedRun[] = [];
  beforeAll(async () => {
    const { stdout, code } = await sebHere(['import', ...logs, '--store', store, '--json']);
    expect(code).toBe(0);
    imported = JSON.parse(stdout);
  });

  it('stores a run for each model and each score of right and wrong', async () => {
    expect(imported.map(({ model, answers, missing }) => [model, answers, missing])).toEqual([
      ['openai-api/local/alpha-large', 150, 0], // 100 executions and 50 confidences
      ['openai-api/local/alpha-large', 100, 0], // the second score has no confidence
      ['openai-api/local/beta-small', 150, 0],
      ['openai-api/local/beta-small', 100, 0],
    ]);
    const { stdout } = await sebHere(['list', '--store', store]);
    expect(stdout.match(/finished/g)).toHaveLength(4);
  });

  it('is finished where the log lacks confidences, for the list, the report and readers of its export', async () => {
    const own = mkdtempSync(join(tmpdir(), 'seb-import-missing-'));
    const at = ['--store', join(own, 'store.sqlite')];
    const lines = Array.from(
      { length: 30 },
      (_, k) => `q${k},m,${k % 3 > 0 ? 1 : 0},${k % 9 === 4 ? '' : `0.${(k % 8) + 1}`}`,
    );
    writeFileSync(join(own, 't.csv'), ['item,model,correct,confidence', ...lines].join('\n'));
    expect((await sebHere(['import', join(own, 't.csv'), ...at])).code).toBe(0);
    expect((await sebHere(['list', ...at])).stdout).toMatch(/finished/);
    await sebHere(['report', ...at, '--out', join(own, 'out')]);
    const [report = ''] = globSync(join(own, 'out', 'report.md')).map((file) => readFileSync(file, 'utf8'));
    expect(report).toContain('- status: finished');
    expect(JSON.parse((await sebHere(['report', ...at, '--json'])).stdout)).toMatchObject({
      runs: [{ status: 'finished' }],
      selection: { unfinished: [] },
    });
    expect(JSON.parse((await sebHere(['list', ...at, '--json'])).stdout)).toMatchObject([{ status: 'finished' }]);
    const [log = ''] = globSync('inspect/*.eval', { cwd: join(own, 'out') });
    const { stdout, stderr } = await sebHere(['report', join(own, 'out', log), '--json']);
    expect(JSON.parse(stdout).limits.join()).not.toContain('finished first');
    expect(stderr).toBe('');
  });

  it('imports the same log again without a second run', async () => {
    const { stdout } = await sebHere(['import', ...logs, '--store', store, '--json']);
    expect(JSON.parse(stdout).map(({ run }: ImportedRun) => run)).toEqual(imported.map(({ run }) => run));
  });

  it('says what was stored, and that a second import changes nothing', async () => {
    const own = ['--store', join(mkdtempSync(join(tmpdir(), 'seb-import-')), 'store.sqlite')];
    const [first, second] = [await sebHere(['import', ...logs, ...own]), await sebHere(['import', ...logs, ...own])];
    expect(first.stdout).toMatch(/^\d+ runs? with [\d,]+ recorded answers stored; nothing was sent\.\n\nrun /);
    expect(second.stdout).toMatch(
      /^\d+ runs? with [\d,]+ recorded answers had been stored before; nothing changed\.\n/,
    );
  });

  it('names the earlier import of a model and data set whose contents differ, and how to remove it', async () => {
    const tables = mkdtempSync(join(tmpdir(), 'seb-import-tables-'));
    const own = ['--store', join(tables, 'store.sqlite')];
    const table = (name: string, right: readonly number[]) => {
      const path = join(tables, name);
      const lines = ['item,model,correct', ...right.map((value, item) => `q${item},m,${value}`)];
      writeFileSync(path, lines.join('\n'));
      return path;
    };
    const first = await sebHere(['import', table('t.csv', [1, 0, 1, 0]), ...own, '--json']);
    expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining('seb rm')]);
    const [before] = JSON.parse(first.stdout) as ImportedRun[];
    const again = await sebHere(['import', table('t.csv', [1, 0, 1, 1]), ...own, '--json']);
    const [after] = JSON.parse(again.stdout);
    expect(after).toMatchObject({ earlier: [before?.run] });
    expect(again.stderr.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`run ${before?.run} \\(imported .* UTC\\) has the same model and data set .*: seb rm ${before?.run}`),
    );
    const repeated = await sebHere(['import', table('t.csv', [1, 0, 1, 0]), ...own, '--json']);
    expect(JSON.parse(repeated.stdout)[0]).toMatchObject({ run: before?.run, earlier: [after.run] });
  });

  it('reports what the stated confidences of the log predict', async () => {
    const { stdout, code } = await sebHere(['report', imported[0]?.run ?? '', '--store', store, '--json']);
    expect(code).toBe(0);
    const { estimates } = JSON.parse(stdout);
    const accuracy = estimates.find(
      (each: { measure: string; policy: string }) => each.measure === 'accuracy' && each.policy === 'parsed',
    );
    expect(accuracy).toMatchObject({ experiment: 'scored', condition: expect.stringContaining('with-answer') });
    expect(accuracy.value).toBeGreaterThan(0.5);
  });

  it('shows one item with its question, its answers and what the tool said of them', async () => {
    const { stdout, code } = await sebHere(['show', imported[0]?.run ?? '', '1', '--store', store]);
    expect(code).toBe(0);
    expect(stdout).toContain('What is 90 times 43?');
    expect(stdout).toMatch(/read as: answers it (in)?correctly \(as the\s+authors of the recording read it\)/);
  });

  it('writes the scores of one log as logs of different tasks, which a comparison names', async () => {
    const own = mkdtempSync(join(tmpdir(), 'seb-two-scores-'));
    const place = join(own, 'store.sqlite');
    const file = join(own, 'a.jsonl');
    const row = (item: number) => ({
      ...{ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'm/a', sample_id: `${item}` },
      evaluation_name: 'sums',
      input: { raw: `What is ${item}?`, reference: [`${item}`] },
    });
    const lines = Array.from({ length: 30 }, (_, item) =>
      ['exact', 'near'].map((name, index) => ({
        ...row(item),
        ...{ evaluation_result_id: name, evaluation: { score: Number(item % (3 + index) > 0) } },
      })),
    ).flat();
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    await sebHere(['import', file, '--store', place]);
    await sebHere(['report', '--all', '--store', place, '--eee', join(own, 'eee'), '--out', join(own, 'out')]);
    const files = ['eee/**/*_samples.jsonl', 'out/inspect/*.eval'].map((pattern) =>
      globSync(pattern, { cwd: own }).map((found) => join(own, found)),
    );
    for (const written of files) {
      const logs = await Promise.all(written.map((found) => readRecording(found)));
      expect(logs.map(({ task }) => task).sort()).toEqual(['sums, exact', 'sums, near']);
      const { stdout, stderr } = await sebHere(['compare', ...written, '--json']);
      const { logs: about, notes } = JSON.parse(stdout);
      expect([about.task, stderr]).toEqual(['', '']);
      expect(notes.join('\n')).toMatch(/the logs are of different tasks: (sums, exact|sums, near) in .*, sums, /);
    }
  });

  it.each([
    ['Inspect, with errors and no answers', 'inspect/errors.eval', []],
    ['Inspect, with epochs', 'inspect/times_alpha-large.eval', []],
    ['promptfoo, with failed calls', 'promptfoo/out.jsonl', []],
    ['SWE-bench, with every kind of absence', 'swe-bench/alpha.run1.json', []],
    ['a graded table', '', ['--range', '0', '10']],
  ])('writes a log of %s as Every Eval Ever with its accuracy and its missing rows', async (_, name, flags) => {
    const own = mkdtempSync(join(tmpdir(), 'seb-round-trip-'));
    const grades = join(own, 'grades.csv');
    writeFileSync(
      grades,
      ['model,item_id,score', ...[0, 3, 7.5, 10].map((grade, item) => `m,${item},${grade}`)].join('\n'),
    );
    const log = name === '' ? grades : sampleLog(name);
    const place = join(own, 'store.sqlite');
    await sebHere(['import', log, '--store', place, ...flags]);
    await sebHere(['report', '--all', '--store', place, '--eee', join(own, 'eee')]);
    const choice = flags.length === 0 ? {} : { range: [0, 10] as const };
    const before = await readRecording(log, choice);
    const written = globSync('**/*_samples.jsonl', { cwd: join(own, 'eee') }).map((file) => join(own, 'eee', file));
    const after = await Promise.all(written.map((file) => readRecording(file)));
    const facts = (rows: readonly ScoredRow[]) =>
      rows
        .map(
          ({ epoch, outcome }) =>
            `${epoch} ${outcome.kind === 'scored' ? outcome.value : `${outcome.reason} ${outcome.counted}`}`,
        )
        .toSorted();
    for (const model of before.models)
      for (const { name: score, kind } of before.scores) {
        if (kind === 'unread') continue;
        const rows = facts(before.rows.filter((row) => row.model === model && row.score === score));
        const found = after.map((each) => facts(each.rows.filter((row) => row.score === 'accuracy')));
        expect(found).toContainEqual(rows);
      }
  });

  it('stores nothing where one of the logs is damaged', async () => {
    const damaged = join(folder, 'damaged.jsonl');
    writeFileSync(damaged, '{"doc_id": 0, "doc": {}, "filter": "none", "met');
    const other = join(folder, 'other.sqlite');
    const { code, stderr } = await sebHere(['import', lmEvalLogs[0] ?? '', damaged, '--store', other]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('damaged.jsonl, line 1: is cut'),
    });
    expect(existsSync(other)).toBe(false);
  });

  it.each([
    [['self-execution-benchmark', folder], /contains no results of the Self-Execution Benchmark/],
    [['self-execution-benchmark'], /needs one folder/],
    [['self-execution-benchmark', folder, '--group', 'band'], /--group has no meaning for runs/],
  ])('still imports published recordings by their name: %s', async (paths, message) => {
    const { code, stderr } = await sebHere(['import', ...paths, '--store', store]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  });

  it('does not offer the experiment to `seb run`', async () => {
    const { code, stderr } = await sebHere([
      'run',
      '--model',
      'simulated/a',
      '--experiment',
      'scored',
      '--dry-run',
      '--store',
      store,
    ]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('unknown experiment "scored"') });
  });
});

describe('seb report of imported logs with strata', () => {
  // kinds differ in difficulty and in confidence; within a kind, confidence says nothing
  const rows = Array.from({ length: 240 }, (_, index) => {
    const [isEasy, isHigh, isSixth] = [index % 2 === 0, index % 4 < 2, index % 12 < 2];
    const confidence = (isEasy ? 0.8 : 0.4) + (isHigh ? 0.1 : 0);
    const right = isEasy ? !isSixth && index % 12 !== 6 : isSixth || index % 12 === 7;
    return { model: 'maker/m', item_id: `i${index}`, is_correct: right, confidence, kind: isEasy ? 'easy' : 'hard' };
  });
  const table = join(folder, 'kinds.jsonl');
  const kinds = join(folder, 'kinds.sqlite');
  writeFileSync(table, rows.map((row) => JSON.stringify(row)).join('\n'));
  const report = async (...args: readonly string[]) =>
    (await sebHere(['report', '--store', kinds, '--stratum', 'kind', ...args])).stdout;
  beforeAll(async () => {
    await sebHere(['import', table, '--stratum', 'kind', '--store', kinds]);
  });

  it('deals predictions within the field that the import names', async () => {
    expect(JSON.parse(await report('--json')).findings[0].stratum).toMatchObject({ column: 'kind', strata: 2 });
  });

  it('says beside no sign that it ranks kinds, where the interval of the AUROC over all kinds lies above one half', async () => {
    const { findings, estimates, limits } = JSON.parse(await report('--json'));
    const auroc = estimates.find(({ measure }: { measure: string }) => measure === 'auroc');
    expect(auroc.interval[0]).toBeGreaterThan(0.5);
    expect(findings[0]).toMatchObject({
      fit: 'no sign',
      reason: 'ranks items of all kinds of questions together; no fit shown within a kind',
    });
    expect(limits.join(' ')).not.toContain('not shown after adjustment');
  });

  it('asks whether the confidence fits, where it was not stated before the answer', async () => {
    expect(await report()).toMatch(/^Does the confidence of maker\/m fit its answers\?\n/);
  });
});

describe('seb compare of imported logs', () => {
  it('names the models that lack items, which are compared with no other', async () => {
    const rows = ['a/one', 'b/two', 'c/few'].flatMap((model, of) =>
      Array.from({ length: of === 2 ? 20 : 40 }, (_, item) => ({
        ...{ model, item_id: item, is_correct: (item + of) % 3 > 0, confidence: 0.5 + ((item * 7) % 5) / 10 },
      })),
    );
    const table = join(folder, 'few.jsonl');
    writeFileSync(table, rows.map((row) => JSON.stringify(row)).join('\n'));
    const given = ['--store', join(folder, 'few.sqlite')];
    await sebHere(['import', table, ...given]);
    const { limits } = JSON.parse((await sebHere(['compare', ...given, '--json'])).stdout);
    expect(limits).toContain(
      'scored: not compared, because every two of a comparison need 80 % of their items in common, with equal texts: recorded/c/few (20 items)',
    );
  });
});
