import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { sampleLog } from '../support/logs.ts';
import { newFolder, newStore } from '../support/refusal.ts';

/** Returns a folder with two logs of Inspect, and files that are none beside them. */
function folderOfLogs(): string {
  const folder = newFolder();
  for (const name of ['alpha-large', 'beta-small'])
    copyFileSync(sampleLog(`inspect/times_${name}.eval`), join(folder, `${name}.eval`));
  writeFileSync(join(folder, 'notes.csv'), 'who,what\nme,that\n');
  writeFileSync(join(folder, 'logs.json'), '{"a.eval": {"status": "success"}}');
  writeFileSync(join(folder, 'README.md'), 'two logs\n');
  return folder;
}

describe('a folder in place of files', () => {
  const folder = folderOfLogs();
  const listed = ['alpha-large', 'beta-small'].map((name) => join(folder, `${name}.eval`));
  const json = async (...args: readonly string[]) => {
    const { stdout, stderr, code } = await sebHere([...args, '--json']);
    if (stdout === '') throw new Error(stderr);
    return { code, json: JSON.parse(stdout.trim().split('\n')[0] ?? '') };
  };
  const withoutNext = ({ json: { next: _, ...printed }, code }: Awaited<ReturnType<typeof json>>) => ({
    printed,
    code,
  });

  it.each([['report'], ['compare'], ['data check']])(
    '%s reads the logs in it, in the order of their names',
    async (name) => {
      const command = name.split(' ');
      const ofFolder = withoutNext(await json(...command, folder));
      expect(ofFolder).toEqual(withoutNext(await json(...command, ...listed)));
      expect(ofFolder.code).toBe(0);
    },
  );

  it.each([['report'], ['compare'], ['data check']])(
    '%s reads the logs in folders below it, named without a path',
    async (name) => {
      const above = newFolder();
      cpSync(folder, join(above, 'logs', 'deep', 'er'), { recursive: true });
      writeFileSync(join(above, 'logs', 'README.md'), 'logs of two models\n');
      const start = process.cwd();
      process.chdir(above);
      try {
        const { json: printed, code } = await json(...name.split(' '), 'logs');
        expect(code).toBe(0);
        expect(JSON.stringify(printed)).toContain('alpha-large');
      } finally {
        process.chdir(start);
      }
    },
  );

  it('import reads the logs in it', async () => {
    const { json: runs } = await json('import', folder, '--store', newStore());
    expect(runs.length).toBeGreaterThan(1);
  });

  it('reads tables of answers where it has no log of a tool', async () => {
    const tables = newFolder();
    const rows = (every: number) => Array.from({ length: 30 }, (_, item) => `q${item},${Number(item % every > 0)}`);
    for (const [name, every] of [
      ['b', 2],
      ['a', 3],
    ] as const)
      writeFileSync(join(tables, `${name}.csv`), ['item_id,is_correct', ...rows(every)].join('\n'));
    const { json: compared } = await json('compare', tables);
    expect(compared.differences.map(({ a, b }: Record<string, string>) => [a, b])).toEqual([['a', 'b']]);
  });

  const empty = newFolder();
  mkdirSync(join(empty, 'below'));
  it.each([
    ['report', [empty], /has neither a log of .* nor a table of answers/],
    ['compare', [empty], /has neither a log of .* nor a table of answers/],
    ['compare with a file', [empty, listed[0] ?? ''], /has neither a log of .* nor a table of answers/],
    ['worth --pass a', [empty], /has neither a log of .* nor a table of answers/],
    ['data check', [empty], /has neither a log of .* nor a table of answers/],
    ['import', [empty], /has neither a log of .* nor a table of answers/],
    ['study import', [empty], /table|run/],
    ['study import', [folder], /table|run/],
    ['study import', [folder, listed[0] ?? ''], /a study is two tables, answers and predictions, or folders of runs/],
    ['data check --study', [folder], /table|run/],
  ])('%s of a folder without what it reads has a message in words', async (name, paths, message) => {
    const store = name === 'data check' || name === 'data check --study' ? [] : ['--store', newStore()];
    const { code, stderr } = await sebHere([...name.replace(' with a file', '').split(' '), ...paths, ...store]);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/EISDIR|at \w+ \(/);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
  });
});

describe('seb data check of a Parquet file', () => {
  it('takes a null inside a struct for an absent field', async () => {
    const file = join(newFolder(), 'nested-null.parquet');
    const names = ['A', 'B', 'C', 'D'];
    const question = (group: number, n: number) => ({
      ...{ id: `g${group}-${n}`, subject: null, question: `What is ${group} plus ${n}?`, options: names, key: 'A' },
    });
    const groups = [1, 2, 3].map((group) => [1, 2, 3, 4].map((n) => question(group, n)));
    const columnData = [
      { name: 'id', data: groups.map((_, index) => `g${index}`), type: 'STRING' as const },
      { name: 'questions', data: groups, type: 'JSON' as const },
    ];
    writeFileSync(file, Buffer.from(parquetWriteBuffer({ columnData })));
    const { stderr, stdout } = await sebHere(['data', 'check', file, '--experiment', 'difficulty']);
    expect(`${stdout}${stderr}`).not.toContain('subject: must be a text');
    expect(stdout).toContain('3 items for difficulty');
  });
});
