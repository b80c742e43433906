import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeRun } from '../../../test/support/report-input.ts';
import { madeOutcomes } from '../../../test/support/report-outcomes.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { safeJson } from '../render/safe-json.ts';
import { type RowFiles, RowFilesThread, rowFilesHere } from './row-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-row-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const made = { models: ['é/one', 'other'], items: 60, samples: 2, seed: 1, losses: 0.2, probabilities: true };
const run = madeRun(made);
const slots = { forecast: { kind: 'predict' }, execute: { kind: 'behave' } } as const;
const sourceOf = (name: string) => ({ lines: join(folder, `${name}.jsonl`), runs: [run], datasets: [] });

/**
 * Writes two logs, item by item, with texts of all lengths, including longer ones than a batch; some rows are a
 * recording's other reading.
 */
function giveRows(files: RowFiles, name: string): void {
  for (const [log, model] of made.models.entries()) {
    const group = { run: run.id, experiment: 'difficulty', model, condition: 'paper', part: 0 };
    files.take({ kind: 'open', log, group, path: pathOf(name, log), slots });
  }
  let number = 0;
  for (const row of madeOutcomes({ ...made, run: run.id })) {
    number += 1;
    const both = number % 5 === 0 ? [row, { ...row, reader: 'recorded' as const }] : [row];
    for (const each of both) files.row(each, safeJson(each));
    const text = number % 3 === 0 ? null : `∀x\n"\u2028 ${'long '.repeat((number * 37) % 3_000)}`;
    files.take({ kind: 'add', log: made.models.indexOf(row.model), text, calls: [], scored: null, answers: [] });
  }
  files.take({ kind: 'close', log: 0 });
  files.take({ kind: 'finish', found: { estimates: [], findings: [] } });
}

function pathOf(name: string, log: number): string {
  return join(folder, `${name}-${log}.eval`);
}

interface Written {
  readonly lines: Buffer;
  readonly logs: readonly Buffer[];
}

async function written(files: RowFiles, name: string): Promise<Written> {
  try {
    giveRows(files, name);
    await files.room();
    await files.finish();
  } finally {
    files.close();
  }
  return {
    lines: readFileSync(sourceOf(name).lines),
    logs: made.models.map((_, log) => readFileSync(pathOf(name, log))),
  };
}

test('writes the same bytes from a thread, which another reader unpacks', async () => {
  const here = await written(rowFilesHere(sourceOf('here')), 'here');
  const there = await written(new RowFilesThread(sourceOf('there')), 'there');
  expect(there.lines.equals(here.lines)).toBe(true);
  expect(there.logs.map((bytes, log) => bytes.equals(here.logs[log] as Buffer))).toEqual([true, true]);
  for (const bytes of here.logs) {
    const names = Object.keys(unzipSync(bytes));
    expect(names.length).toBeGreaterThan(100);
    expect(names).toEqual(expect.arrayContaining(['_journal/start.json', 'summaries.json', 'header.json']));
  }
});

test('writes every row as a line, and no sample for a recording’s other reading', async () => {
  const { lines, logs } = await written(new RowFilesThread(sourceOf('rows')), 'rows');
  const rows = lines
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OutcomeRow); // as it was given
  const items = [...madeOutcomes({ ...made, run: run.id })];
  expect(rows).toHaveLength(items.length + Math.floor(items.length / 5));
  expect(rows.filter(({ reader }) => reader !== 'recorded')).toEqual(JSON.parse(JSON.stringify(items)));
  const counted = logs.map((bytes) => {
    const header = JSON.parse(Buffer.from(unzipSync(bytes)['header.json'] ?? []).toString());
    return header.results.total_samples as number; // of our own writing
  });
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(made.samples * items.length);
});

test('rejects when a file cannot be written', async () => {
  const files = new RowFilesThread(sourceOf('none'));
  const group = { run: run.id, experiment: 'difficulty', model: 'one', condition: 'paper', part: 0 };
  files.take({ kind: 'open', log: 1, group, path: join(folder, 'no', 'such', 'folder.eval'), slots });
  await expect(files.finish()).rejects.toThrow(/ENOENT/);
  await expect(files.room()).rejects.toThrow(/ENOENT/);
  files.close();
  const unopened = new RowFilesThread({ ...sourceOf('none'), lines: join(folder, 'no', 'such', 'lines.jsonl') });
  await expect(unopened.finish()).rejects.toThrow(/ENOENT/);
  unopened.close();
});

test('releases waiting callers when it is closed', async () => {
  const files = new RowFilesThread(sourceOf('let-go'));
  const finished = files.finish();
  files.close();
  await expect(finished).rejects.toThrow(/ended/);
});
