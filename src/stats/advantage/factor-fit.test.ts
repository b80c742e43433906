import { describe, expect, it } from 'vitest';
import { factorFit, impliedCorrelation, isFitted } from './factor-fit.ts';

/**
 * Returns correlations of four models' predictions and outcomes implied by loadings, with `self` added to each model's
 * own two.
 */
function made(loadings: readonly (readonly number[])[], self: number) {
  const variables = loadings.length;
  const values = new Float64Array(variables * variables);
  for (const [one, first] of loadings.entries()) {
    for (const [other, second] of loadings.entries()) {
      const shared = first.reduce((sum, loading, factor) => sum + loading * second[factor]!, 0);
      const own = Math.abs(one - other) === variables / 2 ? self : 0;
      values[one * variables + other] = one === other ? 1 : shared + own;
    }
  }
  return { models: variables / 2, values };
}

const one = [0.7, 0.6, 0.5, 0.8, 0.6, 0.7, 0.4, 0.5].map((loading) => [loading]);
const families = [0, 1, 2, 3, 0, 1, 2, 3].map((model) => (model < 2 ? [0.5, 0.6] : [0.5, -0.6]));

describe('factorFit', () => {
  it('implies the correlations that one factor made, and leaves self-knowledge over', () => {
    const correlations = made(one, 0.2);
    const loadings = factorFit(correlations, 1);
    expect(impliedCorrelation(loadings, 1, [0, 5])).toBeCloseTo(0.49, 1);
    expect(correlations.values[4]! - impliedCorrelation(loadings, 1, [0, 4])).toBeCloseTo(0.2, 1);
  });

  it('implies with two factors what models of a family share, which one factor calls self-knowledge', () => {
    const correlations = made(families, 0);
    const rest = (rank: number) =>
      correlations.values[4]! - impliedCorrelation(factorFit(correlations, rank), rank, [0, 4]);
    expect(Math.abs(rest(2))).toBeLessThan(0.05);
    expect(rest(1)).toBeGreaterThan(0.2);
  });

  it('never looks at a model’s prediction with its own outcome', () => {
    expect([...factorFit(made(one, 0.2), 2)]).toEqual([...factorFit(made(one, -0.3), 2)]);
    expect([4, 0, 5].map((other) => isFitted({ models: 4 }, 0, other))).toEqual([false, false, true]);
  });
});
