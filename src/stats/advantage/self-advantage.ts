import type { Interval } from '../basic/intervals.ts';
import { mean } from '../basic/moments.ts';
import { type BootstrapOptions, clusterBootstrapAll } from '../resampling/bootstrap.ts';
import { totalsOf } from '../resampling/resample.ts';
import { type CrossMatrix, expectedDiagonal, roundRobin } from './additive-fit.ts';

/** A value, or the reason why it is missing. */
export type Advantage =
  | { readonly kind: 'known'; readonly value: number; readonly interval: Interval | null }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface SelfAdvantage {
  /** values[predictor][target]. */
  readonly matrix: CrossMatrix;
  /** I_b of each model, in the units of the measure. */
  readonly byModel: readonly Advantage[];
  /** Mean of the diagonal minus mean of the off-diagonal cells; equals the mean of all I_b where these are known. */
  readonly all: Advantage;
}

/** Tallies of every predictor a on every target b: cell (a, b) starts at column (a * models + b) * columns. */
export interface CrossTallies extends BootstrapOptions {
  readonly clusters: readonly ArrayLike<number>[];
  readonly models: number;
  readonly columns: number;
  /** Returns the measure of one cell, whose tally starts at `offset`; null where undefined. */
  readonly measure: (totals: Float64Array, offset: number) => number | null;
}

/** Several matrices of one set of tallies, all of the same models. */
interface MatrixTallies extends BootstrapOptions {
  readonly models: number;
  /**
   * Returns matrices with cell (a, b) at a * models + b, NaN where it is undefined. Must not keep a reference to the
   * totals.
   */
  readonly matrices: (totals: Float64Array) => readonly Float64Array[];
}

/**
 * Estimates the self-advantage I_b = S_bb - (mu + alpha_b + gamma_b), where the additive predictor + target model is
 * fitted to the off-diagonal cells only, with cluster bootstrap intervals that share their resamples.
 */
export function selfAdvantage(tallies: CrossTallies): SelfAdvantage {
  const [advantage] = selfAdvantages({ ...tallies, matrices: (totals) => [crossCells(tallies, totals)] });
  return advantage as SelfAdvantage; // one matrix gives one result
}

/** Estimates the self-advantage in several matrices (measures), which share their resamples. */
export function selfAdvantages(tallies: MatrixTallies): readonly SelfAdvantage[] {
  const { models } = tallies;
  const valuesOf = (totals: Float64Array) =>
    tallies.matrices(totals).flatMap((cells) => advantageValues(cells, models));
  const intervals = clusterBootstrapAll({ ...tallies, values: valuesOf });
  const each = models + 1; // the models, then all of them
  return tallies
    .matrices(totalsOf(tallies.clusters))
    .map((cells, index) => advantagesIn(cells, { models, intervals: intervals.slice(index * each) }));
}

/** Estimates the self-advantage in one matrix of cells, without intervals. */
export function plainSelfAdvantage(cells: Float64Array, models: number): SelfAdvantage {
  return advantagesIn(cells, { models, intervals: [] });
}

interface Intervals {
  readonly models: number;
  /** Of each model, then of all; absent: null. */
  readonly intervals: readonly (Interval | null)[];
}

function advantagesIn(cells: Float64Array, { models, intervals }: Intervals): SelfAdvantage {
  const matrix = matrixOf(cells, models);
  const estimates = advantageValues(cells, models).map((value, index): Advantage => {
    if (value !== null) return { kind: 'known', value, interval: intervals[index] ?? null };
    return { kind: 'unknown', reason: reasonOf(matrix, index < models ? index : null) };
  });
  return { matrix, byModel: estimates.slice(0, -1), all: estimates.at(-1) as Advantage };
}

/** Returns I_b of each model, then diagonal minus off-diagonal; in closed form where every cell is defined. */
function advantageValues(cells: Float64Array, models: number): readonly (number | null)[] {
  const fit = roundRobin(cells, models);
  const values: number[] = [];
  let diagonal = 0;
  for (let model = 0; model < models && fit !== null; model += 1) {
    const own = cells[model * models + model] as number;
    values.push(own - (fit.expected[model] as number));
    diagonal += own;
  }
  if (fit !== null && !Number.isNaN(diagonal)) return [...values, diagonal / models - fit.mean];
  const matrix = matrixOf(cells, models);
  return [...advantages(matrix), diagonalDifference(matrix)];
}

function matrixOf(cells: Float64Array, models: number): CrossMatrix {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  return Array.from({ length: models }, (_, a) => Array.from(cells.subarray(a * models, (a + 1) * models), orNull));
}

/** Returns the cells of the predictor x target matrix of totals. */
function crossCells({ models, columns, measure }: CrossTallies, totals: Float64Array): Float64Array {
  if (totals.length !== models * models * columns)
    throw new RangeError(`${totals.length} columns for ${models} models`);
  return Float64Array.from({ length: models * models }, (_, cell) => measure(totals, cell * columns) ?? Number.NaN);
}

/** Returns I_b of each model; null where the matrix does not determine it. */
export function advantages(matrix: CrossMatrix): readonly (number | null)[] {
  return expectedDiagonal(matrix).map((expected, model) => {
    const own = matrix[model]?.[model] ?? null;
    return own === null || expected === null ? null : own - expected;
  });
}

/**
 * Returns the mean diagonal minus mean off-diagonal cell; null unless there are two models or more and every cell is
 * defined.
 */
export function diagonalDifference(matrix: CrossMatrix): number | null {
  const defined = (row: readonly (number | null)[]) => row.every((value) => value !== null);
  if (matrix.length < 2 || !matrix.every(defined)) return null;
  const cells = matrix as readonly (readonly number[])[]; // every cell is defined, as checked above
  const own = mean(cells.map((row, model) => row[model] as number));
  const other = mean(cells.flatMap((row, model) => row.filter((_, target) => target !== model)));
  return own === null || other === null ? null : own - other;
}

function reasonOf(matrix: CrossMatrix, model: number | null): string {
  if (matrix.length < 2) return 'needs at least two models on the same items';
  if (model !== null && matrix[model]?.[model] === null) return 'the measure is undefined for its own forecasts';
  if (model !== null && matrix.length === 2) return 'with two models the additive model is not identified';
  return 'the measure is undefined in required cells';
}
