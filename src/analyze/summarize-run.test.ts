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
  it('has the scores, words and constants that the screen of the run shows, of every kind of prediction', async () => {
    const experiment = ['association', 'restriction', 'difficulty', 'verbatim', 'property', 'know', 'repeat', 'cost'];
    const options = { model: ['simulated/a?self=0.4', 'simulated/b'], experiment, limit: 24, samples: 2 };
    const prepared = await prepareRun(options, {}, bench.store);
    const { store } = bench;
    const result = await executeRun(prepared, { store, stop: new AbortController().signal, onProgress: () => {} });
    const { scores } = await summarizeRun(result, prepared, store);
    const read = { store, runs: await chosenRuns(store, [result.run]), experiments: prepared.experiments };
    const { findings } = (await analyzeRuns(read)).results();
    expect(new Set(scores.map((score) => score.experiment))).toEqual(new Set(experiment));
    expect(scores.filter(({ interval }) => interval !== null).length).toBeGreaterThan(4);
    expect(scores).toEqual(
      findings.map(({ experiment: name, model, condition, measure, fit, score, chance, constant }) => ({
        ...{ experiment: name, model, condition, measure, fit, chance, constant },
        ...{ value: score.value, interval: score.interval, n: score.n },
      })),
    );
  });
});
