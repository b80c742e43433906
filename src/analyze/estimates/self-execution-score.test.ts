import { expect, test } from 'vitest';
import type { Observed, Outcome, OutcomeRow, RankingOutcome } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { seededRandom } from '../../util/random.ts';
import { analyze } from '../analyze.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

function binary(forecast: boolean, ...executions: readonly boolean[]): Outcome {
  const outcome = { kind: 'binary', unit: '', probability: null, label: null } as const;
  return { ...outcome, forecast: present(forecast), executions: executions.map(present) };
}

function ranking(samples: number): Outcome {
  return {
    kind: 'ranking',
    units: ['A', 'B'],
    forecast: present(['A', 'B']),
    forecastTokens: 10,
    executions: Array.from({ length: samples }, () => [5, 9].map((tokens) => ({ correct: present(true), tokens }))),
    label: null,
  };
}

/** Four items of each experiment: one association in four is there, three forecasts in four are right. */
async function* rows(samples: number, experiments: readonly string[]): AsyncGenerator<OutcomeRow> {
  for (const experiment of experiments) {
    for (let item = 0; item < 4; item += 1) {
      const holds = experiment === 'association' ? item === 0 : item < 2;
      const does = Array.from({ length: samples }, () => holds);
      const outcome = experiment === 'difficulty' ? ranking(samples) : binary(item === 3 ? !holds : holds, ...does);
      const place = { run: 'r', experiment, model: 'a', condition: 'c', item: `i${item}`, cluster: `i${item}` };
      yield { ...place, reader: 'both', outcome };
    }
  }
}

async function score(samples: number, experiments = ['association', 'restriction', 'difficulty']) {
  const estimates = await analyze(rows(samples, experiments), { experiments: experimentRegistry(), seed: 1 });
  return estimates.find(({ measure, policy }) => measure === 'self_execution_score' && policy === 'parsed');
}

test('the mean of three accuracies stands beside the means of their base rates and of their ceilings', async () => {
  expect(await score(2)).toMatchObject({
    value: (0.75 + 0.75 + 1) / 3,
    base_rate: (0.75 + 0.5 + 0.5) / 3,
    reexecution: 1,
    clusters: 12,
  });
});

test('without a re-execution there is no re-execution, and a reason', async () => {
  const found = await score(1);
  expect(found).toMatchObject({ base_rate: (0.75 + 0.5 + 0.5) / 3, reexecution: null });
  expect(found?.absent?.reexecution).toMatch(/needs two executions/);
  expect(found?.absent?.skill).toMatch(/different base rates/);
});

test('four groups of an experiment are too few for an interval, though twelve were drawn', async () => {
  expect(await score(2)).toMatchObject({ interval: null, method: 'no interval: fewer than 6 groups' });
});

test('two experiments make no score', async () => {
  expect(await score(2, ['association', 'restriction'])).toBeUndefined();
});

/** 300 items of each experiment, each right by chance with its own probability. */
async function* manyRows(): AsyncGenerator<OutcomeRow> {
  const random = seededRandom('self-execution interval');
  for (const [experiment, right] of Object.entries({ association: 0.8, restriction: 0.6, difficulty: 0.7 })) {
    for (let item = 0; item < 300; item += 1) {
      const isRight = random() < right;
      const order: Outcome = {
        ...(ranking(1) as RankingOutcome),
        forecast: present(isRight ? ['A', 'B'] : ['B', 'A']),
      };
      const outcome = experiment === 'difficulty' ? order : binary(isRight, true);
      const place = { run: 'r', experiment, model: 'a', condition: 'c', item: `i${item}`, cluster: `i${item}` };
      yield { ...place, reader: 'both', outcome };
    }
  }
}

test('the interval is that of the mean of three independent shares: sqrt of the sum of p (1 - p) / n, over 3', async () => {
  const estimates = await analyze(manyRows(), { experiments: experimentRegistry(), seed: 1 });
  const parsed = estimates.filter(({ policy }) => policy === 'parsed');
  const shares = ['association', 'restriction', 'difficulty'].map(
    (experiment) => parsed.find((each) => each.experiment === experiment && /accuracy$/.test(each.measure))?.value ?? 0,
  );
  const found = parsed.find(({ measure }) => measure === 'self_execution_score');
  const variance = shares.reduce((sum, value) => sum + (value * (1 - value)) / 300, 0);
  const [low, high] = found?.interval ?? [0, 0];
  expect((low + high) / 2).toBeCloseTo(shares.reduce((sum, value) => sum + value, 0) / 3, 2);
  expect((high - low) / ((2 * 1.96 * Math.sqrt(variance)) / 3)).toBeGreaterThan(0.95);
  expect((high - low) / ((2 * 1.96 * Math.sqrt(variance)) / 3)).toBeLessThan(1.05);
});
