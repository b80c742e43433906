import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/simulated-run.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import type { Store } from '../store/store.ts';
import { writeReportFiles } from './write-report-files.ts';

let bench: Bench;
const folder = mkdtempSync(join(tmpdir(), 'seb-report-files-'));
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

/** Returns the store with all data marked as redistributable. */
function passedOn(store: Store): Store {
  const dataset: Store['dataset'] = async (sha256) => {
    const found = await store.dataset(sha256);
    return found === null ? null : { ...found, redistributable: true };
  };
  const answers: Store['answers'] = (keys) => store.answers(keys);
  const failures: Store['failures'] = (keys) => store.failures(keys);
  const runs: Store['runs'] = () => store.runs();
  return { ...store, dataset, answers, failures, runs, clearCache: () => {}, labels: async () => [] };
}

/** Returns the inputs of the samples of an Inspect log. */
function textOf(file: string): string {
  const members = Object.entries(unzipSync(readFileSync(file)));
  const samples = members.filter(([name]) => name.startsWith('samples/')).map(([, bytes]) => strFromU8(bytes));
  return samples.map((sample) => JSON.stringify(JSON.parse(sample).input)).join();
}

it('shows the item of the run, even if another run has a different item with the same id', async () => {
  const runs = [];
  for (const [model, prompt] of [
    ['simulated/one', 'Explain why bread rises.'],
    ['simulated/other', 'Explain how tides work.'],
  ] as const) {
    const options = { model: [model], experiment: ['restriction'] };
    const item = { id: 'first', prompt, label: 'safe' };
    runs.push((await bench.run(options, { restriction: [item] })).record);
  }
  const store = passedOn(bench.store);
  await writeReportFiles({ store, runs, experiments: experimentRegistry() }, { folder });
  const logs = readdirSync(join(folder, 'inspect')).map((name) => textOf(join(folder, 'inspect', name)));
  expect(logs.map((log) => [/bread/.test(log), /tides/.test(log)])).toEqual([
    [true, false],
    [false, true],
  ]);
});
