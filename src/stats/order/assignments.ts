import { tTail } from '../basic/student.ts';

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
