import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { csvCell } from '../../src/report/render/csv.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder } from '../support/refusal.ts';

/** Commands that need a person at a browser. */
const withPerson = ['seb view'];

/** Returns the command lines of docs/people.md, in order. */
function commandsOfPage(): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL('../../docs/people.md', import.meta.url)), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, block = '']) => block.trim().split('\n')).filter((line) => !withPerson.includes(line));
}

/** Fills in a sheet as a person does in a spreadsheet: the first option of each choice, a text elsewhere. */
function fillIn(file: string): void {
  const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), { columns: true });
  const filled = rows.map((row) => {
    const [option = ''] = row.options?.split(' / ') ?? [];
    return { ...row, answer: option === '' ? (row.field === 'probability' ? '70' : 'B') : option };
  });
  const cells = [Object.keys(filled[0] ?? {}), ...filled.map((row) => Object.values(row))];
  writeFileSync(file, cells.map((row) => `${row.map(csvCell).join(',')}\r\n`).join(''));
}

it('runs every command of docs/people.md in order, offline, up to the results', { timeout: 300_000 }, async () => {
  const folder = newFolder();
  const lines = commandsOfPage();
  const verbs = lines.map((line) => line.split(' ').slice(0, 3).join(' '));
  for (const verb of [
    'seb people new',
    'seb people sheet',
    'seb people import',
    'seb report twins',
    'seb compare twins',
  ]) {
    expect(verbs).toContain(verb);
  }
  const printed = new Map<string, string>();
  for (const line of lines) {
    if (line.startsWith('seb people import')) fillIn(join(folder, 'sheets', 'sheet.csv'));
    const { code, stdout, stderr } = await sebHere(line.split(' ').slice(1), { folder });
    expect(code, `${line}\n${stdout}\n${stderr}`).toBe(0);
    printed.set(line, stdout.replace(/\s+/g, ' '));
  }
  expect(printed.get('seb report twins')).toContain('Can cy predict dee?');
  expect(printed.get('seb report twins')).toContain('This is knowledge of another person, not self-knowledge.');
  expect(printed.get('seb compare twins models')).toContain('No person and model share enough items for a test.');
  const { stdout } = await sebHere(['people', 'status'], { folder });
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /association \(4 items\); pair; finished cy: 4 of 4 predictions; done; agreed on/,
  );
});
