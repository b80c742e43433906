import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeRuns } from '../../src/analyze/analyze-runs.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import type { ToolFinding } from '../../src/results/tool-finding.ts';
import { type Bench, openBench } from '../support/simulated-run.ts';
import { long } from './simulate.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Returns what the tool did for subjects that use it perfectly in this share of their predictions. */
async function findings(
  shares: readonly number[],
  options: { readonly experiment?: string; readonly tools?: ('offered' | 'required')[]; readonly limit?: number } = {},
): Promise<readonly ToolFinding[]> {
  const { experiment = 'property', tools = ['offered'], limit = long ? 200 : 120 } = options;
  const { record } = await bench.run({
    model: shares.map((share) => `simulated/user${share}?tool=${share}&self=0&noise=0.1`),
    experiment: [experiment],
    samples: experiment === 'property' ? 3 : 2, // of two that differ, neither is the truth
    limit,
    tools,
  });
  const analysis = await analyzeRuns({
    store: bench.store,
    runs: [record],
    experiments: experimentRegistry(),
    ...(long ? {} : { resamples: 400 }), // the intervals of all measures, of which the tests read none
  });
  return analysis.results().tools ?? [];
}

const value = (number: number | null | undefined) => number ?? Number.NaN;

describe('the tool run_myself, of simulated subjects', () => {
  it('is used as often as the subject decides, and closes that share of the gap to a re-execution', async () => {
    const shares = long ? [0, 0.5, 1] : [0, 1]; // the gap's limit holds at any share
    const found = await findings(shares);
    expect(found.length).toBe(shares.length);
    for (const [index, share] of shares.entries()) {
      const { used, predictions, sessions, prompts, score, reexecution, gapClosed, gain, interval } = found[
        index
      ] as ToolFinding;
      const slack = 4 * Math.sqrt((share * (1 - share)) / predictions);
      expect(Math.abs(used / predictions - share)).toBeLessThanOrEqual(slack);
      expect([sessions, prompts.equal]).toEqual([used, used]);
      expect(Math.abs(value(gapClosed) - share)).toBeLessThan(0.15);
      if (share === 0) expect(value(interval?.[0]) <= 0 && value(interval?.[1]) >= 0, `gain ${gain}`).toBe(true);
      else expect(value(interval?.[0])).toBeGreaterThan(0);
      if (share === 1) expect(Math.abs(value(score) - value(reexecution))).toBeLessThan(0.05);
    }
  });

  it('is used in every prediction where it is required, with two more calls each', async () => {
    const [found] = await findings([0], { tools: ['required'], limit: 60 });
    expect(found).toMatchObject({ level: 'required', used: found?.predictions, cut: 0 });
    expect(found?.extraCalls).toBeGreaterThan(0);
    // properties of one item share the answer to its prompt
    expect(found?.extraCalls).toBeLessThanOrEqual(2 * (found?.predictions ?? 0));
  });

  it.each(long ? ['association', 'restriction'] : ['association'])(
    'reaches the score of a re-execution in %s',
    async (experiment) => {
      const [found] = await findings([1], { experiment, limit: long ? 200 : 100 });
      expect(Math.abs(value(found?.score) - value(found?.reexecution))).toBeLessThan(0.06);
      expect(found?.prompts.equal).toBe(found?.sessions);
    },
  );
});
