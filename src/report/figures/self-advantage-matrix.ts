import type { ComparisonMatrix } from '../../analyze/compare/comparison-types.ts';
import { meanScores } from '../../analyze/compare/matrix-residuals.ts';
import type { TaskName } from '../../experiments/task-name.ts';
import { measureName } from '../../measures/measure-name.ts';
import { counted, fixed } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { Figure } from './figure.ts';
import { type HeatMapCell, heatMap } from './marks/heat-map.ts';
import { numberText } from './marks/number-text.ts';
import { shortNames } from './marks/short-names.ts';
import { slug } from './render/slug.ts';

const maxLabelWidth = 40; // columns

/** Returns each model's predictions against each model's outcomes; the diagonal is a model's predictions of itself. */
export function selfAdvantageMatrix(
  matrix: ComparisonMatrix,
  { taskOf, severalConditions }: { readonly taskOf: TaskName; readonly severalConditions: boolean },
): Figure {
  const { experiment, measure, form, items, values, residuals } = matrix;
  const condition =
    severalConditions && matrix.condition !== undefined ? [oneLine(matrix.condition, maxLabelWidth)] : [];
  const asked = form === 'asked' ? ['asked about each other'] : [];
  const named = {
    name: `self-advantage-matrix-${slug(experiment, measure, form, ...condition)}`,
    title: `Who predicts whom: ${[taskOf(experiment), measureName(measure), ...asked, ...condition].join(', ')}`,
  };
  const models = shortNames(matrix.models).map((model) => oneLine(model, maxLabelWidth));
  const known = values.flat().filter((value) => value !== null);
  if (models.length < 2 || known.length === 0) {
    return { ...named, kind: 'absent', reason: 'needs at least two models on the same items' };
  }
  const title = titleOf(matrix, [taskOf(experiment), measureName(measure), ...asked, ...condition]) ?? named.title;
  const widest = Math.max(minShade, ...(residuals ?? []).flat().map((value) => Math.abs(value ?? 0)));
  if (residuals === undefined) {
    return {
      ...named,
      title,
      kind: 'absent',
      reason: 'needs three models: two do not determine what each row and column adds',
    };
  }
  const cells = models.flatMap((row, predictor) =>
    models.map((column, target): HeatMapCell => {
      const value = values[predictor]?.[target] ?? null;
      const residual = residuals[predictor]?.[target] ?? null;
      const shown = value === null ? 'n/a (undefined for these counts)' : numberText(value, 'correlation');
      const beyond = residual === null ? '' : `, ${signed(residual)} beyond row and column`;
      const tip = `predictions of ${row} against outcomes of ${column}: ${shown}${beyond} · ${counted(items, 'item')}`;
      const text = residual === null ? 'n/a' : signed(residual);
      return { row, column, value: residual, text, tip, outlined: predictor === target };
    }),
  );
  return {
    ...named,
    title,
    kind: 'drawn',
    caption: `Rows predict, columns behave; outlined: predictions of itself. A cell is its score minus what its row and its column add, fitted to the cells beside the diagonal: self-knowledge is above 0 (orange) on the diagonal. The title compares mean scores; it is not a test. ${formText[form]} ${counted(items, 'item')} with a prediction and an outcome of every model${leftOut(matrix)}.`,
    ...heatMap({
      cells,
      rows: models,
      columns: models,
      rowTitle: 'predictions of',
      columnTitle: 'outcomes of',
      domain: [-widest, widest],
      diverging: true,
      legend: 'score beyond what row and column add',
    }),
  };
}

/** Smallest end of the color scale: smaller residuals stay pale. */
const minShade = 0.1;

function signed(value: number): string {
  const text = fixed(value, 2);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Returns the mean diagonal and the mean of the other cells; null where one of them has no value. */
function titleOf(matrix: ComparisonMatrix, about: readonly string[]): string | null {
  const { itself, others } = meanScores(matrix);
  if (itself === null || others === null) return null;
  const text = (value: number) => numberText(value, 'correlation');
  return `Who predicts whom: predictions of itself ${text(itself)} on average, of others ${text(others)} (${about.join(', ')})`;
}

const formText = {
  reuse: 'A model’s prediction of itself is read as a prediction of every model.',
  asked: 'Every model predicted every other model by name.',
} as const;

function leftOut({ leftOut, modelsLeftOut }: ComparisonMatrix): string {
  const models = modelsLeftOut ?? [];
  return [
    leftOut === undefined || leftOut === 0 ? '' : `; ${counted(leftOut, 'item')} are excluded`,
    models.length === 0
      ? ''
      : `; with too few usable items, not shown: ${models.map((model) => oneLine(model, maxLabelWidth)).join(', ')}`,
  ].join('');
}
