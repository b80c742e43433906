import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/simulated-run.ts';
import { chosenRuns } from '../answers/choose-runs.ts';
import { executeRun } from '../answers/execute-run.ts';
import { prepareRun } from '../answers/prepare/prepare.ts';
import { analyzeRuns } from './analyze-runs.ts';
import { summarizeRun } from './summarize-run.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe('summarizeRun', () => {
  it('gives the first measure of every experiment with the numbers of the whole analysis', async () => {
    const experiment = ['association', 'restriction', 'difficulty', 'verbatim', 'property'];
    const options = { model: ['simulated/a?self=0.4', 'simulated/b'], experiment, limit: 24, samples: 2 };
    const prepared = await prepareRun(options, {}, bench.store);
    const { store } = bench;
    const result = await executeRun(prepared, { store, stop: new AbortController().signal, onProgress: () => {} });
    const { scores } = await summarizeRun(result, prepared, store);
    const read = { store, runs: await chosenRuns(store, [result.run]), experiments: prepared.experiments, seed: 1 };
    const { estimates } = await analyzeRuns(read);
    expect(new Set(scores.map((score) => score.experiment))).toEqual(new Set(experiment));
    expect(scores.filter(({ interval }) => interval !== null).length).toBeGreaterThan(4);
    for (const score of scores) {
      const policy = prepared.experiments.get(score.experiment)?.publishedPolicy;
      const same = estimates.filter(
        (each) => each.experiment === score.experiment && each.model === score.model && each.policy === policy,
      );
      expect(same[0]).toMatchObject(score);
    }
  });
});
