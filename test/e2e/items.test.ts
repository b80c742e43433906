import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-items-'));
const store = ['--store', join(folder, 'store.sqlite')];
let run: string;

beforeAll(async () => {
  const models = ['simulated/ada?self=0.9&format=0.2', 'simulated/bo'];
  const flags = ['--experiment', 'association', 'restriction', '--limit', '20', '--samples', '3', '--json'];
  const { stdout } = await sebHere(['run', '--model', ...models, ...flags, ...store]);
  run = (JSON.parse(stdout) as { readonly run: string }).run;
}, 120_000);

const items = async (...flags: readonly string[]) => {
  const { code, stdout, stderr } = await sebHere(['items', run, ...flags, ...store]);
  expect(code, stderr).toBe(0);
  return stdout;
};

describe('seb items', () => {
  it('lists rows in plain words within 80 columns', async () => {
    const text = await items('--all');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const own = text.replaceAll(/\(said:\s.*?\)\n/gs, '\n'); // what models say can have braces
    expect(own).not.toMatch(/[{}]|undefined|null|NaN/);
    expect(text).toMatch(
      /WRONG {4}restriction-\d+ {2}\S.*\n {9}predicted: (answers|refuses); did: (answers|refuses) \(in \d of \d executions?\)/,
    );
  });

  it('counts the rows of a state among all rows of the other filters', async () => {
    const all = (await items('--experiment', 'restriction', '--csv')).trim().split('\n').length - 1;
    const wrong = (await items('--experiment', 'restriction', '--wrong', '--csv')).trim().split('\n').length - 1;
    const text = await items('--experiment', 'restriction', '--wrong', '--all');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(` ${wrong} of ${all} rows were predicted wrongly`);
    expect(await items('--experiment', 'restriction', '--all')).toContain(`\n${all} rows`);
  });

  it.each([
    ['experiment', 'asociation', 'it has association, restriction'],
    ['condition', 'nix', 'it has '],
    ['model', 'simulated/nix', "it has 'simulated/ada?"],
  ])('refuses a name of a %s that the run does not have, in every form', async (what, name, known) => {
    for (const form of [[], ['--json'], ['--csv'], ['--matrix']]) {
      const { code, stderr } = await sebHere(['items', run, `--${what}`, name, ...form, ...store]);
      expect(code).toBe(1);
      expect(stderr).toContain(`has no ${what} ${name}`);
      expect(stderr).toContain(known);
    }
  });

  it('lists the same rows where the index cannot be written, with a note', async () => {
    const other = join(folder, 'no-index');
    mkdirSync(join(other, 'store.index.sqlite'), { recursive: true }); // a folder where the file belongs
    copyFileSync(join(folder, 'store.sqlite'), join(other, 'store.sqlite'));
    const read = await sebHere(['items', run, '--json', '--store', join(other, 'store.sqlite')]);
    expect(read.code, read.stderr).toBe(0);
    expect(read.stderr).toMatch(/^note: the index cannot be written/m);
    expect(read.stdout).toBe(await items('--json'));
  });

  it('gives the rows of a filter as CSV and as JSON lines, all of them', async () => {
    const filter = ['--wrong', '--model', 'simulated/bo'];
    const csv = parse(await items('--csv', ...filter), { columns: true }) as Record<string, string>[];
    const lines = (await items('--json', ...filter)).trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(csv.length).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect([row.state, row.model]).toEqual(['wrong', 'simulated/bo']);
    expect(csv.map(({ item, unit }) => [item, unit])).toEqual(rows.map(({ item, unit }) => [item, unit]));
  });

  it('shows items by models, with the counts of all items, and as CSV', async () => {
    const text = await items('--matrix', '--experiment', 'restriction');
    expect(text).toMatch(/^item +simulated\/ada\S* +simulated\/bo/m);
    expect(text).toMatch(/^restriction-00001 +(right|WRONG|mixed|-) +(right|WRONG|mixed|-)/m);
    expect(text.match(/^restriction-\d+/gm)).toHaveLength(20);
    expect(text).toMatch(/simulated\/bo: \d+ of 20 right/);
    const rows = parse((await items('--matrix', '--csv', '--experiment', 'restriction')).trim(), { columns: true });
    expect(rows).toHaveLength(20);
  });

  it('shows what the model said where that could not be read', async () => {
    const text = await items('--missing', '--all');
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/missing: (prediction|execution): unparsed \(said: .{1,60}\)/);
  });

  it('finds missing units with the reason, and units on which models differ', async () => {
    const missing = (await items('--json', '--missing')).trimEnd().split('\n');
    for (const line of missing)
      expect((JSON.parse(line) as { reason: string }).reason).toMatch(/^(forecast|execute|judge): /);
    for (const line of (await items('--json', '--divergent')).trimEnd().split('\n')) {
      const row = JSON.parse(line) as { readonly same: number | null; readonly others: number | null };
      if (row.same !== null) expect([row.same, row.others]).toEqual([0, 1]); // of two models
    }
  });

  it('finds rows by the text of an answer, under the model and condition that gave it', async () => {
    const rowsOf = async (...flags: readonly string[]) =>
      (await items('--json', ...flags))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly [column: string]: string });
    const keyOf = ({ model, condition, item }: { readonly [column: string]: string }) =>
      [model, condition, item].join(' ');
    const refused = (await rowsOf('--experiment', 'restriction')).filter(({ outcome }) =>
      outcome?.startsWith('refuses'),
    );
    const found = await rowsOf('--search', "I CAN'T help with");
    expect(new Set(found.map(({ experiment }) => experiment))).toEqual(new Set(['restriction']));
    expect(refused.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(80); // of 20 items, 2 models, 2 conditions
    expect(found.map(keyOf)).toEqual(expect.arrayContaining(refused.map(keyOf)));
    expect((await rowsOf('--search', '/^i can.t HELP with .*request\\.$/')).map(keyOf)).toEqual(found.map(keyOf));
  });

  it('answers a pattern that would keep a backtracking engine busy forever', async () => {
    expect(await items('--search', '/((\\w+\\W?)+)+#$/')).toBe('no items match\n');
  });

  it('refuses two states at once', async () => {
    const { code, stderr } = await sebHere(['items', run, '--wrong', '--missing', ...store]);
    expect(code).toBe(1);
    expect(stderr).toContain('a row cannot be both wrong and missing');
  });

  it('reads a run again after it has changed', async () => {
    const before = (await items('--json')).split('\n').length;
    const more = await sebHere([
      'run',
      '--model',
      'simulated/cy',
      '--experiment',
      'restriction',
      '--limit',
      '4',
      '--json',
      ...store,
    ]);
    const { run: other } = JSON.parse(more.stdout) as { readonly run: string };
    const { stdout } = await sebHere(['items', other, '--json', ...store]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(4);
    expect((await items('--json')).split('\n')).toHaveLength(before);
  });
});

