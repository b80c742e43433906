import { mean } from '../stats/moments.ts';
import { type FigureRows, type Wanted, wantedEstimates } from './estimate-dots.ts';
import { publishedScore } from './published-scores.ts';

/** Whose scores are correlated: scores on the report's items and on the paper's are never mixed. */
export const sources = ['own', 'published'] as const;
export type Source = (typeof sources)[number];

/** One value a model, for correlations over models: of the report's own, its mean over conditions and runs. */
export function valuesByModel(rows: FigureRows, wanted: Wanted, source: Source): ReadonlyMap<string, number> {
  const values = source === 'own' ? ownValues(rows, wanted) : publishedValues(rows, wanted);
  return new Map(values.flatMap(([model, value]) => (value === null ? [] : [[model, value] as const])));
}

type Values = readonly (readonly [model: string, value: number | null])[];

function ownValues(rows: FigureRows, wanted: Wanted): Values {
  const byModel = Map.groupBy(wantedEstimates(rows, wanted), ({ model }) => model);
  return [...byModel].map(([model, estimates]) => [model, mean(estimates.flatMap(({ value }) => value ?? []))]);
}

function publishedValues({ published }: FigureRows, { experiment, measure, publishedMeasure }: Wanted): Values {
  const models = published?.models ?? [];
  return models.map((model) => [model.model, publishedScore(model, experiment, publishedMeasure ?? measure)]);
}
