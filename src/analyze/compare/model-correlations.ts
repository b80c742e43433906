import { type Correlation, pearson } from '../../stats/correlation.ts';
import { mean } from '../../stats/moments.ts';

/** One number per model. */
export type ValuesByModel = ReadonlyMap<string, number>;

/** Returns each model's mean over its values; values that are null are left out. */
export function meanByModel(
  values: readonly { readonly model: string; readonly value: number | null }[],
): ValuesByModel {
  const byModel = Map.groupBy(values, ({ model }) => model);
  return new Map(
    [...byModel].flatMap(([model, own]) => {
      const average = mean(own.flatMap(({ value }) => value ?? []));
      return average === null ? [] : [[model, average] as const];
    }),
  );
}

/** Pearson's r over the models that have both values, null below four; and how many models have both. */
export function correlateModels(
  a: ValuesByModel,
  b: ValuesByModel,
): { readonly correlation: Correlation | null; readonly count: number } {
  const shared = [...a].flatMap(([model, x]) => {
    const y = b.get(model);
    return y === undefined ? [] : [{ x, y }];
  });
  const correlation = pearson(
    shared.map(({ x }) => x),
    shared.map(({ y }) => y),
  );
  return { correlation, count: shared.length };
}