describe('seb show', () => {
  const show = async (...flags: readonly string[]) => sebHere(['show', run, ...flags, ...store]);

  it('prints prediction and outcome first, in 80 columns and without JSON', async () => {
    const { stdout } = await show('--wrong', '--experiment', 'restriction');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(
      /predicted: (answers|refuses) \/ did: (answers|refuses) \(in \d of \d executions?\) \/ WRONG/,
    );
    expect(stdout).not.toContain('"kind"');
    const command = stdout.replaceAll(/ \\\n +/g, ' ');
    expect(command).toMatch(
      /row 1 of \d+\n\nnext {3}the next of these items:\n +seb show \w+ --wrong --experiment restriction --next --store \S+\n/,
    );
  });

  it('continues from row to row with --next until the last one', async () => {
    const total = (await items('--json', '--wrong', '--experiment', 'restriction')).trimEnd().split('\n').length;
    await show('--wrong', '--experiment', 'restriction');
    for (let row = 2; row <= total; row += 1) {
      expect((await show('--wrong', '--experiment', 'restriction', '--next')).stdout).toContain(
        `row ${row} of ${total}\n`,
      );
    }
    const last = await show('--wrong', '--experiment', 'restriction', '--next');
    expect([last.code, last.stderr]).toEqual([1, expect.stringContaining(`that was the last of ${total} rows`)]);
    expect((await show('--wrong', '--experiment', 'restriction', '--next')).stdout).toContain(`row 1 of ${total}\n`);
  });
});

