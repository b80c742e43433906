import { additiveResiduals } from '../../stats/self-access/additive-fit.ts';
import type { ComparisonMatrix } from './comparison-types.ts';

/** Adds what each cell shows beyond the effects of its predictor and its target; two models do not determine these. */
export function withResiduals(matrix: ComparisonMatrix): ComparisonMatrix {
  return matrix.models.length < 3 ? matrix : { ...matrix, residuals: additiveResiduals(matrix.values) };
}
