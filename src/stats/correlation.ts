import { tTail, twoSidedZ } from './distributions.ts';
import type { Interval } from './intervals.ts';

/** A correlation in [-1, 1] with its interval; the interval is null at exactly -1 or 1. */
export interface Correlation {
  readonly value: number;
  readonly n: number;
  readonly interval: Interval | null;
}

/**
 * Returns Pearson's correlation with Fisher's interval tanh(atanh r ± z / sqrt(n - 3)) (Fisher 1921; bivariate normal,
 * independent pairs). Null for fewer than 4 pairs or where x or y does not vary.
 */
export function pearson(x: readonly number[], y: readonly number[], level = 0.95): Correlation | null {
  const value = correlationOf(x, y);
  if (value === null || x.length < 4) return null;
  const interval = transformed(value, 1 / Math.sqrt(x.length - 3), { level, method: 'Fisher z' });
  return { value, n: x.length, interval };
}

/**
 * Returns Spearman's rank correlation (mid-ranks for ties), with standard error of atanh r sqrt((1 + r²/2) / (n - 3))
 * (Bonett and Wright 2000). Null for fewer than 4 pairs or where x or y does not vary.
 */
export function spearman(x: readonly number[], y: readonly number[], level = 0.95): Correlation | null {
  const value = correlationOf(midRanks(x), midRanks(y));
  if (value === null || x.length < 4) return null;
  const error = Math.sqrt((1 + value ** 2 / 2) / (x.length - 3));
  return { value, n: x.length, interval: transformed(value, error, { level, method: 'Bonett-Wright' }) };
}

/** Returns ranks from 1; equal values share their mean rank. */
export function midRanks(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    const value = values[order[start] as number];
    let end = start;
    while (end < order.length && values[order[end] as number] === value) end += 1;
    for (const index of order.slice(start, end)) ranks[index] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}

/** Returns Pearson's correlation in [-1, 1]; null where a variable has one value. */
export function correlationOf(x: readonly number[], y: readonly number[]): number | null {
  if (x.length !== y.length) throw new RangeError(`${x.length} values against ${y.length}`);
  if (new Set(x).size < 2 || new Set(y).size < 2) return null;
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length;
  let [both, squaresX, squaresY] = [0, 0, 0];
  for (const [index, value] of x.entries()) {
    const [dx, dy] = [value - meanX, (y[index] as number) - meanY];
    both += dx * dy;
    squaresX += dx * dx;
    squaresY += dy * dy;
  }
  const value = both / Math.sqrt(squaresX) / Math.sqrt(squaresY);
  return Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : null;
}

function transformed(value: number, error: number, how: Pick<Interval, 'level' | 'method'>): Interval | null {
  if (1 - Math.abs(value) < 1e-12) return null;
  const half = twoSidedZ(how.level) * error;
  return { low: Math.tanh(Math.atanh(value) - half), high: Math.tanh(Math.atanh(value) + half), ...how, seed: null };
}

/** Distinct assignments up to which all are counted. */
const maxAssignments = 50_000;

/** Two-sided test that a value does not go with an attribute. */
interface AssignmentTest {
  /** Share of the assignments of the attributes to the cases with a correlation at least as large, in (0, 1]. */
  readonly p: number;
  readonly method: 'every assignment' | 't';
}

/**
 * Returns the permutation test of Pearson's correlation (Pitman 1937): every distinct assignment of the attributes `x` to the
 * values `y` counts once. Above 50,000 assignments: t = r sqrt((n - 2) / (1 - r²)) with n - 2 degrees of freedom. Give ranks
 * for Spearman's correlation. Null below three cases, or where x or y does not vary.
 */
export function assignmentTest(x: readonly number[], y: readonly number[]): AssignmentTest | null {
  const n = x.length;
  const centered = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value / n, 0);
    return values.map((value) => value - mean);
  };
  const [dx, dy] = [centered(x), centered(y)];
  const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
  const scale = Math.sqrt(squares(dx) * squares(dy));
  if (n < 3 || scale < 1e-12) return null;
  const observed = dx.reduce((sum, value, index) => sum + value * (dy[index] as number), 0) / scale;
  const levels = [...new Set(dx)].sort((a, b) => a - b);
  const counts = levels.map((level) => dx.filter((value) => value === level).length);
  if (assignmentsOf(counts) > maxAssignments) {
    const t = Math.abs(observed) * Math.sqrt((n - 2) / Math.max(1e-15, 1 - observed ** 2));
    return { p: Math.min(1, 2 * tTail(t, n - 2)), method: 't' };
  }
  const atLeast = Math.abs(observed) * scale * (1 - 1e-9); // rounding does not break ties
  let [hits, all] = [0, 0];
  const assign = (place: number, sum: number): void => {
    if (place === n) {
      all += 1;
      if (Math.abs(sum) >= atLeast) hits += 1;
      return;
    }
    for (const [level, value] of levels.entries()) {
      if (counts[level] === 0) continue;
      counts[level] = (counts[level] as number) - 1;
      assign(place + 1, sum + value * (dy[place] as number));
      counts[level] = (counts[level] as number) + 1;
    }
  };
  assign(0, 0);
  return { p: hits / all, method: 'every assignment' };
}

/** Returns n! / (c1! c2! ...), the number of distinct assignments. */
function assignmentsOf(counts: readonly number[]): number {
  let [ways, placed] = [1, 0];
  for (const count of counts) {
    for (let step = 1; step <= count; step += 1) {
      placed += 1;
      ways = (ways * placed) / step;
    }
  }
  return Math.round(ways);
}
