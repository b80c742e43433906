import { describe, expect, it } from 'vitest';
import type { Observed, OutcomeRow } from '../../domain/outcome.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { logistic } from '../../stats/basic/logistic.ts';
import { seededRandom } from '../../util/random.ts';
import { ResponseMatrices } from '../compare/response-matrix.ts';
import { SharedDifficulties } from './beyond-shared.ts';

const observed = <T>(value: T): Observed<T> => ({ kind: 'present', value, step: 'strict' });

interface World {
  readonly models: number;
  /** How much the first model's behavior depends on something that only it knows, and predicts. */
  readonly own?: number;
  /** How much the first two models share that the others do not. */
  readonly family?: number;
}

/** Returns rows of models that all know the difficulty of the items. */
function rows(experiment: 'restriction' | 'difficulty', { models, own = 0, family = 0 }: World): OutcomeRow[] {
  const random = seededRandom('beyond', experiment, models);
  const between = () => 4 * random() - 2;
  const place = { run: 'r', experiment, condition: 'plain', reader: 'both' } as const;
  return Array.from({ length: 150 }, (_, item) => {
    const questions = Array.from(
      { length: experiment === 'difficulty' ? 4 : 1 },
      () => [between(), between()] as const,
    );
    return Array.from({ length: models }, (_, model): OutcomeRow => {
      const levels = questions.map(
        ([shared, ofFamily]) => shared + (model < 2 ? family * ofFamily : 0) + (model === 0 ? own * between() : 0),
      );
      const about = { ...place, model: `m${model}`, item: `i${item}`, cluster: `i${item}` };
      const draw = () => levels.map((level) => level + between());
      if (experiment === 'restriction') {
        const answer = () => observed(random() < logistic(2 * (levels[0] as number)));
        const none = { unit: '', probability: null, label: null } as const;
        return { ...about, outcome: { kind: 'binary', prediction: answer(), executions: [answer()], ...none } };
      }
      const names = ['A', 'B', 'C', 'D'];
      const said = draw();
      const order = [...names.keys()].sort((one, other) => (said[one] as number) - (said[other] as number));
      const solved = draw().map((level) => ({ correct: observed(true), tokens: Math.round(1000 + 100 * level) }));
      const prediction = observed(order.map((question) => names[question] as string));
      const none = { predictionTokens: null, label: null } as const;
      return { ...about, outcome: { kind: 'ranking', units: names, prediction, executions: [solved], ...none } };
    });
  }).flat();
}

function beyondOfFirst(experiment: 'restriction' | 'difficulty', world: World, relatives: readonly string[] = []) {
  const matrices = new ResponseMatrices(experimentRegistry(), () => 'data');
  for (const row of rows(experiment, world)) matrices.add(row, new Float64Array(20)); // no score of a unit is used here
  const [field] = matrices.fields();
  if (field === undefined) throw new Error('no field');
  const own = field.responses.find(({ model }) => model === 'm0');
  if (own === undefined) throw new Error('no responses');
  return new SharedDifficulties(field, 'plain', 1).of(own, (model) => relatives.includes(model));
}

function knownBeyond(...test: Parameters<typeof beyondOfFirst>) {
  const { beyond } = beyondOfFirst(...test);
  if (beyond.kind === 'unknown') throw new Error(beyond.reason);
  return beyond;
}

describe('SharedDifficulties', () => {
  it.each(['restriction', 'difficulty'] as const)(
    'finds private knowledge and no shared one as private: %s',
    (name) => {
      const own = knownBeyond(name, { models: 7, own: 2.5 });
      expect(own.value).toBeGreaterThan(0);
      expect(own.p).toBeLessThan(0.01);
      expect(own.interval?.[0]).toBeGreaterThan(0);
      const shared = knownBeyond(name, { models: 7 });
      expect(shared.value > 0 && shared.p < 0.05).toBe(false);
    },
  );

  it('does not count what a family shares as private if the family is given', () => {
    const world = { models: 7, family: 2 };
    expect(knownBeyond('restriction', world).value).toBeGreaterThan(0.05);
    expect(knownBeyond('restriction', world, ['m1']).value).toBeLessThan(knownBeyond('restriction', world).value / 2);
  });

  it('has no value below four models, and marks one below six', () => {
    const { beyond, scores } = beyondOfFirst('restriction', { models: 3 });
    expect(beyond).toEqual({ kind: 'unknown', reason: 'needs at least 4 models on the same items (has 3)' });
    expect(scores).toBeNull();
    expect(knownBeyond('restriction', { models: 4 })).toMatchObject({ models: 4, fewModels: true, n: 150 });
    expect(knownBeyond('restriction', { models: 6 })).toMatchObject({ models: 6, fewModels: false });
  });

  it.each<readonly ['restriction' | 'difficulty', number]>([
    ['restriction', 0.65],
    ['difficulty', 0.6],
  ])('scores the shared difficulty as a prediction: %s', (name, least) => {
    const scores = [...(beyondOfFirst(name, { models: 7 }).scores ?? [])];
    expect(scores).toHaveLength(150);
    expect(scores.reduce((sum, score) => sum + score, 0) / 150).toBeGreaterThan(least);
  });
});
