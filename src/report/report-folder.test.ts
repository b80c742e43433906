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
import { manifestName, ReportFolder } from './report-folder.ts';

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

test('what an earlier report wrote and this one does not is gone; a stranger’s file stays', () => {
  report('report.html', 'figures/old.svg', 'inspect/old.eval');
  writeFileSync(join(path, 'figures', 'mine.svg'), 'mine');
  writeFileSync(join(path, 'notes.md'), 'mine');
  report('report.html', 'figures/new.svg');
  expect(present()).toEqual(['figures/mine.svg', 'figures/new.svg', manifestName, 'notes.md', 'report.html']);
  expect(readFileSync(join(path, manifestName), 'utf8')).toBe('report.html\nfigures/new.svg\n');
});

test('what an interrupted report left is gone after the next one', () => {
  report('report.html', 'figures/old.svg');
  new ReportFolder(path).write('inspect/half.eval', '');
  report('report.html');
  expect(present()).toEqual([manifestName, 'report.html']);
});

test('a list that was tampered with reaches nothing outside the folder', () => {
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
