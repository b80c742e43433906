import { expect, it } from 'vitest';
import { openBench } from '../../test/support/simulated-run.ts';
import { experimentRegistry } from '../experiments/registry.ts';
import { analyzeRuns } from './analyze-runs.ts';

it('a comparison and a report have one score of a model: differences of one are those of the other', async () => {
  const bench = await openBench();
  const { record } = await bench.run({
    model: ['simulated/ann?self=1&format=0', 'simulated/bob?self=0&format=0'],
    experiment: [
      'association',
      'restriction',
      'difficulty',
      'know',
      'property',
      'cost',
      'delegate',
      'repeat',
      'recognize',
    ],
    limit: 24,
    samples: 2,
  });
  const analysis = await analyzeRuns({ store: bench.store, runs: [record], experiments: experimentRegistry() });
  await bench.close();
  const { findings } = analysis.results();
  const scoreOf = (experiment: string, model: string) =>
    findings.find((each) => each.experiment === experiment && each.model === model);
  const compared = analysis.comparison().differences.flatMap(({ experiment, models: [a, b], quantity, measure }) => {
    const [own, other] = [scoreOf(experiment, a), scoreOf(experiment, b)];
    if (own?.score?.value == null || other?.score?.value == null || quantity?.value == null) return [];
    return [{ experiment, measure, value: quantity.value, report: own.score.value - other.score.value }];
  });
  expect(compared.map(({ experiment }) => experiment)).toEqual(
    expect.arrayContaining(['know', 'restriction', 'property']),
  );
  for (const { experiment, value, report } of compared) expect(value, experiment).toBeCloseTo(report, 12);
  expect(compared.find(({ experiment }) => experiment === 'know')?.measure).toBe('probability_score');
});
