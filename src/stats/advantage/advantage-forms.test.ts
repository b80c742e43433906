import { describe, expect, it } from 'vitest';
import { normalCdf, tQuantile } from '../basic/quantiles.ts';
import { formChances, formInterval, matrixForms, normalOfT } from './advantage-forms.ts';

/** Returns the forms of clusters whose sums are the cells. */
function formsOf(clusters: readonly (readonly number[])[], models: number) {
  const count = models * models; // the last column counts clusters
  const cells = (totals: Float64Array) => totals.slice(0, count).map((sum) => sum / (totals[count] as number));
  return matrixForms({ clusters: clusters.map((values) => Float64Array.from([...values, 1])), models, cells });
}

describe('matrixForms', () => {
  it('equals the jackknife of a mean where the diagonal alone varies', () => {
    const values = [0.1, 0.4, 0.2, 0.7, 0.3, 0.5];
    const clusters = values.map((own) => [own, 0, 0, 0, own, 0, 0, 0, own]);
    const { additive } = formsOf(clusters, 3);
    const mean = values.reduce((sum, value) => sum + value, 0) / 6;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5;
    expect(additive[3]?.value).toBeCloseTo(mean, 12);
    expect(additive[3]?.error).toBeCloseTo(Math.sqrt(variance / 6), 12); // the standard error of a mean
    expect(additive[3]?.degrees).toBe(5);
  });

  it('finds no multiplicative advantage in a product, where the additive form finds one', () => {
    const strength = [0.9, 0.3, 0.3, 0.3, 0.3];
    const cells = strength.flatMap((a) => strength.map((b) => a * b));
    const { additive, multiplicative } = formsOf([cells, cells.map((cell) => cell * 1.01), cells], 5);
    expect(additive[5]!.value).toBeGreaterThan(0.05);
    expect(Math.abs(multiplicative[5]!.value)).toBeLessThan(0.7 * additive[5]!.value);
  });

  it('has no value where the matrix does not determine it', () => {
    expect(formsOf([[1, 0, 0, 1], [1, 0, 0, 1]], 2).additive).toEqual([null, null, null]); // biome-ignore format: two
  });
});

describe('formChances', () => {
  it.each([2, 5, 19, 199])('is one half of 5 %% at the end of the interval, %i degrees of freedom', (degrees) => {
    const error = 0.1;
    const value = tQuantile(0.975, degrees) * error;
    const estimate = { value, error, degrees };
    expect(formInterval(estimate)[0]).toBeCloseTo(0, 12);
    expect(formChances(estimate).above).toBeCloseTo(0.025, 2);
    expect(formChances(estimate).below).toBeCloseTo(0.975, 2);
  });
});

describe('normalOfT', () => {
  it.each([[0.9, 3], [0.99, 10], [0.3, 4]])('is as rare as t: quantile %f, %i degrees', (probability, degrees) => {
    expect(normalCdf(normalOfT(tQuantile(probability, degrees), degrees))).toBeCloseTo(probability, 2);
  }); // biome-ignore format: pairs
});
