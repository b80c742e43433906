import { globSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import {
  everyEvalEverLog,
  lmEvalLogs,
  referenceFolder,
  sampleLog,
  withoutReference,
} from '../../../../test/support/logs.ts';
import { newStore } from '../../../../test/support/refusal.ts';
import type { Estimate } from '../../../results/estimate.ts';
import type { LogFacts } from '../../../results/log-facts.ts';
import type { Results } from '../../../results/results.ts';
import type { RightAnswers } from '../../../results/right-answers.ts';

const alpha = sampleLog('inspect/times_alpha-large.eval');
const table = sampleLog('table/answers.csv');

interface Reported extends Results {
  readonly right: readonly RightAnswers[];
  readonly logs: LogFacts;
  readonly estimates: readonly Estimate[];
}

async function reported(...args: readonly string[]): Promise<Reported> {
  const { stdout, code } = await sebHere(['report', ...args, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('seb report of logs', () => {
  it('has no table, figure or section of predictions on pages of logs without a stated confidence', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-no-confidence-'));
    const file = join(folder, 'answers.csv');
    const rows = ['m/a', 'n/b'].flatMap((model, of) =>
      Array.from({ length: 40 }, (_, item) => [item, model, Number(item % (3 + of) > 0)].join(',')),
    );
    writeFileSync(file, ['item,model,correct', ...rows].join('\n'));
    const { code } = await sebHere(['report', file, '--out', join(folder, 'out')]);
    const page = readFileSync(join(folder, 'out', 'report.md'), 'utf8');
    expect(code).toBe(0);
    expect(page).toContain('## Do the scores differ on the same items?');
    for (const text of ['## Scores', 'Is it self-knowledge?', 'units are usable', 'n/a (none of']) {
      expect(page).not.toContain(text);
    }
    expect(readdirSync(join(folder, 'out', 'tables')).toSorted()).toEqual(['differences.csv', 'right-answers.csv']);
    expect(readFileSync(join(folder, 'out', 'table.tex'), 'utf8')).toContain('tabular');
  });

  it('refuses logs in which no answer has an outcome, and prints no empty table', async () => {
    for (const value of ['', 'NaN', 'n/a', 'None', '-']) {
      const file = join(mkdtempSync(join(tmpdir(), 'seb-empty-')), 'empty.csv');
      writeFileSync(file, `item,model,correct\n${[1, 2, 3].map((item) => `${item},a,${value}`).join('\n')}\n`);
      const { code, stdout, stderr } = await sebHere(['report', file]);
      expect([code, stdout]).toEqual([2, '']);
      expect(flat(stderr)).toContain('no answer has an outcome: 3 without a score');
      expect(flat(stderr)).toContain('--columns correct=COLUMN');
      const json = await sebHere(['report', file, '--json']);
      expect([json.code, JSON.parse(json.stdout).kind]).toEqual([2, 'refused']);
    }
  });

  describe('of a table with two data sets, tokens and absent rows', () => {
    const rows = ['a/one', 'b/two', 'c/three', 'd/four', 'e/five'].flatMap((model, of) =>
      ['first', 'second'].flatMap((qset) =>
        Array.from({ length: model === 'e/five' && qset === 'first' ? 27 : 30 }, (_, item) => ({
          ...{
            model,
            qset,
            question_id: item,
            correct: (item * 7 + of) % (3 + of) > 0,
            stated_confidence: 0.5 + (item % 5) / 10,
          },
          chosen_token_confidence: 0.5 + (item % 7) / 20,
        })),
      ),
    );
    const write = (name: string, more: object) => {
      const file = join(mkdtempSync(join(tmpdir(), 'seb-sets-')), `${name}.jsonl`);
      writeFileSync(file, rows.map((row) => JSON.stringify({ ...row, ...more })).join('\n'));
      return file;
    };

    it('pools no data sets, and says which rows are absent and that tokens are not used', async () => {
      const { findings, logs } = await reported(write('sets', {}));
      expect(new Set(findings.map(({ task }) => task))).toEqual(new Set(['first, right', 'second, right']));
      expect(findings.map(({ total }) => total)).toEqual(expect.arrayContaining([27, 30]));
      expect(logs.notes).toContain('of 30 items of first, rows are absent: e/five 3');
      expect(logs.notes.join()).not.toContain('of 30 items of second');
      expect(logs.notes.join()).toContain("297 rows with the probability of the answer's tokens: not used here");
    });

    it('names the column without which wrong keys cannot be looked for', async () => {
      const needs = async (more: object) => (await reported(write('keys', more))).logs.wrongKeysNeed;
      expect(await needs({})).toBe('the right answer of each item (--columns key=NAME names its column)');
      expect(await needs({ key: 'A' })).toBe('what each model answered (--columns answer=NAME names its column)');
      expect(await needs({ key: 'A', answer: 'A' })).toBeNull();
    });

    it('names no column for the log of a tool, which --columns would read as a table', async () => {
      const { logs } = await reported(sampleLog('promptfoo/out.jsonl'));
      expect(logs.wrongKeysNeed).toBe('the right answer of each item');
    });
  });

  it.each([
    ['Inspect', alpha],
    ['Every Eval Ever', everyEvalEverLog],
    ['Inspect with errors', sampleLog('inspect/errors.eval')],
    ['a cancelled run of Inspect', sampleLog('inspect/cancelled.eval')],
  ])('has the accuracy and the standard error of %s', async (_, file) => {
    const { right, logs } = await reported(file);
    const [first] = right;
    const stated = logs.stated.find(({ run }) => run === first?.run);
    expect(first?.right.value).toBeCloseTo(stated?.value ?? Number.NaN, 10);
    expect(first?.se).toBeCloseTo(stated?.stderr ?? Number.NaN, 10);
  });

  it('says why its interval is not that of lm-eval: equal documents are one group', async () => {
    const { right, logs } = await reported(lmEvalLogs[0] ?? '');
    const [first] = right;
    const stated = logs.stated.find(({ run }) => run === first?.run);
    expect(first).toMatchObject({ items: 41, right: { clusters: 40 } });
    expect(stated?.value).toBeCloseTo(first?.right.value ?? -1, 10);
    expect(first?.se).not.toBeCloseTo(stated?.stderr ?? Number.NaN, 4);
    const { stdout } = await sebHere(['report', lmEvalLogs[0] ?? '']);
    expect(flat(stdout)).toContain(
      '41 items are in 40 groups; the standard errors that the tool states take them for independent',
    );
    // declared groups that share a text are one group, in logs as in runs
    const [alone] = (await reported(lmEvalLogs[0] ?? '', '--group', 'doc_id')).right;
    expect(alone?.se).toBeCloseTo(first?.se ?? Number.NaN, 10);
  });

  it.skipIf(referenceFolder === null)(
    `has the values of each reference log, except where items are dependent or epochs were reduced${withoutReference}`,
    async () => {
      const folder = join(referenceFolder ?? '', 'foreign-logs');
      const patterns = ['inspect/*', 'lm-eval/*/*/samples*', 'promptfoo/*.json', 'eee/**/*_samples.jsonl'];
      const differing: string[] = [];
      let compared = 0;
      for (const log of globSync(patterns, { cwd: folder })) {
        const { right, logs } = await reported(join(folder, log));
        for (const { run, right: own, se, items } of right) {
          const tool = logs.stated.find((each) => each.run === run);
          if (tool === undefined) continue;
          const isSame = (value: number | null, stated: number | null) =>
            stated === null || Math.abs((value ?? -1) - stated) < 1e-9;
          compared += tool.stderr === null ? 1 : 2;
          const isExplained = own.clusters < items || logs.notes.some((note) => note.includes('reduced the epochs'));
          if (!isSame(own.value, tool.value) || !isSame(se, tool.stderr))
            differing.push(`${log.split('/')[0]} ${isExplained ? 'explained' : `${own.value} ${se}`}`);
        }
      }
      expect(compared).toBe(42);
      expect(new Set(differing)).toEqual(new Set(['inspect explained', 'lm-eval explained']));
    },
  );

  it('tests stated confidences as predictions, and keeps the level at which they were asked', async () => {
    const { findings, estimates, limits, logs } = await reported(alpha, '--asked', 'before');
    expect(findings).toMatchObject([{ fit: 'informative', clusters: 50, stated: { said: expect.closeTo(0.79, 2) } }]);
    const of = (measure: string) => estimates.find((each) => each.measure === measure && each.policy === 'parsed');
    expect(of('brier')).toMatchObject({ value: expect.closeTo(0.176, 3), baseRate: expect.closeTo(0.206, 3) });
    expect(of('auroc')?.value).toBeGreaterThan(0.8);
    expect(logs.notes).toEqual([expect.stringContaining('ceiling: openai-api/local/alpha-large: 29 of 98')]);
    expect(limits.join()).not.toContain('cannot be used');
    expect(flat((await sebHere(['report', alpha])).stdout)).toContain(
      'Confidence was stated with the answer: it cannot be used before answering.',
    );
    const { stdout } = await sebHere(['report', alpha, '--table', 'stated']);
    expect(stdout).toMatch(/a-large +\d+ +79\.\d % +7\d\.\d % +0\.176 +0\.206 +0\.8\d\d/);
  });

  const written = (lines: readonly string[]) => {
    const file = join(mkdtempSync(join(tmpdir(), 'seb-report-logs-')), 'm.csv');
    writeFileSync(file, `item_id,epoch,confidence,is_correct\n${lines.join('\n')}\n`);
    return file;
  };

  it('takes the first confidence of an item as its prediction, and says how many later ones do not count', async () => {
    const others = ['c', 'd', 'e', 'f'].map((id) => `${id},1,0.5,1`);
    const file = written(['a,1,0.9,1', 'a,2,0.2,0', 'b,1,0.3,1', 'b,2,0.3,1', ...others]);
    const { findings, logs } = await reported(file);
    const [finding] = findings;
    expect(finding).toMatchObject({ usable: 6 });
    expect(finding?.stated?.said).toBeCloseTo((0.9 + 0.3 + 4 * 0.5) / 6, 12);
    expect(finding?.stated?.happened).toBeCloseTo((0.5 + 1 + 4) / 6, 12);
    expect(logs.notes.join('\n')).toContain(
      'the first confidence of an item is its prediction; 1 later one that differs',
    );
  });

  it.each([
    { name: 'the first', blank: [0] },
    { name: 'the first three', blank: [0, 1, 2] },
    { name: 'a later one', blank: [7] },
  ])('scores stated probabilities as such where $name is missing', async ({ blank }) => {
    const rows = Array.from(
      { length: 40 },
      (_, item) => `q${item},1,${blank.includes(item) ? '' : 0.05 + (item % 10) / 10},${item % 10 > 4 ? 1 : 0}`,
    );
    const [finding] = (await reported(written(rows))).findings;
    expect(finding).toMatchObject({ measure: 'probability_score', usable: 40 - blank.length, total: 40 });
    const read = Array.from({ length: 40 }, (_, item) => item).filter((item) => !blank.includes(item));
    const squares = read.map((item) => (0.05 + (item % 10) / 10 - (item % 10 > 4 ? 1 : 0)) ** 2);
    expect(finding?.score.value).toBeCloseTo(1 - squares.reduce((sum, each) => sum + each, 0) / squares.length, 12);
  });

  it.each(['subject', 'Topic', 'category'])(
    'deals within the kinds of questions that the column %s says, and joins none',
    async (column) => {
      const rows = Array.from({ length: 400 }, (_, item) => {
        const share = (item % 20) / 20; // knows its subject's share alone
        return `q${item},${share + 0.02 * (Math.floor(item / 20) % 2)},${(Math.floor(item / 20) * 7 + (item % 20) * 3) % 20 < 20 * share ? 1 : 0},kind${item % 20}`;
      });
      const file = join(mkdtempSync(join(tmpdir(), 'seb-report-logs-')), 'm.csv');
      writeFileSync(file, `item_id,confidence,is_correct,${column}\n${rows.join('\n')}\n`);
      const [finding] = (await reported(file)).findings;
      expect(finding).toMatchObject({
        fit: 'no sign',
        clusters: 400,
        stratum: { column: column.toLowerCase(), strata: 20 },
      });
    },
  );

  it('has no number of fewer than six units, in the JSON as on the screen', async () => {
    const rows = ['a,1,0.9,1', 'b,1,0.2,0', 'c,1,0.6,0', 'd,1,0.8,1', 'e,1,0.9,1', 'f,1,0.1,0'];
    const [five, six] = [written(rows.slice(0, 5)), written(rows)];
    const [few] = (await reported(five)).findings;
    expect(few?.score).toMatchObject({ value: null, interval: null, n: 5, missing: '5 units: too few for a number' });
    expect(few).toMatchObject({
      chance: null,
      constant: null,
      label: null,
      skill: null,
      stated: null,
      detectable: null,
    });
    expect((await sebHere(['report', five])).stdout).not.toContain('the model said ');
    expect((await reported(six)).findings[0]?.score.value).toBeCloseTo(
      1 - (0.01 + 0.04 + 0.36 + 0.04 + 0.01 + 0.01) / 6,
      12,
    );
    expect((await sebHere(['report', six])).stdout).toContain('the model said ');
  });

  it('has a question, an answer and no verdict where nothing was predicted', async () => {
    const { stdout } = await sebHere(['report', lmEvalLogs[0] ?? '']);
    const [question, ...rest] = stdout.split('\n');
    expect(question).toBe('How often are the answers right?');
    expect(flat(rest.join(' '))).toContain(
      'On times_gen, exact_match,first-line: of the answers of alpha-large, 75.6 % are right [59.8, 86.6].',
    );
    expect((await reported(lmEvalLogs[0] ?? '')).findings).toEqual([]);
  });

  it('shows missing answers with their reasons, and the score without them', async () => {
    const { stdout } = await sebHere(['report', sampleLog('inspect/errors.eval')]);
    expect(stdout).toMatch(/beta-small +12 +30\.0 % +\[8\.7, 65\.8\] +33\.3 %/);
    expect(flat(stdout)).toContain(
      'of 12 executions: 1 without an answer, counted as wrong; 2 failed, not counted (as in Inspect)',
    );
  });

  it('says whose rule counts missing answers where it is one tool’s or the table’s, and of no log that it has the rule of another', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'seb-blank-')), 'blank.csv');
    const rows = Array.from({ length: 40 }, (_, item) => {
      const isBlank = item % 10 === 0;
      return `m,q${item},what is ${item} plus ${(37 * item) % 91},${isBlank ? '' : `a${item}`},${isBlank ? 0 : item % 3 === 0 ? 0 : 1}`;
    });
    writeFileSync(file, ['model,item_id,question,answer,is_correct', ...rows].join('\n'));
    const errors = sampleLog('inspect/errors.eval');
    expect(flat((await sebHere(['report', file])).stdout)).toContain('counted as wrong (as in the table)');
    const both = flat((await sebHere(['report', file, errors])).stdout);
    expect(both).toContain('4 without an answer, counted as wrong');
    expect(both).not.toContain('(as in');
  });

  it.each([
    ['failed', 'Error code: 429 - slow down'],
    ['without an answer', '[SKIPPED]'],
  ])('does not say that the table leaves out what it counts as wrong: %s', async (reason, answer) => {
    const file = join(mkdtempSync(join(tmpdir(), 'seb-left-')), 'left.csv');
    const rows = Array.from({ length: 40 }, (_, item) =>
      item % 10 === 0 ? `m,q${item},${answer},0` : `m,q${item},a${item},${item % 3 === 0 ? 0 : 1}`,
    );
    writeFileSync(file, ['model,item_id,answer,is_correct', ...rows].join('\n'));
    const text = flat((await sebHere(['report', file])).stdout);
    expect(text).toContain(`of 40 executions: 4 ${reason}, not counted`);
    expect(text).not.toContain('(as in');
  });

  it('lists items on which the models agree on another answer than the key, and leaves none out', async () => {
    const { logs, right } = await reported(table);
    expect(logs.possibleWrongKeys).toEqual([
      expect.objectContaining({ item: '7', key: 'D', answer: 'A', agree: 6, of: 6 }),
    ]);
    expect(right.map(({ items }) => items)).toEqual([24, 24, 24, 24, 24, 24]);
    expect((await reported(alpha)).logs.possibleWrongKeys).toBeNull();
    expect((await sebHere(['report', table])).stdout).toMatch(/^ *7 +D +A +6 of 6 +Question 7/m);
  });

  it.skipIf(referenceFolder === null)(`reads ten models of the atlas${withoutReference}`, async () => {
    const files = ['', ...Array.from({ length: 9 }, (_, index) => ` (${index + 1})`)].map((suffix) =>
      join(referenceFolder ?? '', 'atlas', `metacognitive_profile_results${suffix}.csv`),
    );
    const { findings, logs } = await reported(...files);
    expect(findings.reduce((sum, { usable }) => sum + usable, 0)).toBe(14_999);
    expect(logs.possibleWrongKeys?.length).toBeGreaterThan(10);
  });

  it.each([
    ['--list', 'right-answers'],
    ['--markdown', '## Right answers'],
    ['--csv', 'brier'],
    ['--wide', 'p informative'],
  ])('prints the report of runs with %s', async (flag, expected) => {
    const { stdout, stderr, code } = await sebHere(['report', alpha, flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(expected);
  });

  it('writes the files of a report and records of Every Eval Ever, with the same words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-report-logs-'));
    const { findings, right } = await reported(alpha);
    const written = await reported(alpha, '--out', folder, '--eee', join(folder, 'eee'));
    const said = (results: Pick<Results, 'findings' | 'right'>) => [
      results.findings.map(({ run: _, ...finding }) => finding),
      results.right?.map(({ run: _, ...own }) => own),
    ];
    expect(said(written)).toEqual(said({ findings, right }));
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['report.html', 'estimates.csv', 'inspect', 'eee']));
  });

  it('keeps items apart whose texts begin alike, such as prompts with examples, also after the import', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'seb-report-logs-')), 'm.csv');
    const examples = 'Example question and answer. '.repeat(20);
    const subjects = Array.from({ length: 24 }, (_, item) => String.fromCharCode(97 + item).repeat(5));
    const rows = subjects.map((own, item) => `${item},${examples}${own} ${own}x ${own}y ${own}z,${item % 2}`);
    writeFileSync(file, `item_id,question,is_correct\n${rows.join('\n')}\n`);
    const store = newStore();
    await sebHere(['import', file, '--store', store]);
    for (const args of [[file], ['--all', '--store', store]])
      expect((await reported(...args)).right).toMatchObject([{ items: 24, right: { clusters: 24 } }]);
  });

  it('says of a log what it says of the run that the log is imported as', async () => {
    const files = [
      alpha,
      table,
      lmEvalLogs[0] ?? '',
      sampleLog('inspect/errors.eval'),
      sampleLog('promptfoo/out.jsonl'),
    ];
    for (const file of files) {
      const store = newStore();
      await sebHere(['import', file, '--store', store]);
      const said = ({ findings, right, estimates, question, answer }: Reported) => ({
        ...{ question, answer },
        findings: findings.map(({ run: _, ...finding }) => finding),
        right: right.map(({ run: _, ...own }) => own),
        estimates: estimates.map(({ run: _, ...estimate }) => estimate),
      });
      expect(said(await reported(file))).toEqual(said(await reported('--all', '--store', store)));
    }
  });

  it('says that --columns reads the log of a tool as a table', async () => {
    const note = 'is a log of promptfoo; --columns reads it as a table, without what it says of models and repeats';
    const forced = await sebHere([
      'report',
      sampleLog('promptfoo/out.json'),
      '--columns',
      'item=testIdx,correct=success',
    ]);
    expect(flat(forced.stderr)).toContain(note);
    const plain = await sebHere(['report', table, '--columns', 'item=item_id,correct=is_correct']);
    expect(plain.stderr).not.toContain('reads it as a table');
  });

  it('fits 80 columns', async () => {
    for (const file of [alpha, lmEvalLogs[0] ?? '', table, sampleLog('inspect/errors.eval')]) {
      const { stdout } = await sebHere(['report', file]);
      for (const line of stdout.split('\n'))
        expect(line.length, line).toBeLessThanOrEqual(line.includes('test/golden') ? 200 : 80); // names of files stay whole
    }
  });
});
