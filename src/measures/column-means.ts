import type { Measure } from '../domain/measure.ts';
import { ratio } from '../stats/basic/moments.ts';

type Totals = ArrayLike<number>;

/** Returns helpers that look up a tally's columns by name and create measures that are the ratio of two columns. */
export function columnMeans<Name extends string>(kind: Measure['kind'], columns: readonly Name[]) {
  /** Index of each column, precomputed because it is read millions of times. */
  const places = Object.fromEntries(columns.map((name, place) => [name, place])) as Record<Name, number>; // all columns
  const column = (totals: Totals, name: Name): number => totals[places[name]] ?? 0;

  /** Creates a mean whose sum and weight are two columns. */
  const mean = (name: string, unit: Measure['unit'], [sum, weight]: readonly [Name, Name]): Measure => ({
    name,
    kind,
    unit,
    value: (totals) => ratio(column(totals, sum), column(totals, weight)),
    reads: [places[sum], places[weight]],
    n: (totals) => column(totals, weight),
  });

  /** Creates a mean of values in [0, 1]. */
  const share = (name: string, of: readonly [Name, Name]): Measure => {
    const measure = mean(name, 'share', of);
    return { ...measure, meanOver: measure.n };
  };

  return { column, mean, share };
}