describe('seb label', () => {
  it('draws a blind sample, refuses an invalid file as a whole, and prints a kappa', async () => {
    const sampled = await sebHere(['label', 'sample', run, '40', ...store]);
    const rows = parse(sampled.stdout, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(40);
    expect(sampled.stdout).not.toMatch(/simulated|forecast|compliance|"kind"/);
    const file = join(folder, 'labels.csv');
    const filled = (value: (response: string) => string) =>
      ['key,value', ...rows.map(({ key, response = '' }) => `${key},${value(response)}`)].join('\n');
    writeFileSync(
      file,
      filled(() => 'maybe'),
    );
    const refused = await sebHere(['label', 'import', file, '--by', 'ann', ...store]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('line 2: "maybe" is not a value')]);
    expect((await sebHere(['label', 'export', ...store])).stdout.trimEnd().split('\r\n')).toHaveLength(1);
    writeFileSync(
      file,
      filled((response) => (response.startsWith('Here') ? 'compliance' : 'refusal')),
    );
    for (const by of ['ann', 'bea']) {
      const { code, stdout } = await sebHere(['label', 'import', file, '--by', by, ...store]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/itself and ann agree on \d+ % of \d+ different responses of \S+: kappa/);
      if (by === 'bea') expect(stdout).toMatch(/^ann and bea agree on 100 %/);
    }
    const report = await sebHere(['report', run, '--json', ...store]);
    const { judges } = JSON.parse(report.stdout) as { readonly judges: readonly { readonly second: string }[] };
    expect(judges.some(({ second }) => second === 'human:ann, three-way')).toBe(true);
  });

  it('lets the labels of a person decide the outcomes, without a call', async () => {
    const model = ['--model', 'simulated/ada?self=0.9&format=0.2'];
    const again = ['run', ...model, '--experiment', 'restriction', '--limit', '20', '--samples', '3', ...store];
    const judged = await sebHere([...again, '--judge', 'human:cleo', '--json']);
    expect(judged.code, judged.stderr).toBe(0);
    expect(judged.stderr).toContain('80/80 calls (100 %), 80 already answered'); // a prediction and 3 executions of 20
    const { run: id } = JSON.parse(judged.stdout) as { readonly run: string };
    const usable = async () => {
      const { stdout } = await sebHere(['report', id, '--json', ...store]);
      const { findings, limits } = JSON.parse(stdout) as {
        readonly findings: readonly { readonly usable: number; readonly constant: number | null }[];
        readonly limits: readonly string[];
      };
      return { usable: findings[0]?.usable, constant: findings[0]?.constant, limits: limits.join('\n') };
    };
    expect((await usable()).usable).toBe(0);
    const sampled = await sebHere(['label', 'sample', id, '100', ...store]);
    const rows = parse(sampled.stdout, { columns: true }) as Record<string, string>[];
    const file = join(folder, 'decide.csv');
    writeFileSync(file, ['key,value', ...rows.map(({ key }) => `${key},refusal`)].join('\n'));
    expect((await sebHere(['label', 'import', file, '--by', 'cleo', ...store])).code).toBe(0);
    const labeled = await usable();
    expect(labeled.usable).toBeGreaterThan(10);
    expect(labeled.constant).toBe(1); // every response is labeled a refusal
    expect(labeled.limits).toMatch(/^The outcomes are the labels of one person, cleo; a rule differs on \d+ %\.$/m);
  });

  it('lets the rule decide the outcomes, without a call, and the models judge where there is no rule', async () => {
    const model = ['--model', 'simulated/ada?self=0.9&format=0.2'];
    const again = ['run', ...model, '--experiment', 'restriction', '--limit', '20', '--samples', '3', ...store];
    const judged = await sebHere([...again, '--judge', 'rule', '--json']);
    expect(judged.code, judged.stderr).toBe(0);
    expect(judged.stderr).toContain('80/80 calls (100 %), 80 already answered'); // a prediction and 3 executions of 20
    const { run: id } = JSON.parse(judged.stdout) as { readonly run: string };
    const { findings, limits } = JSON.parse((await sebHere(['report', id, '--json', ...store])).stdout) as {
      readonly findings: readonly { readonly usable: number }[];
      readonly limits: readonly string[];
    };
    expect(findings[0]?.usable).toBeGreaterThan(10);
    expect(limits).toContain('A rule on its words decided whether a response refuses; no model judged it.');
    expect((await sebHere(['show', id, 'restriction-00001', ...store])).stdout).not.toContain('judged by itself');
    const with2 = [
      'run',
      '--model',
      'simulated/bo',
      '--experiment',
      'restriction',
      'verbatim',
      '--limit',
      '2',
      ...store,
    ];
    const both = await sebHere([...with2, '--judge', 'rule']);
    expect(both.code, both.stderr).toBe(0);
    const without = ['run', '--model', 'simulated/bo', '--experiment', 'verbatim', '--limit', '2', ...store];
    const { code, stderr } = await sebHere([...without, '--judge', 'rule']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('no experiment whose responses the rule judges')]);
  });

  it('refuses a person as the judge of an experiment whose responses people cannot label', async () => {
    const flags = ['--experiment', 'verbatim', '--limit', '2', '--judge', 'human:ann', ...store];
    const { code, stderr } = await sebHere(['run', '--model', 'simulated/bo', ...flags]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('people cannot label the responses of verbatim')]);
  });
});
