import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeRun } from '../../../test/support/report-input.ts';
import { madeOutcomes } from '../../../test/support/report-outcomes.ts';
import type { LogSource } from './log.ts';
import { type LogSteps, LogThread, stepsHere } from './log-steps.ts';
import type { LogStep } from './log-writer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seb-log-steps-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const made = { models: ['é/one', 'other'], items: 60, samples: 2, seed: 1, losses: 0.2, probabilities: true };
const run = madeRun(made);
const source: LogSource = { runs: [run], datasets: [] };

/** Two logs, item by item, with texts of all lengths, also beyond one batch. */
function stepsInto(name: string): readonly LogStep[] {
  const steps: LogStep[] = made.models.map((model, log) => {
    const group = { run: run.id, experiment: 'difficulty', model, condition: 'paper', part: 0 };
    return { kind: 'open', log, group, path: pathOf(name, log) };
  });
  let number = 0;
  for (const { outcome, ...place } of madeOutcomes({ ...made, run: run.id })) {
    number += 1;
    const text = number % 3 === 0 ? null : `∀x\n"\u2028 ${'long '.repeat((number * 37) % 3_000)}`;
    const item = { place, outcomes: [outcome], text, calls: [] };
    steps.push({ kind: 'add', log: made.models.indexOf(place.model), item });
  }
  return [...steps, { kind: 'close', log: 0 }, { kind: 'finish', estimates: [] }];
}

function pathOf(name: string, log: number): string {
  return join(folder, `${name}-${log}.eval`);
}

async function written(steps: LogSteps, name: string): Promise<readonly Buffer[]> {
  try {
    for (const step of stepsInto(name)) {
      await steps.room();
      steps.take(step);
    }
    await steps.finish();
  } finally {
    steps.close();
  }
  return made.models.map((_, log) => readFileSync(pathOf(name, log)));
}

test('the thread writes the same bytes as are written here, and another reader unpacks them', async () => {
  const here = await written(stepsHere(source), 'here');
  const there = await written(new LogThread(source), 'there');
  expect(there.map((bytes, log) => bytes.equals(here[log] as Buffer))).toEqual([true, true]);
  for (const bytes of here) {
    const names = Object.keys(unzipSync(bytes));
    expect(names.length).toBeGreaterThan(100);
    expect(names).toEqual(expect.arrayContaining(['_journal/start.json', 'summaries.json', 'header.json']));
  }
});

test('a file that cannot be written is an error, not silence', async () => {
  const steps = new LogThread(source);
  const group = { run: run.id, experiment: 'difficulty', model: 'one', condition: 'paper', part: 0 };
  steps.take({ kind: 'open', log: 1, group, path: join(folder, 'no', 'such', 'folder.eval') });
  await expect(steps.finish()).rejects.toThrow(/ENOENT/);
  await expect(steps.room()).rejects.toThrow(/ENOENT/);
  steps.close();
});
