import { describe, expect, it } from 'vitest';
import { type PredictedCluster, permutationNull } from './permutation-null.ts';

const accuracyOf = (said: readonly (readonly number[])[], held: readonly (readonly number[])[]) =>
  said.reduce(
    (sum, row, cluster) =>
      sum + row.reduce((all, p, at) => all + p * held[cluster]![at]! + (1 - p) * (1 - held[cluster]![at]!), 0),
    0,
  );

function permutations<T>(values: readonly T[]): readonly (readonly T[])[] {
  if (values.length < 2) return [values];
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}

const pairs: readonly PredictedCluster[] = [
  { said: [1, 0], held: [1, 0.5] },
  { said: [1, 1], held: [1, 1] },
  { said: [0, 1], held: [0, 0.5] },
  { said: [0, 0], held: [0.5, 0] },
  { said: [1, 0], held: [0, 1] },
  { said: [1, 1], held: [1, 0] },
];

describe('permutationNull', () => {
  it('has the mean and the variance of all 720 permutations', () => {
    const held = pairs.map((each) => each.held);
    const said = pairs.map((each) => each.said);
    const all = permutations(said).map((each) => accuracyOf(each, held));
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
    const variance = all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / all.length;
    const found = permutationNull(pairs);
    expect(found?.difference).toBeCloseTo((accuracyOf(said, held) - mean) / 12, 12);
    const z = (accuracyOf(said, held) - mean) / Math.sqrt(variance);
    expect(found?.p).toBeCloseTo(2 * (1 - 0.5 * (1 + erf(z / Math.SQRT2))), 6);
  });

  it('is 0 without a p value for a constant answer, whatever the outcomes', () => {
    const constant = [1, 0, 1, 1].map((value) => ({ said: [1], held: [value] }));
    expect(permutationNull(constant)).toEqual({ difference: 0, p: null });
    expect(permutationNull([])).toBeNull();
  });

  it('permutes among clusters of equal size only', () => {
    const found = permutationNull([...pairs, { said: [1, 0, 1], held: [1, 0, 1] }]);
    expect(found?.difference).toBeCloseTo((permutationNull(pairs)!.difference * 12) / 15, 12);
    expect(found?.p).toBeCloseTo(permutationNull(pairs)!.p!, 12);
  });
});

/** Abramowitz and Stegun 7.1.26 by series: precise for small arguments. */
function erf(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; n < 40; n += 1) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
