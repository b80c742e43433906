import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { everyEvalEverLog, lmEvalLogs, sampleLog } from '../../../../test/support/logs.ts';
import { zipOf } from '../../../../test/support/zip.ts';

const [alpha, beta] = ['alpha-large', 'beta-small'].map((name) => sampleLog(`inspect/times_${name}.eval`)) as [
  string,
  string,
];
const folder = mkdtempSync(join(tmpdir(), 'seb-compare-'));

interface MadeSample {
  readonly id: number | string;
  readonly value: unknown;
  readonly input?: string;
  readonly error?: string;
  readonly epoch?: number;
}

/** Writes a log of Inspect and returns its path. */
function log(
  name: string,
  samples: readonly MadeSample[],
  { task = 't', model = name, scorer = 'match' } = {},
): string {
  const file = join(folder, `${name}.eval`);
  const header = { version: 2, status: 'success', eval: { eval_id: 'e', task, model } };
  const summaries = samples.map(({ id, value, input = `question ${id}`, epoch = 1, error }) => ({
    ...{ id, epoch, input, target: 'A', ...(error === undefined ? {} : { error }) },
    scores: value === undefined ? {} : { [scorer]: { value, answer: 'A' } },
  }));
  const entries = [
    { name: 'header.json', content: JSON.stringify(header) },
    { name: 'summaries.json', content: JSON.stringify(summaries) },
  ];
  writeFileSync(file, zipOf(entries));
  return file;
}

const ids = Array.from({ length: 40 }, (_, index) => index + 1);
const right = ids.map((id) => ({ id, value: 'C' }));

describe('seb compare --items', () => {
  const some = ids.map((id) => ({ id, value: id % 4 === 0 ? 'I' : 'C' }));
  const missing = ids.map((id) => (id === 3 ? { id, value: undefined, error: 'cut' } : { id, value: 'C' }));
  const files = () => [log('listed-a', some), log('listed-b', missing)];

  it('lists the items on which the sides of logs differ, as the tool counts missing answers', async () => {
    const { stdout } = await sebHere(['compare', ...files(), '--items']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('4 listed-a: wrong, listed-b: right question 4');
    expect(lines.filter((line) => line.includes('listed-a: wrong')).length).toBe(10);
    expect(lines.at(-1)).toMatch(/^1[01] items on which the sides differ$/);
    const json = await sebHere(['compare', ...files(), '--items', '--json']);
    expect(JSON.parse(json.stdout.split('\n')[0] ?? '')).toMatchObject({ item: '4', a: { score: 0 }, b: { score: 1 } });
  });

  it('is what a comparison that found a difference advises', async () => {
    const { stdout } = await sebHere(['compare', ...files()]);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /next the items that only one side has right: seb compare .* --items a page/,
    );
  });
});

