import { expect, test } from 'vitest';
import { analyzed } from '../../../test/support/analyzed.ts';
import type { Observed } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { Outcome, OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import type { RankingOutcome } from '../../outcome-kinds/ranking-terms.ts';
import { seededRandom } from '../../util/random.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

function binary(prediction: boolean, ...executions: readonly boolean[]): Outcome {
  const outcome = { kind: 'binary', unit: '', probability: null, label: null } as const;
  return { ...outcome, prediction: present(prediction), executions: executions.map(present) };
}

function ranking(samples: number): Outcome {
  return {
    kind: 'ranking',
    units: ['A', 'B'],
    prediction: present(['A', 'B']),
    predictionTokens: 10,
    executions: Array.from({ length: samples }, () => [5, 9].map((tokens) => ({ correct: present(true), tokens }))),
    label: null,
  };
}

/** Generates four items of each experiment: one association in four holds, three predictions in four are right. */
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
  const { estimates } = await analyzed(rows(samples, experiments), { experiments: experimentRegistry() });
  return estimates.find(({ measure, policy }) => measure === 'self_execution_score' && policy === 'parsed');
}

test('reports the mean of three accuracies with the means of their base rates and re-executions', async () => {
  expect(await score(2)).toMatchObject({
    value: (0.75 + 0.75 + 1) / 3,
    baseRate: (0.75 + 0.5 + 0.5) / 3,
    reexecution: 1,
    clusters: 12,
  });
});

test('gives a reason for the absent re-execution with one execution', async () => {
  const found = await score(1);
  expect(found).toMatchObject({ baseRate: (0.75 + 0.5 + 0.5) / 3, reexecution: null });
  expect(found?.absent?.reexecution).toMatch(/needs two executions/);
});

test('has no interval for four groups per experiment, although twelve were drawn', async () => {
  expect(await score(2)).toMatchObject({ interval: null, method: 'no interval: fewer than 6 groups' });
});

test('has no score for two experiments', async () => {
  expect(await score(2, ['association', 'restriction'])).toBeUndefined();
});

/** Generates 300 items of each experiment, each right with the item's own probability. */
async function* manyRows(): AsyncGenerator<OutcomeRow> {
  const random = seededRandom('self-execution interval');
  for (const [experiment, right] of Object.entries({ association: 0.8, restriction: 0.6, difficulty: 0.7 })) {
    for (let item = 0; item < 300; item += 1) {
      const isRight = random() < right;
      const order: Outcome = {
        ...(ranking(1) as RankingOutcome),
        prediction: present(isRight ? ['A', 'B'] : ['B', 'A']),
      };
      const outcome = experiment === 'difficulty' ? order : binary(isRight, true);
      const place = { run: 'r', experiment, model: 'a', condition: 'c', item: `i${item}`, cluster: `i${item}` };
      yield { ...place, reader: 'both', outcome };
    }
  }
}

test('has the interval of a mean of three independent shares: sqrt of the sum of p (1 - p) / n, over 3', async () => {
  const { estimates } = await analyzed(manyRows(), { experiments: experimentRegistry() });
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
