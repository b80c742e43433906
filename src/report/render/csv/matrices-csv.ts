import type { ComparisonMatrix } from '../../../analyze/compare/comparison-types.ts';
import { type Columns, csvTable } from './csv.ts';

interface MatrixCell {
  readonly matrix: ComparisonMatrix;
  readonly predictor: number;
  readonly target: number;
}

const columns: Columns<MatrixCell> = {
  experiment: ({ matrix }) => matrix.experiment,
  condition: ({ matrix }) => matrix.condition ?? null,
  measure: ({ matrix }) => matrix.measure,
  form: ({ matrix }) => matrix.form,
  predictor: ({ matrix, predictor }) => matrix.models[predictor] ?? null,
  target: ({ matrix, target }) => matrix.models[target] ?? null,
  value: ({ matrix, predictor, target }) => matrix.values[predictor]?.[target] ?? null,
  residual: ({ matrix, predictor, target }) => matrix.residuals?.[predictor]?.[target] ?? null,
  items: ({ matrix }) => matrix.items,
};

/** Returns the cells of matrices as CSV, one per row: who predicts, whose behavior, the score, and its residual. */
export function matricesCsv(matrices: readonly ComparisonMatrix[]): string {
  const cells = matrices.flatMap((matrix) =>
    matrix.models.flatMap((_, predictor) =>
      matrix.models.map((_model, target): MatrixCell => ({ matrix, predictor, target })),
    ),
  );
  return csvTable(columns, cells);
}
