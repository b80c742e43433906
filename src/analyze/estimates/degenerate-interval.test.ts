import { describe, expect, it, test } from 'vitest';
import { paperCondition } from '../../domain/condition.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { BinaryOutcome, Observed, OutcomeRow, RankingOutcome } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { outcomeKinds } from '../../measures/outcome-kinds.ts';
import { conditionName } from '../../run/plan/item-task.ts';
import { seededRandom } from '../../util/random.ts';
import { analyze } from '../analyze.ts';

const experiments = experimentRegistry();
const present = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

/** Creates the option words of one cue from pairs of prediction and outcome. */
const words = (pairs: readonly (readonly [forecast: boolean, outcome: boolean])[]): readonly BinaryOutcome[] =>
  pairs.map(([prediction, outcome], unit) => ({
    kind: 'binary',
    unit: `${unit}`,
    prediction: present(prediction),
    probability: null,
    executions: [present(outcome)],
    label: null,
  }));

async function estimatesOf(experiment: string, groups: readonly (readonly OutcomeRow['outcome'][])[]) {
  async function* rows(): AsyncGenerator<OutcomeRow> {
    for (const [group, outcomes] of groups.entries()) {
      const place = { run: 'r', experiment, model: 'm', condition: conditionName(paperCondition) };
      for (const outcome of outcomes) {
        yield { ...place, item: `i${group}`, cluster: `i${group}`, reader: 'both', outcome };
      }
    }
  }
  const estimates = await analyze(rows(), { experiments, seed: 1 });
  return (measure: string): Estimate => {
    const found = estimates.find((estimate) => estimate.measure === measure && estimate.policy === 'parsed');
    if (found === undefined) throw new Error(`no ${measure}`);
    return found;
  };
}

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);
/** Lower bound of n in n: n / (n + z²), z² = 3.841459. */
const lowest = (groups: number) => groups / (groups + 3.841459);

describe('intervals of groups without variation', () => {
  it('count each group as one trial, whatever its size', async () => {
    const found = await estimatesOf(
      'association',
      times(
        10,
        words([
          [true, true],
          [false, false],
          [false, false],
        ]),
      ),
    );
    expect(found('accuracy')).toMatchObject({ value: 1, n: 30, clusters: 10 });
    expect(found('accuracy').interval?.[0]).toBeCloseTo(lowest(10), 6);
    expect(found('accuracy').interval?.[1]).toBe(1);
    expect(found('accuracy').method).toBe('Wilson interval over clusters (no variation between clusters)');
    expect(found('accuracy').absent?.interval).toBeUndefined();
    for (const measure of ['mcc', 'balanced_accuracy', 'f1', 'always_false_accuracy', 'majority_accuracy']) {
      expect(found(measure).interval, measure).toBeNull();
      expect(found(measure).absent?.interval, measure).toBe(
        'no interval: all groups have the same value, or the value is undefined in over 5 % of bootstrap draws',
      );
    }
  });

  it('count only groups that the measure uses: for recall, those with outcome "yes"', async () => {
    const held = words([
      [true, true],
      [true, false],
    ]);
    const not = words([[true, false]]);
    const found = await estimatesOf('association', [...times(7, held), ...times(20, not)]);
    expect(found('recall')).toMatchObject({ value: 1, clusters: 27 });
    expect(found('recall').interval?.[0]).toBeCloseTo(lowest(7), 6);
    expect(found('positive_rate').interval?.[0]).toBeCloseTo(lowest(27), 6);
    expect(found('accuracy').method).toMatch(/bootstrap/);
    const few = await estimatesOf('association', [...times(5, held), ...times(20, not)]);
    expect(few('recall')).toMatchObject({ value: 1, interval: null });
  });

  it('with nothing right have 0 as the lower end', async () => {
    const found = await estimatesOf('restriction', times(8, words([[true, false]])));
    expect(found('accuracy').interval?.[0]).toBe(0);
    expect(found('accuracy').interval?.[1]).toBeCloseTo(1 - lowest(8), 6);
  });

  it('do not exist where all groups are at one half, nor below six groups', async () => {
    const halfway = words([
      [true, true],
      [true, false],
    ]);
    expect((await estimatesOf('association', times(9, halfway)))('accuracy').interval).toBeNull();
    const five = (await estimatesOf('association', times(5, words([[true, true]]))))('accuracy');
    expect(five).toMatchObject({ value: 1, interval: null, method: 'no interval: fewer than 6 groups' });
  });

  it('exist for orders too, but not for tokens', async () => {
    const solve = (tokens: number) => ({ correct: present(true), tokens });
    const ranking: RankingOutcome = {
      kind: 'ranking',
      units: ['a', 'b', 'c', 'd'],
      prediction: present(['a', 'b', 'c', 'd']),
      predictionTokens: 30,
      executions: [[solve(5), solve(6), solve(7), solve(8)]],
      label: null,
    };
    const found = await estimatesOf('difficulty', times(12, [ranking]));
    expect(found('order_accuracy').interval?.[0]).toBeCloseTo(lowest(12), 6);
    expect(found('tokens_mean')).toMatchObject({ value: 6.5, interval: null });
    expect(found('tokens_sd_share').interval).toBeNull();
  });
});

const means = [...experiments.values()].flatMap(({ measures }) =>
  measures.filter(({ meanOver }) => meanOver !== undefined).map((measure) => [measure.name, measure] as const),
);

test.each(means)('%s weights groups by its declared n in sums', (_, { kind, value, meanOver }) => {
  const random = seededRandom('mean over', kind);
  const draw = () => outcomeKinds[kind].columns.map(() => 1 + Math.floor(5 * random())); // every group has weight
  for (let round = 0; round < 50; round += 1) {
    const [a, b] = [draw(), draw()];
    const weights = [meanOver?.(a) ?? 0, meanOver?.(b) ?? 0] as const;
    const together = value(a.map((sum, index) => sum + (b[index] ?? 0)));
    const sum = weights[0] * (value(a) ?? Number.NaN) + weights[1] * (value(b) ?? Number.NaN);
    expect(together).toBeCloseTo(sum / (weights[0] + weights[1]), 10);
  }
});
