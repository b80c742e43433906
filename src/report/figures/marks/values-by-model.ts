import { meanByModel, type ValuesByModel } from '../../../analyze/compare/model-correlations.ts';
import { wantedEstimates } from './estimate-dots.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';
import { publishedValue } from './published-value.ts';

/** Source of correlated scores: scores on the report's items and on the paper's are never mixed. */
export const sources = ['own', 'published'] as const;
export type ValueSource = (typeof sources)[number];

/** Returns one value per model, for correlations over models; for own models, the mean over conditions and runs. */
export function valuesByModel(rows: FigureRows, wanted: Wanted, source: ValueSource): ValuesByModel {
  return meanByModel(source === 'own' ? wantedEstimates(rows, wanted) : publishedValues(rows, wanted));
}

function publishedValues(rows: FigureRows, wanted: Wanted) {
  return (rows.published?.models ?? []).map((each) => ({
    model: each.model,
    value: publishedValue(rows, wanted, each),
  }));
}
