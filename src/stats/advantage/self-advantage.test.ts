import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { accuracy, confusionOf } from '../binary/confusion.ts';
import { bestOther } from './best-other.ts';
import { advantages, type CrossTallies, diagonalDifference, selfAdvantage } from './self-advantage.ts';

/**
 * Simulates predictors: a is right about target b with probability `chance(a, b)`, on `items` items, each its own
 * cluster.
 */
function simulated(models: number, items: number, chance: (a: number, b: number) => number): CrossTallies {
  const random = seededRandom('cross', models, items);
  const clusters = Array.from({ length: items }, () =>
    Array.from({ length: models * models }, (_, cell) => {
      const right = Number(random() < chance(Math.floor(cell / models), cell % models));
      return [right, 1 - right, 0, 0];
    }).flat(),
  );
  const measure = (totals: Float64Array, offset: number) => accuracy(confusionOf(totals, offset));
  return { clusters, models, columns: 4, measure, seed: 1, resamples: 500 };
}

const known = (advantage: { kind: string; value?: number; interval?: unknown }) => {
  if (advantage.kind !== 'known') throw new Error('unknown');
  return advantage as { value: number; interval: { low: number; high: number } };
};

describe('with four models', () => {
  const skill = [0.05, 0.15, -0.05, 0];
  const ease = [0.1, -0.1, 0, 0.05];
  const own = [0.2, 0, 0, 0];
  const found = selfAdvantage(simulated(4, 3_000, (a, b) => 0.6 + skill[a]! + ease[b]! + (a === b ? own[a]! : 0)));

  it('finds the one model that knows itself, and no other', () => {
    for (const [model, advantage] of found.byModel.entries()) {
      expect(Math.abs(known(advantage).value - own[model]!)).toBeLessThan(0.05);
    }
    expect(known(found.byModel[0]!).interval.low).toBeGreaterThan(0);
  });

  it('averages to diagonal minus off-diagonal', () => {
    const values = found.byModel.map((advantage) => known(advantage).value);
    expect(known(found.all).value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 4, 10);
    expect(known(found.all).value).toBeCloseTo(diagonalDifference(found.matrix)!, 12);
  });
});

it('has no I_b with two models, gives the reason, and still compares diagonal with off-diagonal', () => {
  const found = selfAdvantage(simulated(2, 200, (a, b) => (a === b ? 0.8 : 0.6)));
  expect(found.byModel[0]).toEqual({ kind: 'unknown', reason: 'with two models the additive model is not identified' });
  expect(known(found.all).value).toBeGreaterThan(0.1);
});

it('has no value with one model, and gives the reason', () => {
  const found = selfAdvantage(simulated(1, 20, () => 0.7));
  expect(found.all).toEqual({ kind: 'unknown', reason: 'needs at least two models on the same items' });
});

it('has no value where a needed cell is undefined', () => {
  const matrix = [
    [0.5, null, 0.4],
    [0.3, null, 0.2],
    [0.4, 0.1, 0.9],
  ];
  expect(advantages(matrix)[1]).toBeNull();
  expect(diagonalDifference(matrix)).toBeNull();
});

describe('the best other predictor', () => {
  it('is chosen on one half and scored on the other', () => {
    const tallies = simulated(4, 1_000, (a) => 0.5 + 0.1 * a);
    const found = bestOther(tallies, 0);
    expect(found?.chosen).toEqual([3, 3]);
    expect(found?.other).toBeCloseTo(0.8, 1);
    expect(found?.own).toBeCloseTo(0.5, 1);
    expect(found!.interval!.high).toBeLessThan(0);
  });

  it('has no winner’s curse when it chooses among equals', () => {
    // Choosing and scoring on the same 100 items would put the best of seven about 0.067 above 0.5.
    const scores = Array.from({ length: 60 }, (_, seed) => {
      const random = seededRandom('curse', seed);
      const clusters = Array.from({ length: 100 }, () => Array.from({ length: 64 }, () => Number(random() < 0.5)));
      const measure = (totals: Float64Array, offset: number) => totals[offset]! / 100;
      return bestOther({ clusters, models: 8, columns: 1, measure, seed, resamples: 10 }, 0)!.other;
    });
    expect(Math.abs(scores.reduce((sum, score) => sum + score, 0) / 60 - 0.5)).toBeLessThan(0.02);
  });

  it('is null without another model or with a single cluster', () => {
    expect(
      bestOther(
        simulated(1, 20, () => 0.7),
        0,
      ),
    ).toBeNull();
    expect(
      bestOther(
        simulated(3, 1, () => 0.7),
        0,
      ),
    ).toBeNull();
  });
});
