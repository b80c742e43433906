import { describe, expect, it } from 'vitest';
import { seededRandom } from '../util/random.ts';
import { crossFitted } from './cross-fitted.ts';

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('crossFitted', () => {
  it('scores every cluster by the rule that is best on the others', () => {
    const scores = Array.from({ length: 30 }, (_, cluster) => [cluster % 3 === 0 ? 0 : 1, cluster % 3 === 0 ? 1 : 0]);
    expect([...crossFitted(scores, 1)]).toEqual(scores.map(([first]) => expect.closeTo(first!, 12)));
  });

  it('scores chance where no rule leads the others', () => {
    const balanced = Array.from({ length: 60 }, (_, cluster) => (cluster % 2 === 0 ? [1, 0] : [0, 1]));
    expect(Math.abs(sum(crossFitted(balanced, 1)) / 60 - 0.5)).toBeLessThan(0.01); // .34 by the leader of the other folds
    expect(sum(crossFitted([[1, 0], [0, 1]], 1))).toBe(1); // biome-ignore format: two clusters
  });

  it('scores the commoner answer where one leads', () => {
    const scores = Array.from({ length: 60 }, (_, cluster) => (cluster < 42 ? [1, 0] : [0, 1]));
    expect(sum(crossFitted(scores, 1)) / 60).toBeCloseTo(0.7, 12);
  });

  it('is at chance without a majority, although the in-sample majority is above it', () => {
    let [fitted, inSample] = [0, 0];
    const sets = 2_000;
    for (let seed = 0; seed < sets; seed += 1) {
      const random = seededRandom('fair', seed);
      const scores = Array.from({ length: 40 }, () => (random() < 0.5 ? [1, 0] : [0, 1]));
      fitted += sum(crossFitted(scores, seed)) / 40 / sets;
      inSample += Math.max(sum(scores.map(([yes]) => yes!)), sum(scores.map(([, no]) => no!))) / 40 / sets;
    }
    expect(Math.abs(fitted - 0.5)).toBeLessThan(0.01); // 4 standard errors
    expect(inSample).toBeGreaterThan(0.55); // .5 + .063 for 40 fair coins
  });
});
