import type { ComparedTask } from '../../../results/comparison.ts';
import { type Columns, csvTable } from './csv.ts';

interface MatrixCell {
  readonly task: ComparedTask;
  readonly predictor: number;
  readonly target: number;
}

const columns: Columns<MatrixCell> = {
  experiment: ({ task }) => task.experiment,
  condition: ({ task }) => task.condition,
  predictor: ({ task, predictor }) => task.models[predictor] ?? null,
  target: ({ task, target }) => task.models[target] ?? null,
  value: ({ task, predictor, target }) => task.R[predictor]?.[target] ?? null,
  units: ({ task }) => task.units,
};

/** Returns the cells of R as CSV, one per row: who predicts, whose behavior, and their residual correlation. */
export function matricesCsv(tasks: readonly ComparedTask[]): string {
  const cells = tasks.flatMap((task) =>
    task.models.flatMap((_, predictor) =>
      task.models.map((_model, target): MatrixCell => ({ task, predictor, target })),
    ),
  );
  return csvTable(columns, cells);
}
