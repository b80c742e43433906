import type { ComparisonMatrix } from '../analyze/compare/comparison-types.ts';
import { measureName } from '../measures/measure-name.ts';
import { fixed, oneLine } from '../util/text.ts';
import type { Figure } from './figure.ts';
import { type HeatMapCell, heatMap } from './marks/heat-map.ts';
import { numberText } from './marks/number-text.ts';
import { shortNames } from './marks/short-names.ts';
import { slug } from './render/slug.ts';

const longestLabel = 40; // columns

/** Each model's forecasts against each model's outcomes; the diagonal is a model's forecasts of itself. */
export function selfAdvantageMatrix(matrix: ComparisonMatrix, severalConditions = false): Figure {
  const { experiment, measure, form, items, values } = matrix;
  const condition =
    severalConditions && matrix.condition !== undefined ? [oneLine(matrix.condition, longestLabel)] : [];
  const asked = form === 'asked' ? ['asked about each other'] : [];
  const named = {
    name: `self-advantage-matrix-${slug(experiment, measure, form, ...condition)}`,
    title: `Who predicts whom: ${[experiment, measureName(measure), ...asked, ...condition].join(', ')}`,
  };
  const models = shortNames(matrix.models).map((model) => oneLine(model, longestLabel));
  const known = values.flat().filter((value) => value !== null);
  if (models.length < 2 || known.length === 0) {
    return { ...named, kind: 'absent', reason: 'needs two models or more on the same items' };
  }
  const cells = models.flatMap((row, predictor) =>
    models.map((column, target): HeatMapCell => {
      const value = values[predictor]?.[target] ?? null;
      const shown = value === null ? 'n/a (undefined for these counts)' : numberText(value, 'correlation');
      const tip = `forecasts of ${row} against outcomes of ${column}: ${shown} · ${items} items`;
      const text = value === null ? 'n/a' : fixed(value, 2).replace('-', '−');
      return { row, column, value, text, tip, outlined: predictor === target };
    }),
  );
  return {
    ...named,
    kind: 'drawn',
    caption: `Rows predict, columns behave; outlined: predictions of oneself. Self-knowledge shows as a diagonal that is higher than its row and its column make likely. ${formText[form]} ${items} items that every model has a prediction and an outcome for${leftOut(matrix)}.`,
    spec: heatMap({
      cells,
      rows: models,
      columns: models,
      rowTitle: 'forecasts of',
      columnTitle: 'outcomes of',
      domain: [Math.min(...known), Math.max(...known)],
      diverging: false,
    }),
  };
}

const formText = {
  reuse: 'A model’s forecast of itself is read as a forecast of every model.',
  asked: 'Every model was asked about every other by name.',
} as const;

function leftOut({ left_out, models_left_out }: ComparisonMatrix): string {
  const models = models_left_out ?? [];
  return [
    left_out === undefined || left_out === 0 ? '' : `; ${left_out} others are left out`,
    models.length === 0
      ? ''
      : `; with too few usable items, not shown: ${models.map((model) => oneLine(model, longestLabel)).join(', ')}`,
  ].join('');
}
