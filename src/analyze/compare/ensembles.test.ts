import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../util/random.ts';
import { contrastOf } from '../findings/paired-contrast.ts';
import { type Members, pairedBy, swapScores, voteCurve } from './ensembles.ts';

interface World {
  readonly units: number;
  /** Probability that a member is right, by member; the last one is the target. */
  readonly skills: readonly number[];
}

/** Returns independent predictors of a coin, each right with its own probability. */
function world({ units, skills }: World, seed: number): Members {
  const random = seededRandom('ensemble world', seed);
  const held = Float64Array.from({ length: units }, () => Number(random() < 0.5));
  const predictions = skills.map((skill) => held.map((yes) => (random() < skill ? yes : 1 - yes)));
  return { held, predictions, foldOf: Array.from({ length: units }, (_, unit) => unit % 5) };
}

/** Probability that most of k independent predictors are right, with half of the ties. */
function binomialVote(k: number, skill: number): number {
  let total = 0;
  let choose = 1;
  for (let right = 0; right <= k; right += 1) {
    const share = 2 * right > k ? 1 : 2 * right === k ? 0.5 : 0;
    total += share * choose * skill ** right * (1 - skill) ** (k - right);
    choose = (choose * (k - right)) / (right + 1);
  }
  return total;
}

describe('voteCurve', () => {
  it('follows the binomial formula for independent predictors', () => {
    const curve = voteCurve(world({ units: 20_000, skills: [0.65, 0.65, 0.65, 0.65, 0.65, 0.65] }, 1), 1);
    expect(curve.map(({ members }) => members)).toEqual([1, 2, 3, 4, 5]);
    for (const { members, without, withTarget } of curve) {
      expect(Math.abs((without ?? 0) - binomialVote(members, 0.65))).toBeLessThan(0.01);
      expect(Math.abs((withTarget ?? 0) - binomialVote(members, 0.65))).toBeLessThan(0.01);
    }
  });
});

describe('swapScores', () => {
  const helps = (skills: readonly number[], combination: 'vote' | 'stacked', seed: number) => {
    const units = 200;
    const { without, withTarget } = swapScores(combination, world({ units, skills }, seed));
    const { value, p } = contrastOf(pairedBy([...without.keys()], without, withTarget), { seed });
    return p !== null && p <= 0.05 && (value ?? 0) > 0;
  };
  const sets = Array.from({ length: 200 }, (_, seed) => seed);

  it.each(['vote', 'stacked'] as const)(
    'finds that a target without private knowledge helps a %s in at most one data set in twenty',
    (combination) => {
      const found = sets.filter((seed) => helps([0.6, 0.6, 0.6, 0.6], combination, seed)).length;
      expect(found / sets.length).toBeLessThanOrEqual(0.05);
    },
  );

  it.each(['vote', 'stacked'] as const)(
    'finds in most data sets that a target that knows itself helps a %s',
    (combination) => {
      const found = sets.slice(0, 50).filter((seed) => helps([0.6, 0.6, 0.6, 0.95], combination, seed)).length;
      expect(found).toBeGreaterThan(40);
    },
  );
});
