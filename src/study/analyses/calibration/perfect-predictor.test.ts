import { describe, expect, it } from 'vitest';
import type { CodedRow } from './coded-rows.ts';
import { deviationsOf } from './deviations.ts';
import { perfectDifferences } from './perfect-predictor.ts';

const coded = (executions: readonly number[], predictions = executions): CodedRow => ({
  ranks: 3,
  values: 5,
  predictions,
  executions,
});

describe('perfectDifferences', () => {
  it('has no draws where executions never vary: all executed shares are 1, in one bin', () => {
    const fixed = Array.from({ length: 8 }, (_, n) => coded([n % 2, n % 2, n % 2, n % 2]));
    expect([...perfectDifferences(fixed, { draws: 5, seed: 1 })]).toEqual([]);
  });

  it('is ascending, and the same for the same seed', () => {
    const noisy = Array.from({ length: 12 }, (_, n) => coded([0, n % 2, n % 3, 1, 0, n % 2]));
    const found = perfectDifferences(noisy, { draws: 20, seed: 1 });
    expect(found).toEqual(found.toSorted());
    expect(found).toEqual(perfectDifferences(noisy, { draws: 20, seed: 1 }));
  });

  it('does not depend on which samples were executions and which predictions', () => {
    const rows = Array.from({ length: 40 }, (_, n) => coded([0, n % 2, n % 3, 1], [n % 5, n % 2, 0, 2]));
    const swapped = rows.map((row) => ({ ...row, executions: row.predictions, predictions: row.executions }));
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [found, other] = [rows, swapped].map((own) => mean(perfectDifferences(own, { draws: 400, seed: 1 })));
    expect(Math.abs(found! - other!)).toBeLessThan(1);
    expect(Math.abs(deviationsOf(rows)!.predicted - deviationsOf(swapped)!.predicted)).toBeGreaterThan(1);
  });
});
