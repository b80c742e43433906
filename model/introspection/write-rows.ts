/** Writes the rows of both models for training and for tests.
 *
 *   node model/introspection/write-rows.ts --work model/work/introspection
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { subjectNames } from '../corpus/subject.ts';
import type { Execution } from './execute.ts';
import { capped, executionRows, type Row, rowsOf, scrambled, trainingRows } from './rows.ts';

/** Strings of one task that are trained on, at most. */
const defaultCap = '1000';

/** Returns what the scrambled arms are trained on: form and base rates need a quarter of the strings. */
function quarter(rows: readonly Row[]): Row[] {
  return capped(rows, (strings) => Math.ceil(strings / 4));
}

const { values } = parseArgs({
  options: {
    work: { type: 'string', default: 'model/work/introspection' },
    cap: { type: 'string', default: defaultCap },
  },
});

function read(name: string): Execution[] {
  const lines = readFileSync(join(values.work, `executions-${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Execution); // written by execute.ts
}

function write(name: string, rows: readonly Row[]): void {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(values.work, `rows-${name}.jsonl`), text);
  console.log(`rows-${name}.jsonl: ${rows.length} rows, sha256 ${createHash('sha256').update(text).digest('hex')}`);
}

for (const name of subjectNames) {
  const all = read(name);
  const train = all.filter(({ item }) => item.split === 'train');
  const rows = trainingRows(train, Number(values.cap));
  const items = train.map(({ item }) => item);
  write(name, rows);
  write(
    `${name}-first-word`,
    rows.filter(({ property }) => property === 'first-entry'),
  );
  write(`${name}-scrambled`, scrambled(quarter(rows), items, name));
  write(`${name}-executions`, executionRows(train, Number(values.cap)));
  write(`${name}-test`, rowsOf(all.filter(({ item }) => item.split === 'test')));
}
