import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-json.ts';
import {
  type Comparison,
  type DifferingItem,
  printedComparisonSchema,
  printedSelfCheckSchema,
} from '../../src/results/comparison.ts';
import { pointsText } from '../../src/util/numbers.ts';
import { seededRandom } from '../../src/util/random.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder, newStore } from '../support/refusal.ts';

const folder = newFolder();

/** Writes a table of answers: of each model the share that is right, and no answer to every 20th item. */
function table(name: string, models: Readonly<Record<string, number>>): string {
  const lines = Object.entries(models).flatMap(([model, share]) => {
    const random = seededRandom('one comparison', model, share);
    return Array.from({ length: 100 }, (_, item) => {
      const outcome = item % 20 === 7 ? '' : Number(random() < share);
      return `${model},q${item},question ${item},${outcome}`;
    });
  });
  const file = join(folder, name);
  writeFileSync(file, `model,item_id,question,is_correct\n${lines.join('\n')}\n`);
  return file;
}

/** Imports tables, and returns the ids of their runs with the flag of their store. */
async function imported(...files: readonly string[]) {
  const store = ['--store', newStore()];
  const { stdout } = await sebHere(['import', ...files, ...store, '--json']);
  const ids: readonly string[] = JSON.parse(stdout).map(({ run }: { readonly run: string }) => run);
  return { ids, store };
}

const gate = ['--fail-if-lower', '0.05'];
const compare = async (...args: readonly string[]) => {
  const { stdout, stderr, code } = await sebHere(['compare', ...args]);
  return { stdout, stderr: stderr.replaceAll(/\s+/g, ' '), code };
};

