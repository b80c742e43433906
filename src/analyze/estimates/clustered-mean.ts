import { accuracyMicro } from '../../outcome-kinds/categorical.ts';

/** Measure that a mean of the items' shares of right predictions is. */
export const measureOfMean = accuracyMicro.name;

/** Mean of the items' values, and its standard error clustered by group; null where a single group leaves none. */
export interface ClusteredMean {
  readonly value: number;
  readonly stderr: number | null;
}

/** Sums of a group of items. */
interface Group {
  sum: number;
  n: number;
}

/** Adds up values of items in groups, so that a log can state its mean without keeping its items. */
export class ClusteredSums {
  readonly #groups = new Map<string, Group>();

  add(cluster: string, value: number): void {
    const group = this.#groups.get(cluster) ?? { sum: 0, n: 0 };
    group.sum += value;
    group.n += 1;
    this.#groups.set(cluster, group);
  }

  /**
   * Returns the mean and its standard error: the root of the sum over groups of the squared sum of residuals, times
   * g / (g - 1) for g groups, divided by the number of items (Liang and Zeger 1986, as in Inspect's clustered `stderr`).
   * Null without a value.
   */
  mean(): ClusteredMean | null {
    const groups = [...this.#groups.values()];
    const n = groups.reduce((total, group) => total + group.n, 0);
    if (n === 0) return null;
    const value = groups.reduce((total, group) => total + group.sum, 0) / n;
    if (groups.length < 2) return { value, stderr: null };
    const squares = groups.reduce((total, group) => total + (group.sum - group.n * value) ** 2, 0);
    return { value, stderr: Math.sqrt((squares * groups.length) / (groups.length - 1)) / n };
  }
}
