import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { newFolder, newStore } from '../../../../test/support/refusal.ts';
import { writeStudyTables } from '../../../../test/support/study/study-tables.ts';

const folder = join(newFolder(), 'two tables');
mkdirSync(folder);
const study = { strings: 60, trainings: [1, 1], spread: 0, accuracy: [0.7, 0.5] } as const;
const [answers, predictions] = writeStudyTables(folder, study, 1);
const imported = (...args: readonly string[]) => sebHere(['study', 'import', ...args, '--store', newStore()]);
const inWords = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('seb study import', () => {
  it('prints the files that were given in the next step, quoted where they need it', async () => {
    const { stdout, code } = await imported(answers, predictions);
    expect(code).toBe(0);
    expect(inWords(stdout.replaceAll(/\\\n\s*/g, ''))).toContain(`study import '${answers}' '${predictions}'`);
    expect(stdout).not.toMatch(/\b(?:ANSWERS|PREDICTIONS)\b/);
  });

  it('prints its result as JSON, with the checks and the command of the next step', async () => {
    const { stdout, code } = await imported(answers, predictions, '--json');
    const printed = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(printed).toMatchObject({ findings: [{ verdict: 'not measured' }], checks: [], study: expect.any(String) });
    expect(JSON.stringify(printed.next)).toContain(`study import '${answers}' '${predictions}'`);
  });

  it('names in a later report what to import again, without paths that may not be there', async () => {
    const store = newStore();
    await sebHere(['study', 'import', answers, predictions, '--store', store]);
    const { stdout } = await sebHere(['study', 'report', '--store', store]);
    expect(inWords(stdout)).toContain(
      'import answers-1.csv and predictions-1.csv again with three trainings of each arm (column `seed` of predictions-1.csv)',
    );
    expect(stdout).not.toMatch(/\b(?:ANSWERS|PREDICTIONS)\b/);
  });

  const missing = join(folder, 'missing.csv');
  const empty = join(folder, 'empty.csv');
  writeFileSync(empty, '');
  it.each([
    ['a folder and a file', [folder, predictions], `${folder} is a folder and ${predictions} is not`],
    ['a file and a folder', [answers, folder], `${folder} is a folder and ${answers} is not`],
    [
      'a folder between files',
      [answers, folder, predictions],
      `${folder} is a folder and ${answers}, ${predictions} is not`,
    ],
    ['one table', [answers], '1 table given'],
    ['three tables', [answers, predictions, answers], '3 tables given'],
    ['tables with --models', [answers, predictions, '--models', answers], '--models is about folders'],
    ['a file that is missing', [answers, missing], `file not found: ${missing}`],
    ['a folder without runs', [folder], 'holds no run of a study'],
    ['a table in place of the folder', [answers, '--models', answers], `${answers} is not one`],
    ['an empty file', [answers, empty], empty],
  ])('says of %s what was given', async (_, args, message) => {
    const { stderr, code } = await imported(...args);
    expect(code).toBe(1);
    expect(inWords(stderr)).toContain(message);
    expect(stderr).not.toMatch(/EISDIR|ENOENT|at \w+ \(/);
    if (message.includes('is a folder and') && args.length === 2)
      expect(inWords(stderr)).toContain(`study import '${folder}' --models '${args.find((arg) => arg !== folder)}'`);
  });

  it('reads paths that are relative, and prints them as they were given', async () => {
    const given = [answers, predictions].map((file) => relative(process.cwd(), file));
    const { stdout } = await imported(...given, '--json');
    expect(JSON.stringify(JSON.parse(stdout).next)).toContain(given[0]);
    expect(dirname(given[0] ?? '')).not.toBe(folder);
  });
});
