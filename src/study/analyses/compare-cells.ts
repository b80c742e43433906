import type { Quantity } from '../../results/quantity.ts';
import { estimateAll, missingEstimate } from '../../stats/jackknife.ts';
import { type AbsencePolicy, alignRows, hit } from './aligned-items.ts';
import { usedGroups } from './groups.ts';
import { accuracyDifference } from './pairs/plain-advantage.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { PredictionRow } from './rows.ts';

/** Accuracy of the first of two predictors of one target on their shared rows, macro over groups. */
export interface CellComparison {
  readonly first: Quantity;
  /** First minus second, paired by string. */
  readonly difference: Quantity;
}

/** Options of comparing two predictors. */
export interface CompareOptions {
  readonly policy?: AbsencePolicy;
}

/** Compares two predictors of one target; gives the reason where no group has enough shared rows. */
export function compareCells(
  first: readonly PredictionRow[],
  second: readonly PredictionRow[],
  options: CompareOptions = {},
): CellComparison {
  const items = alignRows([first, second], options.policy);
  const groups = usedGroups([items]).used;
  if (groups.length === 0) {
    const missing = missingEstimate(reason(first, second));
    return { first: missing, difference: missing };
  }
  const table = new RateTable([tablePart(items, [hit(0), hit(1)])], groups);
  const pair = { part: 0, first: 0, second: 1 };
  const [accuracy, difference] = estimateAll(table, (totals) => [
    table.macro(totals, 0, 0),
    accuracyDifference(table, totals, pair),
  ]) as readonly [Quantity, Quantity];
  return { first: accuracy, difference };
}

function reason(first: readonly PredictionRow[], second: readonly PredictionRow[]): string {
  if (first.length === 0 || second.length === 0) return 'one of the two predictors has no rows';
  return 'no group has enough rows that both predictors share';
}