describe('seb compare of logs and of the runs that are imported from them', async () => {
  const files = [table('new.csv', { m: 0.5 }), table('base.csv', { m: 0.9 })];
  const { ids, store } = await imported(...files);
  const right = ['--score', 'right'];

  it('prints one shape of differences, of missing answers and of a gate', async () => {
    const printed = [
      await compare(...files, ...gate, '--json'),
      await compare(...ids, ...store, ...right, ...gate, '--json'),
    ];
    const [ofLogs, ofRuns] = printed.map(({ stdout }) => {
      const json: unknown = JSON.parse(stdout);
      const parsed = printedComparisonSchema.parse(json);
      expect(parsed).toEqual(json); // nothing that the schema does not name
      return parsed;
    });
    if (ofLogs === undefined || ofRuns === undefined) throw new Error('printed');
    const [log, run] = [ofLogs.differences[0], ofRuns.differences[0]];
    expect(run).toMatchObject({ measure: 'right', asked: 100, items: 95, groups: 100, alone: { a: 0, b: 0 } });
    const names = { a: '', b: '', models: [], runs: [], condition: '' };
    expect({ ...log, ...names, otherTexts: undefined, answered: null }).toEqual({ ...run, ...names, answered: null });
    expect({ ...ofLogs.gate?.checks[0], ...names }).toEqual({ ...ofRuns.gate?.checks[0], ...names });
    const counts = (each: typeof ofLogs) => each.missing.map(({ side: _, ...more }) => more);
    expect(counts(ofRuns)).toEqual(counts(ofLogs));
    expect(ofRuns.missing.map(({ side }) => side)).toEqual([run?.a, run?.b]);
    expect([ofLogs.logs?.score, ofRuns.logs]).toEqual(['right', undefined]);
  });

  it('lists the same items on which the sides differ, with their texts', async () => {
    const itemsOf = async (...args: readonly string[]) => {
      const { stdout } = await compare(...args, '--items', '--json');
      const items: readonly DifferingItem[] = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return items.map(({ item, text, a, b }) => ({ item, text, scores: [a.score, b.score] }));
    };
    const ofLogs = await itemsOf(...files);
    expect(ofLogs.length).toBeGreaterThan(20);
    expect(ofLogs[0]?.text).toMatch(/^question \d+$/);
    expect(await itemsOf(...ids, ...store, ...right)).toEqual(ofLogs);
    const { stdout } = await compare(...ids, ...store, ...right, '--items');
    expect(stdout).toMatch(/^q\d+ m \(run [0-9a-f]{12}\): wrong, m \(run [0-9a-f]{12}\): right q/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${ofLogs.length} items on which the sides differ`);
  });

  it('prints one shape of a self-check', async () => {
    for (const args of [files, [...ids, ...store, ...right]]) {
      const { stdout } = await compare(...args, '--self-check', ...gate, '--json');
      const json: unknown = JSON.parse(stdout);
      const { selfCheck } = printedSelfCheckSchema.parse(json);
      expect({ selfCheck }).toEqual(json);
      expect(selfCheck).toMatchObject({ failed: 1, measured: 2, directions: [{ checks: [{}] }, { checks: [{}] }] });
    }
  });
});

describe('sides with unequal items', () => {
  const gated = ['--score', 'right', ...gate, '--json'];

  it('are compared on the items that both have, of runs as of logs', async () => {
    const whole = table('whole.csv', { m: 0.9 });
    const rows = readFileSync(table('changed.csv', { m: 0.5 }), 'utf8')
      .trimEnd()
      .split('\n');
    const part = join(folder, 'part.csv');
    const changed = (row: string) => row.replace(',question 12,', ',another question,');
    writeFileSync(
      part,
      `${rows
        .filter((_, line) => line < 1 || line > 6)
        .map(changed)
        .join('\n')}\n`,
    );
    const { ids, store } = await imported(part, whole);
    const printed = [await compare(part, whole, ...gate, '--json'), await compare(...ids, ...store, ...gated)];
    const [ofLogs, ofRuns] = printed.map(({ stdout, code }) => ({
      code,
      ...printedComparisonSchema.parse(JSON.parse(stdout)),
    }));
    if (ofLogs === undefined || ofRuns === undefined) throw new Error('printed');
    const [log, run] = [ofLogs.differences[0], ofRuns.differences[0]];
    expect(log).toMatchObject({ asked: 93, alone: { a: 0, b: 6 }, otherTexts: 1 });
    expect(run).toMatchObject({ asked: 93, alone: { a: 1, b: 7 } }); // a changed item is another one
    const said = ({ word, p, quantity, missing }: NonNullable<typeof log>) => ({ word, p, quantity, missing });
    expect(said(run as NonNullable<typeof run>)).toEqual(said(log as NonNullable<typeof log>));
    const checked = ({ gate: found }: typeof ofLogs) =>
      found?.checks.map(({ word, p, quantity, reason }) => ({ word, p, quantity, reason }));
    expect(checked(ofRuns)).toEqual(checked(ofLogs));
    expect(checked(ofLogs)?.[0]?.reason).toContain('% of the 100 units of the baseline, less than 90 %');
    expect([ofLogs.code, ofRuns.code]).toEqual([2, 2]);
  });

  it('have in every report the difference that compare has, of logs and of their runs', async () => {
    const [all, none] = [table('late.csv', { n: 0.5 }), table('early.csv', { m: 0.9 })].map((file, index) => {
      const rows = readFileSync(file, 'utf8').trimEnd().split('\n');
      // each lacks items of the other; of the second, some have no text
      const kept = rows.filter((_, line) => line === 0 || (index === 0 ? line > 2 : line <= 98));
      writeFileSync(
        file,
        `${kept.map((row, at) => (index === 1 && at > 80 ? row.replace(/question \d+/, '') : row)).join('\n')}\n`,
      );
      return file;
    }) as [string, string];
    const { ids, store } = await imported(all, none);
    const said = ({ differences: [found] }: Pick<Comparison, 'differences'>) =>
      found && { ...found, models: [], runs: [], a: '', b: '', condition: '', otherTexts: 0 };
    const ofLogs = said(JSON.parse((await compare(all, none, '--json')).stdout));
    expect(ofLogs).toMatchObject({ word: 'lower', asked: 100, alone: { a: 0, b: 0 } }); // from 95 % on, absent rows are missing
    expect(ofLogs?.missing).toMatchObject({ units: 9 }); // 4 are absent, 5 have no outcome
    for (const args of [
      [all, none],
      [...ids, ...store],
    ]) {
      const report = async (...more: readonly string[]) => (await sebHere(['report', ...args, ...more])).stdout;
      const { comparison } = reportSchema.parse(JSON.parse(await report('--json')));
      const [difference] = comparison?.differences ?? [];
      expect(comparison && said(comparison)).toEqual(ofLogs);
      const size = pointsText(difference?.quantity.value ?? 0);
      const out = join(newFolder(), 'page');
      await report('--out', out);
      const files = ['comparison.json', 'report.md', 'report.html'].map((name) =>
        readFileSync(join(out, name), 'utf8'),
      );
      expect(said(JSON.parse(files[0] ?? ''))).toEqual(ofLogs);
      for (const text of [await report('--table', 'differences'), await report('--markdown'), ...files.slice(1)])
        expect(text).toContain(size);
      expect(await report('--list')).toMatch(/^differences +Paired differences$/m);
    }
  });

  it('name what no side goes with in the report of logs, as in compare of their runs', async () => {
    const [first, second, third] = ['p', 'q', 'r'].map((name) => table(`${name}.csv`, { [name]: 0.6 })) as [
      string,
      string,
      string,
    ];
    const rows = readFileSync(third, 'utf8').trimEnd().split('\n');
    writeFileSync(third, `${rows.slice(0, 71).join('\n')}\n`);
    const { ids, store } = await imported(first, second, third);
    const limit =
      'scored: not compared, because every two of a comparison need 80 % of their items in common, with equal texts: recorded/r (70 items)';
    const limitsIn = async (...args: readonly string[]) => JSON.parse((await sebHere(args)).stdout);
    expect((await limitsIn('report', first, second, third, '--json')).comparison.limits).toContain(limit);
    expect((await limitsIn('compare', ...ids, ...store, '--json')).limits).toContain(limit);
    const logs = await limitsIn('compare', first, second, third, '--json');
    expect(logs.limits).toContain(limit.replace('scored', 'right').replace('recorded/', ''));
    expect(logs.differences).toHaveLength(1);
  });

  it('are one row of what is said beside other models', async () => {
    const random = seededRandom('seven models');
    const files = Array.from({ length: 7 }, (_, model) => {
      const lines = Array.from({ length: 108 }, (_item, item) => {
        const isRight = random() < 0.6;
        return `maker${model}/m${model},q${item},question ${item},${Number(isRight)},${(isRight ? 0.7 : 0.3) + 0.2 * random()}`;
      });
      const file = join(folder, `seven-${model}.csv`);
      writeFileSync(
        file,
        `model,item_id,question,is_correct,confidence\n${lines.slice(model === 6 ? 5 : 0).join('\n')}\n`,
      );
      return file;
    });
    const { findings, comparison } = reportSchema.parse(
      JSON.parse((await sebHere(['report', ...files, '--json'])).stdout),
    );
    expect(findings.map(({ rungs }) => rungs.beyondOthers.kind)).toEqual(files.map(() => 'tested'));
    expect(comparison?.tasks[0]?.byModel).toHaveLength(7);
  });

  it('have one worth, of logs and of their runs', async () => {
    const [keep, pass] = ['keep', 'pass'].map((name, index) => {
      const random = seededRandom('worth of unequal items', name);
      const lines = Array.from({ length: 200 }, (_, item) => {
        const isRight = random() < (index === 0 ? 0.5 : 0.8);
        return `${name},q${item},question ${item},${Number(isRight)},${((isRight ? 0.5 : 0.2) + 0.4 * random()).toFixed(3)}`;
      });
      const file = join(folder, `${name}-worth.csv`);
      writeFileSync(file, `model,item_id,question,is_correct,confidence\n${lines.slice(5 * index).join('\n')}\n`);
      return file;
    }) as [string, string];
    const { ids, store } = await imported(keep, pass);
    const worthOf = async (...args: readonly string[]) => {
      const { stdout, stderr } = await sebHere(['worth', ...args, '--json']);
      if (stdout === '') throw new Error(stderr);
      const { items, missing, rightOfKeep, rightOfPass, signals } = JSON.parse(stdout.replaceAll('recorded/', ''));
      return { items, missing, rightOfKeep, rightOfPass, signals };
    };
    const ofLogs = await worthOf(keep, pass, '--keep', 'keep', '--pass', 'pass');
    expect(ofLogs).toMatchObject({ items: 200, missing: 5 });
    const named = ['--keep', 'recorded/keep', '--pass', 'recorded/pass'];
    expect(await worthOf(...ids, ...store, ...named)).toEqual(ofLogs);
  });

  it('are two runs with other limits, down to 80 % of the items', async () => {
    const store = ['--store', newStore()];
    const run = async (name: string, limit: string) => {
      const how = ['--experiment', 'know', '--limit', limit, '--repeat-as', name, '--name', name];
      await sebHere(['run', '--model', 'simulated/a?self=1', ...how, ...store]);
    };
    await run('n60', '60');
    await run('n54', '54');
    await run('n40', '40');
    const near = await compare('n54', 'n60', ...store, ...gate, '--json');
    const { differences, gate: checked } = printedComparisonSchema.parse(JSON.parse(near.stdout));
    expect(differences).toMatchObject([{ asked: 54, alone: { a: 0, b: 6 } }]);
    expect(checked?.checks).toMatchObject([{ gate: { passes: true }, usable: [54, 60] }]);
    const far = await compare('n40', 'n60', ...store, ...gate);
    expect([far.code, far.stderr]).toEqual([2, expect.stringContaining('40 items, 60 in the baseline')]);
  });
});

describe('a gate on models of two names', async () => {
  const [now, before, both] = [
    table('renamed.csv', { v2: 0.5 }),
    table('before.csv', { v1: 0.9 }),
    table('both.csv', { v1: 0.9, v2: 0.5 }),
  ];

  it('checks the only model of each side, of logs and of runs', async () => {
    const { ids, store } = await imported(now, before);
    const ofLogs = await compare(now, before, ...gate);
    const ofRuns = await compare(...ids, ...store, '--score', 'right', ...gate);
    expect([ofLogs.code, ofRuns.code]).toEqual([3, 3]);
    expect(ofLogs.stderr).toMatch(/FAILED \(lower by more than 5\.0 points\): right: v2 against v1 −/);
    expect(ofRuns.stderr).toMatch(/FAILED \(lower by more than 5\.0 points\): .*: recorded\/v2 against recorded\/v1 −/);
    expect(ofRuns.stderr).not.toContain('not compared: only');
  });

  const open = 'a gate checks a new side against its baseline, and';
  it.each([
    [
      'of several models on each side',
      [table('v3-v4.csv', { v3: 0.5, v4: 0.5 }), both],
      /v3-v4\.csv and both\.csv have no model in common/,
    ],
    ['of one log with several models', [both], /both\.csv does not say which of its models is new/],
  ])('asks for both names, of logs: %s', async (_, files, reason) => {
    const { code, stderr } = await compare(...files, ...gate);
    expect([code, stderr]).toEqual([2, expect.stringContaining(open)]);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/name both, the new one first: `--model \S+ \S+` if \S+ is new/);
  });

  it('refuses three logs', async () => {
    const { code, stderr } = await compare(now, before, table('third.csv', { v0: 0.9 }), ...gate);
    expect([code, stderr]).toEqual([2, expect.stringContaining('a gate compares two logs, and there are 3')]);
  });

  it('checks two models of one run by name, the new one first, and asks for their names', async () => {
    const store = ['--store', newStore()];
    const models = ['simulated/sharp?self=1', 'simulated/blunt?self=0'];
    await sebHere(['run', '--model', ...models, '--experiment', 'know', '--limit', '60', ...store]);
    const unnamed = await compare('latest', ...store, ...gate);
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining(open)]);
    expect(unnamed.stderr).toMatch(/run [0-9a-f]{12} does not say which of its models is new/);
    const [sharp = '', blunt = ''] = models;
    const better = await compare('latest', ...store, ...gate, '--model', sharp, blunt);
    expect([better.code, better.stderr]).toEqual([0, expect.stringContaining(`${sharp} against ${blunt} +`)]);
    const worse = await compare('latest', ...store, '--fail-unless-within', '0.1', '--model', blunt, sharp);
    expect([worse.code, worse.stderr]).toEqual([3, expect.stringContaining(`${blunt} against ${sharp} −`)]);
    expect(worse.stderr).toContain(
      `gate: new ${blunt}, baseline ${sharp}; a check passes only where it is shown that the new side is not worse by 10.0 points or more`,
    );
  });

  it('checks two runs of other models by name, the new one first', async () => {
    const store = ['--store', newStore()];
    const run = async (name: string, ...models: readonly string[]) =>
      await sebHere(['run', '--model', ...models, '--experiment', 'know', '--limit', '60', '--name', name, ...store]);
    await run('old', 'simulated/a?self=1', 'simulated/b?self=1');
    await run('new', 'simulated/c?self=0', 'simulated/d?self=0');
    const unnamed = await compare('new', 'old', ...store, ...gate);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      expect.stringMatching(/run \S+ and run \S+ have no model in common/),
    ]);
    const named = await compare('new', 'old', ...store, ...gate, '--model', 'simulated/c?self=0', 'simulated/a?self=1');
    expect([named.code, named.stderr]).toEqual([
      0,
      expect.stringContaining('simulated/c?self=0 against simulated/a?self=1 −'),
    ]);
  });
});
