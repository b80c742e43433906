import type { Measure } from '../../domain/measure.ts';
import { diagonalDifference } from '../../stats/advantage/self-advantage.ts';
import { totalsOf } from '../../stats/resampling/resample.ts';
import type { ComparisonMatrix } from './comparison-types.ts';
import { buildCrossPrediction, type CrossPrediction, crossTallies, measuredCells } from './cross-prediction.ts';

/** The crossing without each of its models; null where too few models remain. */
export type WithoutEach = readonly (CrossPrediction | null)[];

/** Returns the crossings without each of three or more models. All measures share them, because they take long. */
export function withoutEach(crossing: CrossPrediction): WithoutEach {
  const { field, condition, models } = crossing;
  if (models.length < 3) return [];
  return models.map((without) => buildCrossPrediction(field, condition, { from: crossing, without }));
}

/** Returns the model whose removal adds most units, their number, and the overall difference without the model. */
export function costliest(
  { field, models, shared }: CrossPrediction,
  measure: Measure,
  without: WithoutEach,
): Pick<ComparisonMatrix, 'costliest'> {
  if (without.length === 0) return {};
  const gains = without.map((rest) => (rest?.shared.length ?? 0) - shared.length);
  const index = gains.indexOf(Math.max(...gains));
  const [rest, model, units] = [without[index], models[index], gains[index]];
  if (rest == null || model === undefined || units === undefined || units <= 0) return {};
  const cells = measuredCells(field.kind, rest.models.length, measure)(totalsOf(crossTallies(rest, rest.shared, 1)));
  const size = rest.models.length;
  const matrix = Array.from({ length: size }, (_, a) =>
    Array.from(cells.subarray(a * size, (a + 1) * size), (value) => (Number.isNaN(value) ? null : value)),
  );
  // that of two models is withheld everywhere: see `withheldOfTwo`
  return { costliest: { model, units, value: size < 3 ? null : diagonalDifference(matrix) } };
}
