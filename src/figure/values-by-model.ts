import { mean } from '../stats/moments.ts';
import { type FigureRows, type Wanted, wantedEstimates } from './estimate-dots.ts';
import { publishedScore } from './published-scores.ts';

/**
 * One value a model, for correlations over models: its mean over conditions and runs. A published model counts only where
 * the report has no value of its own for it (under its name with or without provider).
 */
export function valuesByModel(rows: FigureRows, wanted: Wanted): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const [model, estimates] of Map.groupBy(wantedEstimates(rows, wanted), (estimate) => estimate.model)) {
    const value = mean(estimates.flatMap((estimate) => estimate.value ?? []));
    if (value !== null) values.set(model, value);
  }
  const own = new Set([...values.keys()].flatMap((model) => [model, model.split('/').at(-1)]));
  for (const model of rows.published?.models ?? []) {
    const value = publishedScore(model, wanted.experiment, wanted.publishedMeasure ?? wanted.measure);
    if (value !== null && !own.has(model.model)) values.set(model.model, value);
  }
  return values;
}
