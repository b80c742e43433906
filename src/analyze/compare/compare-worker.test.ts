import { expect, test } from 'vitest';
import { madeRun } from '../../../test/support/report-input.ts';
import { madeOutcomes } from '../../../test/support/report-outcomes.ts';
import { type Experiments, experimentRegistry } from '../../experiments/registry.ts';
import { Analyzer } from '../analyze.ts';
import { dataOfRuns } from '../data-of-runs.ts';
import { NumberColumn } from './column.ts';
import { type CompareTask, CompareThread, compareOnThisThread, startComparison } from './compare-worker.ts';
import { serializeResponses } from './serialize-responses.ts';

const shipped = experimentRegistry();
const made = { models: ['é/one', 'two', 'three'], items: 60, samples: 2, seed: 1, losses: 0.2, probabilities: true };
const runs = [madeRun(made)];

function taskOf(experiments: Experiments): CompareTask {
  const analyzer = new Analyzer({ experiments, seed: 1, dataOf: dataOfRuns(runs) });
  for (const row of madeOutcomes({ ...made, run: runs[0]?.id ?? '' })) analyzer.add(row);
  return { fields: analyzer.fields(), seed: 1, runs };
}

test('the thread finds what is found here', async () => {
  const task = taskOf(shipped);
  const thread = new CompareThread({ ...task, fields: serializeResponses(task.fields) ?? [] });
  try {
    const there = await thread.comparison();
    expect(there.matrices.length).toBeGreaterThan(3);
    expect(JSON.stringify(there)).toBe(JSON.stringify(await compareOnThisThread(task).comparison()));
  } finally {
    thread.close();
  }
});

test('an experiment of the user’s own is compared in this thread, however large', async () => {
  const own = new Map(shipped);
  for (const [name, experiment] of shipped) own.set(name, { ...experiment, description: 'my own' });
  const task = taskOf(own);
  expect(serializeResponses(task.fields)).toBeNull();
  const long = task.fields.map((field) => ({ ...field, doings: Array.from({ length: 500 }, () => field.doings[0]!) }));
  expect(startComparison({ ...task, fields: long })).not.toBeInstanceOf(CompareThread);
});

test('many scores are worth a thread, and few are not', () => {
  const task = taskOf(shipped);
  const few = startComparison(task);
  expect(few).not.toBeInstanceOf(CompareThread);
  const long = task.fields.map((field) => ({ ...field, doings: Array.from({ length: 500 }, () => field.doings[0]!) }));
  const many = startComparison({ ...task, fields: long });
  expect(many).toBeInstanceOf(CompareThread);
  many.close();
});

test('a comparison that fails in the thread is an error, not silence', async () => {
  const task = taskOf(shipped);
  const fields = (serializeResponses(task.fields) ?? []).map((field) => ({ ...field, experiment: 'no-such' }));
  const thread = new CompareThread({ ...task, fields });
  await expect(thread.comparison()).rejects.toThrow(/no-such/);
  thread.close();
});

test('a thread that was let go of keeps nobody waiting', async () => {
  const task = taskOf(shipped);
  const thread = new CompareThread({ ...task, fields: serializeResponses(task.fields) ?? [] });
  thread.close();
  await expect(thread.comparison()).rejects.toThrow(/ended/);
});

test('a column reads the same numbers in another column over them', () => {
  const column = new NumberColumn();
  for (const index of [0, 3, 200]) column.set(index, index / 2);
  const again = new NumberColumn(column.values());
  expect([0, 1, 3, 200, 100_000].map((index) => again.at(index))).toEqual([0, NaN, 1.5, 100, NaN]);
});
