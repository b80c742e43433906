import type { Better, Measure } from '../domain/measure.ts';
import { ratio } from '../stats/moments.ts';

type Totals = ArrayLike<number>;

/** Returns the index of each column of a tally by its name. */
export function placesOf<Name extends string>(columns: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(columns.map((name, index) => [name, index])) as Record<Name, number>; // all columns
}

/** Returns helpers that look up a tally's columns by name and create measures that are the ratio of two columns. */
export function columnMeans<Name extends string>(kind: string, columns: readonly Name[]) {
  /** Index of each column. A mean looks its two columns up once, because it is read millions of times. */
  const places = placesOf(columns);
  const column = (totals: Totals, name: Name): number => totals[places[name]] ?? 0;

  /** Creates a mean whose sum and weight are two columns. */
  const mean = (name: string, unit: Measure['unit'], of: readonly [Name, Name]): Measure => {
    const [sum, weight] = [places[of[0]], places[of[1]]];
    return {
      name,
      kind,
      unit,
      value: (totals) => ratio(totals[sum] ?? 0, totals[weight] ?? 0),
      reads: [sum, weight],
      n: (totals) => totals[weight] ?? 0,
    };
  };

  /** Creates a mean of values in [0, 1]. */
  const share = (name: string, of: readonly [Name, Name]): Measure => {
    const measure = mean(name, 'share', of);
    return { ...measure, meanOver: measure.n };
  };

  return { column, mean, share };
}

/**
 * What a measure says of its base rate. Measures of categorical outcomes, which are averaged over groups, have it in
 * `analyze/categorical/group-measures.ts`.
 */
export type BaseRate = Pick<Measure, 'baseRate' | 'constants' | 'constantsWeight'>;

/**
 * Returns the base rate of the best constant answer. `scores` returns the summed score of each constant answer, `weight`
 * that of the units with a known outcome.
 */
export function bestConstant(
  scores: (totals: Totals) => readonly number[],
  weight: (totals: Totals) => number,
  better: Better = 'higher',
): Required<BaseRate> {
  const best = better === 'higher' ? Math.max : Math.min;
  return {
    constants: scores,
    constantsWeight: weight,
    baseRate: (totals) => ratio(best(...scores(totals)), weight(totals)),
  };
}

/** Returns a base rate that is known without data: what a guess scores. */
export function guess(score: number): BaseRate {
  return { baseRate: () => score };
}
