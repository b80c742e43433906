import type { Quantity } from '../../../results/quantity.ts';
import {
  estimateAll,
  jackknife,
  minIntervalClusters,
  missingEstimate,
  totalsOf,
  twoSidedP,
} from '../../../stats/jackknife.ts';
import { detectableMean } from '../../../stats/power.ts';
import { type AlignedItem, alignRows, hit } from '../aligned-items.ts';
import { usedGroups } from '../groups.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { PredictionRow } from '../rows.ts';

/** Predictions about one target, each with the weight of its accuracy in a difference; the weights sum to 0. */
type Weighted = readonly (readonly [rows: readonly PredictionRow[], weight: number])[];

/** A difference of accuracies on the rows that all compared predictors share, with its test. */
export interface ModeContrast {
  /** Mean over groups of task and property; an unreadable prediction counts as wrong. */
  readonly difference: Quantity;
  /** The difference on the rows that all predictors answered; null where they answered all. */
  readonly read: Quantity | null;
  /**
   * Two-sided p by t over strings, not adjusted. Where some predictions cannot be read, the larger of the p on all rows and on
   * answered ones, and 1 where they have opposite signs. Null without rows.
   */
  readonly p: number | null;
  /** Whether no string differs. */
  readonly isEqual: boolean;
  /** Returns the smallest difference that 80 % of such studies find at a two-sided level; null where it is unknown. */
  readonly detectable: (level: number) => number | null;
}

/** Compares weighted accuracies; gives the reason where no group has enough shared rows. */
export function contrastOf(cells: Weighted): ModeContrast {
  const rows = cells.map(([own]) => own);
  const weights = cells.map(([, weight]) => weight);
  const items = alignRows(rows);
  const all = differenceOf(items, weights);
  const answered = items.filter((item) => item.rows.every(({ prediction }) => prediction !== null));
  const isEqual = all.byString.length > 0 && all.byString.every((difference) => difference === 0);
  if (answered.length === items.length) {
    return { difference: all.difference, read: null, p: all.p, isEqual, detectable: detectableIn([all]) };
  }
  const read = differenceOf(answered, weights);
  return {
    difference: all.difference,
    read: read.difference,
    p: largerP(all, read),
    isEqual,
    detectable: detectableIn([all, read]),
  };
}

/** A difference, what each string adds to it, and its p. */
interface Difference {
  readonly difference: Quantity;
  readonly byString: readonly number[];
  readonly p: number | null;
}

function differenceOf(items: readonly AlignedItem[], weights: readonly number[]): Difference {
  const groups = usedGroups([items]).used;
  if (groups.length === 0) {
    return { difference: missingEstimate('no group has enough rows in both modes'), byString: [], p: null };
  }
  const scores = weights.map((_, cell) => hit(cell));
  const table = new RateTable([tablePart(items, scores)], groups);
  const weighted = (value: (score: number) => number | null) => {
    let sum = 0;
    for (const [score, weight] of weights.entries()) {
      const own = value(score);
      if (own === null) return null;
      sum += weight * own;
    }
    return sum;
  };
  const macro = (sums: Float64Array) => weighted((score) => table.macro(sums, 0, score));
  const [difference] = estimateAll(table, (sums) => [macro(sums)]) as readonly [Quantity];
  const error = jackknife(table.clusters, macro);
  const totals = totalsOf(table.clusters);
  const byString = table.clusters.map((sums) => {
    const ofGroup = (group: number) =>
      (weighted((score) => table.sum(sums, { part: 0, score, group })) ?? 0) / table.count(totals, 0, group);
    const parts = groups.map((_, group) => ofGroup(group));
    return (parts.reduce((sum, part) => sum + part, 0) / groups.length) * table.clusters.length;
  });
  return { difference, byString, p: error === null ? null : twoSidedP(error) };
}

function largerP(all: Difference, read: Difference): number | null {
  if (all.p === null) return null;
  const [one, other] = [all.difference.value, read.difference.value];
  if (read.p === null || one === null || other === null || Math.sign(one) !== Math.sign(other)) return 1;
  return Math.max(all.p, read.p);
}

function detectableIn(differences: readonly Difference[]): ModeContrast['detectable'] {
  return (level) => {
    const found = differences.map(({ byString }) =>
      byString.length < minIntervalClusters
        ? null
        : detectableMean(
            byString.map((difference) => [difference, 1]),
            level,
          ),
    );
    return found.some((each) => each === null) ? null : Math.max(...(found as readonly number[]));
  };
}
