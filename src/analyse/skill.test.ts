import { expect, test } from 'vitest';
import { experimentRegistry } from '../experiments/registry.ts';
import type { Outcome, OutcomeRow, Part } from '../score/outcome.ts';
import { analyse } from './analyse.ts';

const present = <T>(value: T): Part<T> => ({ kind: 'present', value, step: 'strict' });

/** A request whose forecast is right about its first execution. */
function request(...executions: readonly boolean[]): Outcome {
  const [first = true] = executions;
  const outcome = { kind: 'binary', unit: '', forecast: present(first), probability: null, label: null } as const;
  return { ...outcome, executions: executions.map(present) };
}

/** A group of two questions that are the same to solve each time. */
const ranking: Outcome = {
  kind: 'ranking',
  units: ['A', 'B'],
  forecast: present(['A', 'B']),
  forecastTokens: 10,
  executions: [0, 1].map(() => [5, 9].map((tokens) => ({ correct: present(true), tokens }))),
  label: null,
};

async function headline(experiment: string, outcomes: readonly Outcome[]) {
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const [item, outcome] of outcomes.entries()) {
      const place = { run: 'r', experiment, model: 'a', condition: 'c', item: `i${item}`, cluster: `i${item}` };
      yield { ...place, reader: 'both', outcome };
    }
  }
  const [estimate] = (await analyse(rows(), { experiments: experimentRegistry(), seed: 1 })).filter(
    ({ policy }) => policy === 'parsed',
  );
  if (estimate === undefined) throw new Error('a headline');
  return estimate;
}

const many = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome);

test('no skill where the ceiling lies above the base rate by chance: it would be of any size', async () => {
  const outcomes = [
    ...many(22, request(true, true)),
    ...many(3, request(false, false)),
    ...many(4, request(true, false)),
    ...many(1, request(false, true)),
  ];
  const { base_rate, ceiling, normalised_skill, absent } = await headline('restriction', outcomes);
  expect((ceiling ?? 0) - (base_rate ?? 1)).toBeCloseTo(0.833_333 - 0.816_667, 5);
  expect(normalised_skill).toBeNull();
  expect(absent?.normalised_skill).toBe('the ceiling is not clearly above the base rate');
});

test('a skill where it clearly does', async () => {
  const outcomes = [...many(15, request(true, true)), ...many(12, request(false, false)), request(true, false)];
  const { value, base_rate, ceiling, normalised_skill } = await headline('restriction', outcomes);
  const [score, base, top] = [value ?? 0, base_rate ?? 0, ceiling ?? 0];
  expect(normalised_skill).toBeCloseTo((score - base) / (top - base), 12);
});

test('a skill where executions never differ: the ceiling is sure', async () => {
  expect(await headline('difficulty', many(12, ranking))).toMatchObject({ ceiling: 1, normalised_skill: 1 });
});
