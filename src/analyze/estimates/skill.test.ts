import { describe, expect, it } from 'vitest';
import type { Observed, Outcome, OutcomeRow } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { analyze } from '../analyze.ts';

const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

/** Creates a request whose prediction is right about its first execution. */
function request(...executions: readonly boolean[]): Outcome {
  const [first = true] = executions;
  const outcome = { kind: 'binary', unit: '', prediction: present(first), probability: null, label: null } as const;
  return { ...outcome, executions: executions.map(present) };
}

/** Creates a group of two questions with the same results in every execution; the first is the easier one if `isFirst`. */
function ranking(isFirst: boolean): Outcome {
  const tokens = isFirst ? [5, 9] : [9, 5];
  return {
    kind: 'ranking',
    units: ['A', 'B'],
    prediction: present(isFirst ? ['A', 'B'] : ['B', 'A']),
    predictionTokens: 10,
    executions: [0, 1].map(() => tokens.map((count) => ({ correct: present(true), tokens: count }))),
    label: null,
  };
}

async function headline(experiment: string, outcomes: readonly Outcome[]) {
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const [item, outcome] of outcomes.entries()) {
      const place = { run: 'r', experiment, model: 'a', condition: 'c', item: `i${item}`, cluster: `i${item}` };
      yield { ...place, reader: 'both', outcome };
    }
  }
  const [estimate] = (await analyze(rows(), { experiments: experimentRegistry() })).filter(
    ({ policy }) => policy === 'parsed',
  );
  if (estimate === undefined) throw new Error('a headline');
  return estimate;
}

const many = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome);

describe('skill', () => {
  it('is null where the optimum is not distinguishable from the base rate', async () => {
    const outcomes = [
      ...many(22, request(true, true)),
      ...many(3, request(false, false)),
      ...many(4, request(true, false)),
      ...many(1, request(false, true)),
    ];
    const { optimum, skill, skillInterval, absent } = await headline('restriction', outcomes);
    expect(optimum?.[0]).toBeCloseTo(25 / 30, 12); // one of two executions as the prediction of the other
    expect(optimum?.[1]).toBeCloseTo((25 + 5 / 2) / 30, 12);
    expect([skill, skillInterval]).toEqual([null, null]);
    expect(absent?.skill).toBe('the best possible prediction is not clearly above the base rate');
  });

  it('divides by the lead of the best possible prediction, not of a re-execution', async () => {
    const outcomes = [...many(15, request(true, true)), ...many(12, request(false, false)), request(true, false)];
    const { value, baseRate, optimum, skill, skillUpper } = await headline('restriction', outcomes);
    const [score, base, [down, up]] = [value ?? 0, baseRate ?? 0, optimum ?? [0, 0]];
    expect([down, up]).toEqual([expect.closeTo(27 / 28, 12), expect.closeTo(27.5 / 28, 12)]);
    expect(skill).toBeCloseTo((score - base) / (up - base), 12);
    expect(skill).toBeCloseTo(1, 12); // right wherever a prediction can be
    expect(skillUpper).toBeCloseTo((score - base) / (down - base), 12);
  });

  it('is 1 for a perfect order of questions that no constant order gets right', async () => {
    const groups = Array.from({ length: 24 }, (_, group) => ranking(group % 2 === 0));
    const found = await headline('difficulty', groups);
    expect(found).toMatchObject({ measure: 'concordance', value: 1, reexecution: 1, optimum: [1, 1] });
    expect(found.skill).toBeCloseTo(1, 9);
    expect(found.baseRate).toBeLessThan(0.55);
  });

  it('is null for a constant order, however often it is right', async () => {
    const found = await headline('difficulty', many(24, ranking(true)));
    expect(found).toMatchObject({ value: 1, baseRate: expect.closeTo(1, 9), skill: null });
  });

  it('is null for the reverse of the data set’s order too: the base rate is the best of all constant orders', async () => {
    const found = await headline('difficulty', many(24, ranking(false)));
    expect(found).toMatchObject({ value: 1, baseRate: expect.closeTo(1, 9), skill: null });
  });
});
