import { type CrossMatrix, expectedDiagonal } from './additive-fit.ts';
import { type BootstrapOptions, clusterBootstrapAll } from './bootstrap.ts';
import type { Interval } from './intervals.ts';
import { mean } from './moments.ts';
import { totalsOf } from './resample.ts';

/** A number, or the reason why there is none. */
export type Advantage =
  | { readonly kind: 'known'; readonly value: number; readonly interval: Interval | null }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface SelfAdvantage {
  /** values[predictor][target]. */
  readonly matrix: CrossMatrix;
  /** I_b of each model, in the units of the measure. */
  readonly byModel: readonly Advantage[];
  /** Mean of the diagonal less mean of the off-diagonal cells; the mean of all I_b where these are known. */
  readonly all: Advantage;
}

/** Tallies of every predictor a on every target b: cell (a, b) starts at column (a * models + b) * columns. */
export interface CrossTallies extends BootstrapOptions {
  readonly models: number;
  readonly columns: number;
  /** The measure of one cell, whose tally starts at `offset`; null where undefined. */
  readonly measure: (totals: Float64Array, offset: number) => number | null;
}

/** Several matrices of one set of tallies. */
export interface MatrixTallies extends BootstrapOptions {
  /** All of the same models; must not keep the totals. */
  readonly matrices: (totals: Float64Array) => readonly CrossMatrix[];
}

/**
 * Self-advantage I_b = S_bb - (mu + alpha_b + gamma_b), the additive predictor + target model being fitted to the
 * off-diagonal cells only, with cluster bootstrap intervals that share their resamples.
 */
export function selfAdvantage(tallies: CrossTallies): SelfAdvantage {
  const [advantage] = selfAdvantages({ ...tallies, matrices: (totals) => [crossMatrix(tallies, totals)] });
  return advantage as SelfAdvantage; // one matrix, one answer
}

/** The same for several matrices (measures), which share their resamples. */
export function selfAdvantages(tallies: MatrixTallies): readonly SelfAdvantage[] {
  const valuesOf = (totals: Float64Array) =>
    tallies.matrices(totals).flatMap((matrix) => [...advantages(matrix), diagonalDifference(matrix)]);
  const totals = totalsOf(tallies.clusters);
  const intervals = clusterBootstrapAll({ ...tallies, values: valuesOf });
  let place = 0;
  return tallies.matrices(totals).map((matrix): SelfAdvantage => {
    const estimates = [...advantages(matrix), diagonalDifference(matrix)].map((value, index): Advantage => {
      const interval = intervals[place + index] ?? null;
      if (value !== null) return { kind: 'known', value, interval };
      return { kind: 'unknown', reason: reasonOf(matrix, index < matrix.length ? index : null) };
    });
    place += estimates.length;
    return { matrix, byModel: estimates.slice(0, -1), all: estimates.at(-1) as Advantage };
  });
}

/** The predictor x target matrix of totals. */
export function crossMatrix(
  { models, columns, measure }: Pick<CrossTallies, 'models' | 'columns' | 'measure'>,
  totals: Float64Array,
): CrossMatrix {
  if (totals.length !== models * models * columns)
    throw new RangeError(`${totals.length} columns for ${models} models`);
  const indices = Array.from({ length: models }, (_, index) => index);
  return indices.map((a) => indices.map((b) => measure(totals, (a * models + b) * columns)));
}

/** I_b of each model; null where the matrix does not determine it. */
export function advantages(matrix: CrossMatrix): readonly (number | null)[] {
  return expectedDiagonal(matrix).map((expected, model) => {
    const own = matrix[model]?.[model] ?? null;
    return own === null || expected === null ? null : own - expected;
  });
}

/** Mean diagonal less mean off-diagonal cell; null unless there are two models or more and every cell is defined. */
export function diagonalDifference(matrix: CrossMatrix): number | null {
  const defined = (row: readonly (number | null)[]) => row.every((value) => value !== null);
  if (matrix.length < 2 || !matrix.every(defined)) return null;
  const cells = matrix as readonly (readonly number[])[]; // every cell was just seen to be defined
  const own = mean(cells.map((row, model) => row[model] as number));
  const other = mean(cells.flatMap((row, model) => row.filter((_, target) => target !== model)));
  return own === null || other === null ? null : own - other;
}

function reasonOf(matrix: CrossMatrix, model: number | null): string {
  if (matrix.length < 2) return 'needs two models or more on the same items';
  if (model !== null && matrix[model]?.[model] === null) return 'the measure is undefined for its own forecasts';
  if (model !== null && matrix.length === 2) return 'with two models the additive model is not identified';
  return 'the measure is undefined in cells that it needs';
}
