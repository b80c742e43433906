import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { type LinkedSample, maxFactors, thresholdAdvantage } from './threshold-advantage.ts';
import { drawn } from './threshold-world.ts';

/**
 * Simulates five models with one shared factor; in a share of items, every prediction is replaced by the model's own
 * outcome.
 */
function sample(items: number, knows: number): LinkedSample {
  const models = 5;
  const loadings = new Float64Array(2 * models).fill(0.5);
  const free = new Float64Array(2 * models).fill(Math.sqrt(0.75));
  const thresholds = new Array<number>(2 * models).fill(0);
  const world = { models, items, executions: 1, rank: 1, loadings, thresholds, stable: new Float64Array(10), free };
  const base = drawn(world, seededRandom('threshold-test', items));
  const said = (item: number, model: number) =>
    seededRandom('knows', item, model)() < knows ? base.held(item, model) : base.said(item, model);
  return { ...base, said };
}

type Found = Exclude<ReturnType<typeof thresholdAdvantage>, string>;

function determined(of: LinkedSample): Found {
  const found = thresholdAdvantage(of, { seed: 1, draws: 60 });
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('thresholdAdvantage', () => {
  it('is about 0 where predictions share no more than the factor, and far above where they know the outcome', () => {
    const [without, within] = [0, 0.4].map((knows) => determined(sample(400, knows))) as [Found, Found];
    expect(Math.abs(without.values[5]! / without.errors[5]!)).toBeLessThan(2.5);
    expect(within.values[5]! / within.errors[5]!).toBeGreaterThan(5);
    expect([...within.values.slice(0, 5)].reduce((sum, value) => sum + value, 0) / 5).toBeCloseTo(within.values[5]!, 9);
  });

  it('gives the same digits for the same seed', () => {
    const [one, other] = [1, 1].map((seed) => thresholdAdvantage(sample(100, 0.2), { seed, draws: 20 }));
    expect(one).toEqual(other);
  });

  it('is undetermined below four models and where a model always predicts the same', () => {
    expect([2, 3, 4, 5, 6, 8, 20].map(maxFactors)).toEqual([0, 0, 2, 2, 3, 3, 5]);
    expect(thresholdAdvantage({ ...sample(50, 0), models: 3 }, { seed: 1, draws: 20 })).toBe('undetermined');
    expect(thresholdAdvantage({ ...sample(50, 0), said: () => 1 }, { seed: 1, draws: 20 })).toBe('undetermined');
  });

  it('is withheld where models resemble each other in more ways than the data can separate', () => {
    // six models in a ring: each resembles now its left, now its right neighbor, in its predictions and in its behavior
    const models = 6;
    const link = (item: number, index: number) => Number(seededRandom('link', item, index % models)() < 0.5);
    const ring = (kind: string) => (item: number, model: number) =>
      link(item, model + Number(seededRandom(kind, item, model)() < 0.5));
    const said = ring('said');
    const held = ring('held');
    const sampled = { ...sample(1_000, 0), models, said, held };
    expect(thresholdAdvantage(sampled, { seed: 1, draws: 60 })).toBe('unexplained');
  });

  describe('with declared families', () => {
    /** Six models in three pairs: each pair shares what no other model knows, in predictions and in behavior. */
    const pairs = (): LinkedSample => {
      const models = 6;
      const [loadings, free] = [new Float64Array(12).fill(0.5), new Float64Array(12).fill(Math.sqrt(0.75 - 0.1))];
      const familyOf = [0, 1, 2, 0, 1, 2];
      const family = { familyOf, familyLoadings: new Float64Array(6).fill(Math.sqrt(0.1)) };
      const rest = { thresholds: new Array<number>(12).fill(0), stable: new Float64Array(12), free };
      const world = { models, items: 2000, executions: 1, rank: 1, loadings, ...family, ...rest };
      return drawn(world, seededRandom('pairs', 1));
    };

    it('expects of a model what its relatives share with it', () => {
      const { familyOf, ...undeclared } = pairs();
      const found = determined({ ...undeclared, familyOf: familyOf ?? [] });
      expect(Math.abs(found.values[6]! / found.errors[6]!)).toBeLessThan(2);
      expect(found.errors[6]!).toBeLessThan(0.05);
      expect(thresholdAdvantage(undeclared, { seed: 1, draws: 60 })).toBe('unexplained');
    });

    it('has no value where all models are relatives', () => {
      const all = { ...pairs(), familyOf: new Array<number>(6).fill(0) };
      expect(thresholdAdvantage(all, { seed: 1, draws: 20 })).toBe('related');
    });
  });
});
