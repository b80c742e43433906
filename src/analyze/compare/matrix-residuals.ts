import { additiveResiduals } from '../../stats/advantage/additive-fit.ts';
import { mean } from '../../stats/basic/moments.ts';
import type { ComparisonMatrix } from './comparison-types.ts';

/** Adds what each cell shows beyond the effects of its predictor and its target; two models do not determine these. */
export function withResiduals(matrix: ComparisonMatrix): ComparisonMatrix {
  return matrix.models.length < 3 ? matrix : { ...matrix, residuals: additiveResiduals(matrix.values) };
}

/** Returns the mean score of predictions of itself and that of predictions of others; null where all cells lack a value. */
export function meanScores({ values }: Pick<ComparisonMatrix, 'values'>): {
  readonly itself: number | null;
  readonly others: number | null;
} {
  return {
    itself: mean(values.flatMap((row, model) => row[model] ?? [])),
    others: mean(values.flatMap((row, model) => row.flatMap((cell, target) => (model === target ? [] : (cell ?? []))))),
  };
}
