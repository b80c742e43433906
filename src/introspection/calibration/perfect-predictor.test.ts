import { describe, expect, it } from 'vitest';
import { perfectDeviations, priorOf } from './perfect-predictor.ts';

const rows = (executions: readonly (readonly number[])[]) => executions.map((own) => ({ executions: own }));

describe('priorOf', () => {
  it('fits the weight by the agreement within and between rows', () => {
    // Rows 001 and 011: within 2 x 2 of 12 ordered pairs agree = 1/3; of all 30 pairs 12 agree, so between (12 - 4) / 18.
    const { weight, pool } = priorOf(
      rows([
        [0, 0, 1],
        [0, 1, 1],
      ]),
    );
    expect(pool).toEqual([0, 0, 1, 0, 1, 1]);
    expect(weight).toBe(Number.POSITIVE_INFINITY); // rows agree less within than between: no spread beyond noise
    // Rows 0001 and 1110: within 12 of 24 = 1/2, between (24 - 12) / 32 = 3/8, weight (1 - 1/2) / (1/2 - 3/8) = 4.
    expect(
      priorOf(
        rows([
          [0, 0, 0, 1],
          [1, 1, 1, 0],
        ]),
      ).weight,
    ).toBeCloseTo(4, 12);
  });

  it('has no weight where each row always does the same', () => {
    expect(
      priorOf(
        rows([
          [0, 0],
          [1, 1],
        ]),
      ).weight,
    ).toBe(0);
  });
});

describe('perfectDeviations', () => {
  const coded = (executions: readonly number[]) => ({ group: 'g', ranks: 3, predictions: executions, executions });

  it('is 0 where executions never vary: a perfect predictor has nothing to miss', () => {
    const fixed = Array.from({ length: 8 }, (_, n) => coded([n % 2, n % 2, n % 2, n % 2]));
    // All executed shares are 1, so there is one bin only.
    expect([...perfectDeviations(fixed, { draws: 5, seed: 1 })]).toEqual([]);
  });

  it('is ascending, and the same for the same seed', () => {
    const noisy = Array.from({ length: 12 }, (_, n) => coded([0, n % 2, n % 3, 1, 0, n % 2]));
    const found = perfectDeviations(noisy, { draws: 20, seed: 1 });
    expect(found).toEqual(found.toSorted());
    expect(found).toEqual(perfectDeviations(noisy, { draws: 20, seed: 1 }));
    expect(found.every((deviation) => deviation > 0)).toBe(true);
  });
});
