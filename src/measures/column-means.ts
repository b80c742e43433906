import type { Measure } from '../domain/measure.ts';
import { ratio } from '../stats/basic/moments.ts';

type Totals = ArrayLike<number>;

/** Returns helpers that look up a tally's columns by name and create measures that are the ratio of two columns. */
export function columnMeans<Name extends string>(kind: Measure['kind'], columns: readonly Name[]) {
  /** Index of each column. A mean looks its two columns up once, because it is read millions of times. */
  const places = Object.fromEntries(columns.map((name, index) => [name, index])) as Record<Name, number>; // all columns
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
