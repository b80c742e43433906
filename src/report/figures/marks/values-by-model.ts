import { mean } from '../../../stats/basic/moments.ts';
import { wantedEstimates } from './estimate-dots.ts';
import type { FigureRows, Wanted } from './figure-rows.ts';
import { publishedValue } from './published-value.ts';

/** Source of correlated scores: scores on the report's items and on the paper's are never mixed. */
export const sources = ['own', 'published'] as const;
export type ValueSource = (typeof sources)[number];

/** Returns one value per model, for correlations over models; for own models, the mean over conditions and runs. */
export function valuesByModel(rows: FigureRows, wanted: Wanted, source: ValueSource): ReadonlyMap<string, number> {
  const values = source === 'own' ? ownValues(rows, wanted) : publishedValues(rows, wanted);
  return new Map(values.flatMap(([model, value]) => (value === null ? [] : [[model, value] as const])));
}

type Values = readonly (readonly [model: string, value: number | null])[];

function ownValues(rows: FigureRows, wanted: Wanted): Values {
  const byModel = Map.groupBy(wantedEstimates(rows, wanted), ({ model }) => model);
  return [...byModel].map(([model, estimates]) => [model, mean(estimates.flatMap(({ value }) => value ?? []))]);
}

function publishedValues(rows: FigureRows, wanted: Wanted): Values {
  return (rows.published?.models ?? []).map((model) => [model.model, publishedValue(rows, wanted, model)]);
}
