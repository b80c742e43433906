import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';

const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('logPaths', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seb-paths-'));
  const store = ['--store', join(folder, 's.sqlite')];
  const seb = (...words: readonly string[]) => sebHere(words, { folder });

  beforeAll(async () => {
    for (const name of ['first', 'second'])
      await seb(
        'run',
        '--experiment',
        'restriction',
        '--model',
        `simulated/ada?self=0.${name.length}`,
        '--limit',
        '40',
        '--name',
        name,
        ...store,
      );
    for (const name of ['first', 'latest', 'logs']) {
      mkdirSync(join(folder, name, 'below'), { recursive: true });
      const rows = Array.from({ length: 24 }, (_, item) => `of-${name},q${item},${item % 2}`);
      writeFileSync(join(folder, name, 'below', 'answers.csv'), ['model,item_id,correct', ...rows].join('\n'));
    }
  });

  it.each([
    [['report', 'first'], 'first'],
    [['report', 'latest'], 'latest'],
    [['compare', 'first', 'second'], 'first'],
    [['data', 'check', 'first'], 'first'],
  ])('reads the run where a name is that of a run and of a folder: %j', async (words, name) => {
    const { stdout, stderr, code } = await seb(...words, ...store);
    expect({ code, isOfRun: !stdout.includes(`of-${name}`) }).toEqual({ code: 0, isOfRun: true });
    expect(flat(stderr)).toContain(
      `note: ${name} is a run and a folder: the run is read; for the folder, write ./${name}`,
    );
  });

  it.each([
    ['a path of the folder', ['report', './first', ...store], 'of-first'],
    ['a name with a slash', ['report', 'first/', ...store], 'of-first'],
    ['a folder that is not a run', ['report', 'logs', ...store], 'of-logs'],
    ['a folder without a store', ['report', 'first', '--store', 'none.sqlite'], 'of-first'],
    ['a flag of logs', ['report', 'first', '--columns', 'item=item_id', ...store], 'of-first'],
    ['a log beside the name', ['compare', 'first', 'logs/below/answers.csv', ...store], 'of-first'],
  ])('reads the folder: %s', async (_, words, shown) => {
    const { stdout, stderr, code } = await seb(...words);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining(shown) });
    expect(stderr).not.toContain('is a run and a folder');
  });

  it.each([
    [['compare', './first', 'second'], './first is a folder and second is not'],
    [['compare', 'logs', 'second'], 'logs is a folder and second is not'],
    [['compare', 'logs/below/answers.csv', 'second'], 'answers.csv is a file and second is not'],
  ])('says what each of logs and runs is: %j', async (words, message) => {
    const { stderr, code } = await seb(...words, ...store);
    expect({ code, stderr: flat(stderr) }).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