describe('seb compare of logs', () => {
  it('prints what the logs can find, the verdict, and both readings of missing answers', async () => {
    const { stdout, code } = await sebHere(['compare', alpha, beta], { folder });
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /alpha-large is higher than beta-small by 18\.0 points \(69\.0 \/ 51\.0 %\): 95 % interval \[[\d.]+, [\d.]+\] points; p [=<] 0\.\d+\./,
    );
    expect(stdout).toMatch(/^ {2}alpha-large − beta-small +\+18\.0 points \[.* higher$/m);
    expect(stdout).toMatch(/^ {2}missing left out +\+20\.0 points \[.* higher$/m);
    expect(stdout).toMatch(/^Differences below about [\d.]+ points would usually be missed with 50 items\.$/m);
    expect(stdout).toContain('alpha-large: 2 of 100 executions without an answer, counted as wrong');
    expect(stdout).toContain('equal on 29 of 50 items');
    const lines = stdout.split('\n').filter((line) => !line.includes(dirname(alpha)) && line.length > 80);
    expect(lines).toEqual([]);
  });

  it.each([
    ['many models', [sampleLog('table/answers.csv')]],
    ['long names', [alpha, '--self-check']],
    ['repeats', [sampleLog('promptfoo/out.jsonl')]],
  ])('fits 80 columns with %s', async (_, args) => {
    const { stdout } = await sebHere(['compare', ...args]);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('takes the order of the files as the order of the sides', async () => {
    const { stdout } = await sebHere(['compare', beta, alpha, '--json']);
    expect(JSON.parse(stdout).differences[0]).toMatchObject({
      a: 'beta-small',
      b: 'alpha-large',
      word: 'lower',
    });
  });

  it.each([
    ['lm-eval', lmEvalLogs, [0.756, 0.439]],
    ['promptfoo', [sampleLog('promptfoo/out.jsonl')], [0.333, 0.708]],
    ['a table', [sampleLog('table/answers.csv')], [0.708, 0.708]],
  ])('compares logs of %s', async (_, files, [first, second]) => {
    const { stdout, code } = await sebHere(['compare', ...files, '--json']);
    expect(code).toBe(0);
    const [{ means }] = JSON.parse(stdout).differences;
    expect([means.a, means.b]).toEqual([expect.closeTo(first ?? 0, 3), expect.closeTo(second ?? 0, 3)]);
  });

  it('adjusts p over all pairs of a table', async () => {
    const table = join(folder, 'three.csv');
    const isRight = { one: 1, two: 3, three: 5 };
    const rows = Object.entries(isRight).flatMap(([model, step]) =>
      ids.map((id) => `${model},${id},${Number(id % step === 0)}`),
    );
    writeFileSync(table, `model,item_id,is_correct\n${rows.join('\n')}\n`);
    const { differences: pairs } = JSON.parse((await sebHere(['compare', table, '--json'])).stdout);
    expect(pairs).toHaveLength(3);
    for (const { p, adjusted, family } of pairs) {
      expect(adjusted).toBeGreaterThanOrEqual(p);
      expect(family).toBe(3);
    }
  });

  it('takes the side that the user names first as the new one of a gate on one table, and refuses to guess', async () => {
    const file = join(folder, 'two-models.csv');
    const rows = ids.flatMap((id) => [`old,q${id},1`, `new,q${id},${id % 2}`]);
    writeFileSync(file, ['model,item,correct', ...rows].join('\n'));
    const gate = async (...more: readonly string[]) =>
      await sebHere(['compare', file, '--fail-if-lower', '0.05', ...more]);
    const guessed = await gate();
    expect([guessed.code, guessed.stderr]).toEqual([
      2,
      expect.stringMatching(/does not say which of its models is new/),
    ]);
    const newer = await gate('--model', 'new', 'old');
    expect([newer.code, newer.stderr]).toEqual([3, expect.stringMatching(/FAILED .*right: new\s+against\s+old/)]);
    expect(newer.stdout).toContain('new is lower than old by 50.0 points');
    const older = await gate('--model', 'old', 'new');
    expect([older.code, older.stderr]).toEqual([0, expect.stringMatching(/passed .*old\s+against\s+new/)]);
    expect((await sebHere(['compare', file])).code).toBe(0);
    expect((await sebHere(['compare', file, '--fail-unless-within', '0.05'])).code).toBe(2);
  });

  describe('on other scales', () => {
    const table = (name: string, [right, wrong]: readonly [string, string]) => {
      const file = join(folder, `${name}.csv`);
      const every = name.length;
      writeFileSync(
        file,
        `model,item_id,score\n${ids.map((id) => `m,${id},${id % every === 0 ? wrong : right}`).join('\n')}\n`,
      );
      return file;
    };
    const forms: readonly (readonly [string, readonly [string, string]])[] = [
      ['percent', ['100 %', '0 %']],
      ['points', ['10/10', '0/10']],
      ['words', ['pass', 'fail']],
      ['shares', ['1.0', '0.0']],
      ['grades in percent', ['80 %', '20 %']],
      ['grades as shares', ['0.8', '0.2']],
    ];
    it.each(forms)('compares right and wrong, or shares, as %s', async (form, cells) => {
      const base = table('base', form.startsWith('grades') ? ['0.8', '0.2'] : ['1', '0']);
      const { stdout } = await sebHere(['compare', table('other-form', cells), base, '--json']);
      const { means } = JSON.parse(stdout).differences[0];
      const of = (every: number) => {
        const right = ids.filter((id) => id % every !== 0).length / ids.length;
        return form.startsWith('grades') ? 0.2 + 0.6 * right : right;
      };
      expect([means.a, means.b]).toEqual([expect.closeTo(of(10), 9), expect.closeTo(of(4), 9)]);
    });

    it('refuses grades of two ranges', async () => {
      const { code, stdout } = await sebHere([
        'compare',
        table('ten', ['7/10', '2/10']),
        table('five', ['4/5', '1/5']),
        '--json',
      ]);
      expect([code, JSON.parse(stdout).reason]).toEqual([
        2,
        expect.stringContaining('goes from 0 to 10 (higher is better)'),
      ]);
    });
  });

  describe('of several tasks', () => {
    const ofTask = (task: string, model: string, wrong: number, more: object = {}) => {
      const samples = ids.map((id) => ({ id, value: id % wrong === 0 ? 'I' : 'C', input: `${task} ${id}` }));
      return log(`${task}-${model}`, samples, { task, model, ...more });
    };
    const compared = async (...files: readonly string[]) => {
      const { stdout, code } = await sebHere(['compare', ...files, '--json']);
      return { ...JSON.parse(stdout), exit: code };
    };

    it('compares models task by task, and adjusts p over all', async () => {
      const files = ['sums', 'days'].flatMap((task) => [ofTask(task, 'a', 5), ofTask(task, 'b', 2)]);
      const { differences: pairs } = await compared(...files);
      const shown = pairs.map(({ set, a, b, items, family }: Record<string, unknown>) => ({
        set,
        a,
        b,
        items,
        family,
      }));
      expect(shown).toEqual(['sums', 'days'].map((set) => ({ set, a: 'a', b: 'b', items: 40, family: 2 })));
      const { stdout } = await sebHere(['compare', ...files, '--items']);
      expect(stdout).toContain('sums');
      expect(stdout).toContain('days 2');
    });

    it('names a task that one model alone has', async () => {
      const { differences: pairs, notes } = await compared(
        ofTask('sums', 'a', 5),
        ofTask('sums', 'b', 2),
        ofTask('days', 'a', 5),
      );
      expect(pairs).toHaveLength(1);
      expect(notes).toContain('days is left out: only a has it');
    });

    it('names missing answers of both tasks', async () => {
      const failed = (task: string) =>
        log(
          `${task}-f`,
          ids.map((id) => ({
            id,
            value: id === 1 ? undefined : 'C',
            input: `${task} ${id}`,
            ...(id === 1 ? { error: 'e' } : {}),
          })),
          { task, model: 'a' },
        );
      const { missing } = await compared(...['sums', 'days'].flatMap((task) => [failed(task), ofTask(task, 'b', 2)]));
      expect(missing).toEqual([{ side: 'a', reason: 'failed', executions: 2, counted: false, of: 80 }]);
    });

    it.each<[string, () => readonly string[]]>([
      ['two logs of two tasks', () => [ofTask('sums', 'a', 5), ofTask('days', 'b', 2)]],
      [
        'three tasks with one log each',
        () => [ofTask('sums', 'a', 5), ofTask('days', 'b', 2), ofTask('weeks', 'c', 2)],
      ],
    ])('refuses %s', async (_, files) => {
      const { exit, reason } = await compared(...files());
      expect([exit, reason]).toEqual([2, expect.stringContaining('the tasks are sums and days')]);
    });
  });

  it('averages executions within an item, so that copies of them are no evidence', async () => {
    const values = ids.map((id) => ({ id, value: id % 3 === 0 ? 'I' : 'C' }));
    const epochs = (rows: readonly MadeSample[], copies: number) =>
      rows.flatMap((row) => Array.from({ length: copies }, (_, index) => ({ ...row, epoch: index + 1 })));
    const p = async (copies: number) => {
      const files = [log(`right-${copies}`, epochs(right, copies)), log(`third-${copies}`, epochs(values, copies))];
      return JSON.parse((await sebHere(['compare', ...files, '--json'])).stdout).differences[0].quantity;
    };
    const [one, five] = [await p(1), await p(5)];
    expect(five).toEqual(one);
  });

  it('holds the word against samples that failed, however few they are', async () => {
    const failing = ids.map((id) =>
      id <= 20 ? { id, value: undefined, error: 'Timeout' } : { id, value: id <= 22 ? 'I' : 'C' },
    );
    const { stdout } = await sebHere(['compare', log('whole', right), log('half', failing), '--json']);
    expect(JSON.parse(stdout).differences[0]).toMatchObject({
      ...{ asked: 40, items: 20, quantity: { n: 20 }, word: 'no difference found' },
      missing: { a: 0, b: 0.5, units: 20, changed: false },
    });
  });

  it('prefers the same model before and after to all pairs', async () => {
    const before = log('before', right, { model: 'lab/m' });
    const after = log(
      'after',
      ids.map((id) => ({ id, value: id % 2 ? 'C' : 'I' })),
      { model: 'lab/m' },
    );
    const { stdout, code } = await sebHere(['compare', after, before, '--fail-if-lower', '0.05']);
    expect(code).toBe(3);
    expect(stdout.replace(/\s+/g, ' ')).toContain('m (after.eval) is lower than m (before.eval) by 50.0 points');
  });

  it.each([
    ['fails a drop that is shown', ['--fail-if-lower', '0.05'], 3],
    ['passes where a drop is not shown', ['--fail-if-lower', '0.15'], 0],
    ['fails where a drop is not excluded', ['--fail-unless-within', '0.1'], 3],
    ['passes where it is excluded', ['--fail-unless-within', '0.4'], 0],
  ])('the gate %s', async (_, flags, code) => {
    expect((await sebHere(['compare', beta, alpha, ...flags])).code).toBe(code);
  });

  it('has numbers without a word where the groups are too few', async () => {
    const { stdout } = await sebHere(['compare', alpha, beta, '--group', 'metadata.band']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('no test: 2 groups of items, fewer than the 20 that a verdict needs');
  });

  it('joins items with equal or nearly equal texts into one group, as runs do', async () => {
    const places = [
      'Paris river',
      'Rome tower',
      'Oslo garden',
      'Bern harbor',
      'Lima museum',
      'Cairo bridge',
      'Kyiv castle',
    ];
    const built = ['red brick', 'gray stone', 'white marble', 'green copper', 'old oak', 'black iron', 'clear glass'];
    const made = ids.map((id) => {
      const kind = Math.floor(id / 6) % 7;
      return { id, value: id % 3 ? 'C' : 'I', input: `Which ${places[kind]} of ${built[kind]} has number ${id}` };
    });
    const files = [
      log('texts-a', made),
      log(
        'texts-b',
        made.map((row) => ({ ...row, value: 'C' })),
      ),
    ];
    const { stdout } = await sebHere(['compare', ...files, '--json']);
    const { differences: pairs, notes } = JSON.parse(stdout);
    expect(pairs[0].quantity.clusters).toBeLessThan(20);
    expect(pairs[0]).toMatchObject({ test: null, word: 'no test' });
    expect(notes.join(' ')).toMatch(
      /the 40 items count as \d+ groups: items with equal or nearly equal texts are one group/,
    );
  });

  it('does not pass 18 blank and 16 wrong of 200, and says how many samples are missing', async () => {
    const all = Array.from({ length: 200 }, (_, index) => index + 1);
    const now = all.map((id) =>
      id <= 18 ? { id, value: undefined, error: 'Timeout' } : { id, value: id <= 34 ? 'I' : 'C' },
    );
    const files = [
      log('now', now, { model: 'm' }),
      log(
        'then',
        all.map((id) => ({ id, value: 'C' })),
        { model: 'm' },
      ),
    ];
    const junit = join(folder, 'checks.xml');
    const { code, stderr } = await sebHere(['compare', ...files, '--fail-if-lower', '0.05', '--junit', junit]);
    expect({ code, stderr: stderr.replace(/\s+/g, ' ') }).toMatchObject({
      ...{ code: 2, stderr: expect.stringMatching(/ not measured: .*18 of 200 units lack a score/m) },
    });
    expect(readFileSync(junit, 'utf8')).toContain('errors="1"');
  });

  it('does not measure a log of which over 10 % failed, whatever the rest says', async () => {
    const failed = ids.map((id) => (id <= 5 ? { id, value: undefined, error: 'Timeout' } : { id, value: 'C' }));
    const files = [log('failed', failed, { model: 'm' }), log('fine', right, { model: 'm' })];
    const { code, stderr } = await sebHere(['compare', ...files, '--fail-if-lower', '0.05']);
    expect({ code, stderr: stderr.replace(/\s+/g, ' ') }).toMatchObject({
      ...{
        code: 2,
        stderr: expect.stringContaining('the new side has a score for 87.5 % of the 40 units of the baseline'),
      },
    });
  });

  it('does not measure a new log without a tenth of the baseline’s items, and names a model that only one log has', async () => {
    const whole = log('whole', right, { model: 'm' });
    const gate = async (items: number) => {
      const file = log(`part-${items}`, right.slice(0, items), { model: 'm' });
      return await sebHere(['compare', file, whole, '--fail-if-lower', '0.05']);
    };
    const [enough, few] = [await gate(36), await gate(35)];
    expect([enough.code, few.code]).toEqual([0, 2]);
    expect(few.stderr.replace(/\s+/g, ' ')).toContain(
      'the new side has a score for 87.5 % of the 40 units of the baseline, less than 90 %',
    );
    const table = (name: string, models: Readonly<Record<string, number>>) => {
      const file = join(folder, `${name}.csv`);
      const rows = Object.entries(models).flatMap(([model, every]) =>
        ids.map((id) => `${model},${id},${id % every === 0 ? 0 : 1}`),
      );
      writeFileSync(file, `model,item_id,is_correct\n${rows.join('\n')}\n`);
      return file;
    };
    const files = [table('one', { a: 3 }), table('both', { a: 4, b: 5 })];
    const { stdout, stderr } = await sebHere(['compare', ...files, '--fail-if-lower', '0.5', '--json']);
    const { differences, gate: gated } = JSON.parse(stdout);
    const sidesOf = (rows: readonly { readonly a: string; readonly b: string }[]) => rows.map(({ a, b }) => [a, b]);
    expect(sidesOf(differences)).toEqual([
      ['a (one.csv)', 'a (both.csv)'],
      ['a (one.csv)', 'b'],
      ['a (both.csv)', 'b'],
    ]);
    expect(sidesOf(gated.checks)).toEqual([['a (one.csv)', 'a (both.csv)']]);
    expect(stderr).toContain('not compared: only both.csv has the model b');
  });

  it('ends a self-check without a result as incomplete', async () => {
    const rows = ids
      .slice(0, 12)
      .flatMap((id) => [1, 2].map((epoch) => ({ id, epoch, value: id % 3 === 0 ? 'I' : 'C' })));
    const { code, stdout } = await sebHere(['compare', log('twice', rows), '--self-check']);
    expect([code, stdout]).toEqual([2, expect.stringContaining('Self-check not measured')]);
  });

  describe('refuses, with exit code 2 and what would make them comparable,', () => {
    let a = '';
    beforeAll(() => {
      a = log('a', right);
    });
    const texts = { task: 'another task', texts: 'other texts under the same ids' };
    it.each<[string, () => readonly string[], RegExp]>([
      [
        texts.task,
        () => [
          a,
          log(
            'b',
            ids.map((id) => ({ id, value: 'C', input: `sum ${id}` })),
            { task: 'sums' },
          ),
        ],
        /different texts, first 1: the tasks are t and sums/,
      ],
      [
        texts.texts,
        () => [
          a,
          log(
            'c',
            right.map((row) => ({ ...row, input: row.id > 37 ? 'edited' : `question ${row.id}` })),
          ),
        ],
        /3 shared ids of 40 stand for different texts/,
      ],
      [
        'ids of other types',
        () => [
          a,
          log(
            'd',
            right.map(({ id, value }) => ({ id: `${id}`, value })),
          ),
        ],
        /ids differ in type: number in .*a\.eval, text in .*d\.eval/,
      ],
      [
        'items that are numbered in another order',
        () => [
          a,
          log(
            'r',
            ids.map((id) => ({ id, value: 'C', input: `question ${41 - id}` })),
          ),
        ],
        /40 questions of .* stand under other ids in .*, first 1: the items are numbered in another order/,
      ],
      [
        'items that are numbered from 0 and from 1',
        () => [
          a,
          log(
            'z',
            ids.map((id) => ({ id, value: 'C', input: `question ${id + 1}` })),
          ),
        ],
        /39 questions of .* stand under other ids in .*, first 2: /,
      ],
      ['few shared items', () => [a, log('e', right.slice(0, 20))], /share 20 items of 40/],
      [
        'scores of other names',
        () => [a, log('f', right, { scorer: 'grade' })],
        /the scores differ: .*a\.eval has match, .*f\.eval has grade.*--score/s,
      ],
      [
        'measures that are no right or wrong',
        () => [alpha, beta, '--score', 'parts.length'],
        /parts\.length is not right or wrong: its values go from 25/,
      ],
      [
        'a score that there is not',
        () => [alpha, beta, '--score', 'parts.wrong'],
        /has no score parts\.wrong\n.*confident_choice/,
      ],
      [
        'logs in which nothing finished',
        () => [
          a,
          log(
            'g',
            ids.map((id) => ({ id, value: undefined, error: 'Timeout' })),
            { scorer: 'match' },
          ),
        ],
        /g\.eval has no scored samples/,
      ],
      ['one model', () => [a], /there is one model in one log/],
    ])('%s', async (_, files, message) => {
      const { stdout, stderr, code } = await sebHere(['compare', ...files()]);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
      expect(stdout).toBe('');
    });
  });

  describe('--self-check', () => {
    it('passes where a model is compared with itself, by halves of its executions or by two logs', async () => {
      const { stdout, code } = await sebHere(['compare', alpha, '--self-check']);
      expect(code).toBe(0);
      expect(stdout).toContain('Self-check passed');
      expect(stdout).toMatch(
        /^times_alpha-large\.eval \(odd executions\) against times_alpha-large\.eval \(even\s+executions\):$/m,
      );
    });

    it('says what a gate would have said of two logs that are not the same thing', async () => {
      const { stdout } = await sebHere(['compare', beta, alpha, '--self-check', '--fail-if-lower', '0']);
      expect(stdout.replace(/\s+/g, ' ')).toContain(
        'a gate with --fail-if-lower 0 would have failed 1 check of 2, although nothing changed.',
      );
    });

    it('does not measure what so few items cannot show', async () => {
      const { stdout, stderr, code } = await sebHere([
        ...['compare', sampleLog('promptfoo/out.jsonl'), '--self-check', '--fail-unless-within', '0.2'],
      ]);
      expect(code).toBe(2);
      expect(stderr).toBe('');
      expect(stdout.replace(/\s+/g, ' ')).toContain('12 items, fewer than the 20 that a gate needs');
      expect(stdout).toContain('Self-check not measured');
    });

    it('checks both directions', async () => {
      const { stdout, code } = await sebHere(['compare', alpha, beta, '--self-check', '--json']);
      expect(code).toBe(0);
      const { selfCheck } = JSON.parse(stdout);
      expect(selfCheck).toMatchObject({ rule: 'lower', margin: 0, failed: 1, measured: 2 });
      expect(selfCheck.directions).toMatchObject([
        { checks: [{ gate: { passes: true } }] },
        { checks: [{ gate: { passes: false } }] },
      ]);
    });

    it('refuses a log with one execution per item', async () => {
      const { code, stderr } = await sebHere(['compare', sampleLog('table/answers.csv'), '--self-check']);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('has one execution per item'),
      });
    });
  });

  it('leaves single edited questions out, and says so', async () => {
    const edited = right.map((row) => ({
      ...row,
      value: row.id % 2 ? 'C' : 'I',
      input: row.id === 7 ? 'edited' : `question ${row.id}`,
    }));
    const { stdout, code } = await sebHere(['compare', log('h', right), log('i', edited)]);
    expect(code).toBe(0);
    expect(stdout).toContain('left out: 1 item whose texts differ under one id');
    expect(stdout).not.toContain('left out of');
  });

  it('shows control characters and markup of a log as text', async () => {
    const { stdout } = await sebHere([
      'compare',
      log('j', right, { model: 'm\u001b[2J<script>' }),
      log('k', right, { model: 'k' }),
    ]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('<script>');
  });

  it.each([
    [[alpha, beta, '--attributes', 'models.csv'], '--attributes has no meaning for logs'],
    [['latest', '--group', 'metadata.band'], '--group has no meaning for runs'],
  ])('refuses a flag that it would ignore: %s', async (args, message) => {
    await expect(sebHere(['compare', ...args])).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });

  it('does not read a log twice, nor logs beside runs', async () => {
    await expect(sebHere(['compare', alpha, alpha])).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is given twice'),
    });
    await expect(sebHere(['compare', alpha, 'latest'])).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a file and latest is not'),
    });
    await expect(sebHere(['compare', alpha, everyEvalEverLog])).resolves.toMatchObject({ code: 2 });
  });
});
