import { expect, it, vi } from 'vitest';
import { openBench } from '../../test/support/simulated-run.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { analysisOf, readRuns } from './analyze-runs.ts';

it('computes results once, however many surfaces show them', async () => {
  const bench = await openBench();
  const { record } = await bench.run({
    model: ['simulated/one'],
    experiment: ['restriction'],
    limit: 6,
    control: 'answer-shown',
  });
  const read = { store: bench.store, runs: [record], experiments: experimentRegistry(), seed: 1 };
  const gathered = await readRuns(read);
  await bench.close();
  const finish = vi.spyOn(gathered.control, 'finish');
  const analysis = analysisOf(gathered, read);
  expect(analysis.results()).toBe(analysis.results());
  expect(analysis.results().controls?.length).toBe(1);
  expect(finish).toHaveBeenCalledTimes(1);
});
