import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainWriting, manifestName, ReportFolder } from './report-folder.ts';

let root: string;
let path: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'seb-folder-'));
  path = join(root, 'report');
});
afterEach(() => rmSync(root, { recursive: true }));

function report(...files: readonly string[]): void {
  const folder = new ReportFolder(path);
  for (const file of files) folder.write(file, file);
  folder.finish();
}

const present = () =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();

test('removes files that only an earlier report wrote, and keeps foreign files', () => {
  report('report.html', 'figures/old.svg', 'inspect/old.eval');
  writeFileSync(join(path, 'figures', 'mine.svg'), 'mine');
  writeFileSync(join(path, 'notes.md'), 'mine');
  report('report.html', 'figures/new.svg');
  expect(present()).toEqual(['figures/mine.svg', 'figures/new.svg', manifestName, 'notes.md', 'report.html']);
  expect(readFileSync(join(path, manifestName), 'utf8')).toBe('report.html\nfigures/new.svg\n');
});

test('removes the files of an interrupted report', () => {
  report('report.html', 'figures/old.svg');
  new ReportFolder(path).write('inspect/half.eval', '');
  report('report.html');
  expect(present()).toEqual([manifestName, 'report.html']);
});

test('removes nothing outside the folder when the list was tampered with', () => {
  report('report.html');
  mkdirSync(join(root, 'other'));
  const outside = join(root, 'other', 'precious');
  writeFileSync(outside, 'precious');
  symlinkSync(join(root, 'other'), join(path, 'linked'));
  symlinkSync(outside, join(path, 'link'));
  const lines = ['../other/precious', outside, 'linked/precious', 'link', '.', '', 'figures/../../other/precious'];
  writeFileSync(join(path, manifestName), lines.join('\n'));
  report('report.html');
  expect(readFileSync(outside, 'utf8')).toBe('precious');
  expect(existsSync(join(path, 'link'))).toBe(true);
});

test('does not write through links or into pipes in its folder', () => {
  const victim = join(root, 'victim');
  writeFileSync(victim, 'mine');
  mkdirSync(path);
  for (const name of ['report.html', manifestName]) {
    symlinkSync(victim, join(path, name));
    expect(() => report('report.html')).toThrow(expect.objectContaining({ code: 'report-link' }));
    rmSync(join(path, name));
  }
  execFileSync('mkfifo', [join(path, 'report.html')]);
  expect(() => report('report.html')).toThrow('not a regular file');
  rmSync(join(path, 'report.html'));
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(path, 'figures'));
  expect(() => report('figures/x.svg')).toThrow(expect.objectContaining({ code: 'report-link' }));
  expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
  expect(readFileSync(victim, 'utf8')).toBe('mine');
});

test('explains a full disk, and passes on any other error unchanged', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(explainWriting(full, 'out')).toMatchObject({
    code: 'report-folder',
    message: expect.stringContaining('full'),
  });
  const defect = new TypeError('x');
  expect(explainWriting(defect, 'out')).toBe(defect);
});
