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

test('returns the same comparison from a thread', async () => {
  const task = taskOf(shipped);
  const thread = new CompareThread();
  thread.compare({ ...task, fields: serializeResponses(task.fields) ?? [] });
  try {
    const there = await thread.comparison();
    expect(there.matrices.length).toBeGreaterThan(3);
    expect(JSON.stringify(there)).toBe(JSON.stringify(await compareOnThisThread(task).comparison()));
  } finally {
    thread.close();
  }
});

test('compares a user’s own experiment in this thread, whatever its size', async () => {
  const own = new Map(shipped);
  for (const [name, experiment] of shipped) own.set(name, { ...experiment, description: 'my own' });
  const task = taskOf(own);
  expect(serializeResponses(task.fields)).toBeNull();
  const long = task.fields.map((field) => ({
    ...field,
    responses: Array.from({ length: 500 }, () => field.responses[0]!),
  }));
  expect(startComparison({ ...task, fields: long })).not.toBeInstanceOf(CompareThread);
});

test('starts a thread only for many scores', () => {
  const task = taskOf(shipped);
  const few = startComparison(task);
  expect(few).not.toBeInstanceOf(CompareThread);
  const long = task.fields.map((field) => ({
    ...field,
    responses: Array.from({ length: 500 }, () => field.responses[0]!),
  }));
  const many = startComparison({ ...task, fields: long });
  expect(many).toBeInstanceOf(CompareThread);
  many.close();
  const started = new CompareThread();
  expect(startComparison({ ...task, fields: long }, started)).toBe(started);
  started.close();
});

test('rejects when the comparison fails in the thread', async () => {
  const task = taskOf(shipped);
  const fields = (serializeResponses(task.fields) ?? []).map((field) => ({ ...field, experiment: 'no-such' }));
  const thread = new CompareThread();
  thread.compare({ ...task, fields });
  await expect(thread.comparison()).rejects.toThrow(/no-such/);
  thread.close();
});

test('rejects pending comparisons when it is closed', async () => {
  const task = taskOf(shipped);
  const thread = new CompareThread();
  thread.compare({ ...task, fields: serializeResponses(task.fields) ?? [] });
  thread.close();
  await expect(thread.comparison()).rejects.toThrow(/ended/);
});

test('reads the same numbers through a second column over the same memory', () => {
  const column = new NumberColumn();
  for (const index of [0, 3, 200]) column.set(index, index / 2);
  const again = new NumberColumn(column.values());
  expect([0, 1, 3, 200, 100_000].map((index) => again.at(index))).toEqual([0, NaN, 1.5, 100, NaN]);
});
