import type { Quantity } from '../../../results/quantity.ts';
import { estimateAll } from '../../../stats/jackknife.ts';
import { mean } from '../../../stats/moments.ts';
import { alignRows, answered, hit } from '../aligned-items.ts';
import { minCoverage } from '../min-coverage.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { Arm, PredictionRow } from '../rows.ts';
import { inUsedGroups } from '../used-groups.ts';
import { type AccuracyEntry, testedRows } from './accuracy-table.ts';

/** Accuracy of one predictor on one target: means over the groups that every predictor of the study shares. */
interface PredictorAccuracy {
  readonly predictor: string;
  readonly base: string;
  readonly arm: Arm;
  /** The target whose values were the labels; null without training. */
  readonly trainedOn: string | null;
  readonly target: string;
  /** An unreadable prediction counts as wrong; withheld below `minCoverage`, with the reason. */
  readonly accuracy: Quantity;
  /** Accuracy of the cross-fitted most frequent value; null without groups. */
  readonly mode: number | null;
  /** Share of readable predictions; null without groups. */
  readonly coverage: number | null;
}

/** Order of the arms in tables. */
const order: readonly Arm[] = ['self', 'cross', 'near-copy', 'scramble', 'untrained', 'read-off', 'shifted'];

/** Computes the accuracy of each predictor on each target. `entries`: the accuracies by group of the same rows. */
export function predictorAccuracies(
  rows: readonly PredictionRow[],
  entries: readonly AccuracyEntry[],
): readonly PredictorAccuracy[] {
  const used = inUsedGroups(entries);
  const cells = Map.groupBy(testedRows(rows), (row) => cellKey(row));
  return [...Map.groupBy(used, (entry) => cellKey(entry))]
    .flatMap(([key, own]) => accuracyOf(own, cells.get(key) ?? []))
    .toSorted((one, other) => order.indexOf(one.arm) - order.indexOf(other.arm));
}

function cellKey({ target, predictor }: { readonly target: string; readonly predictor: string }): string {
  return JSON.stringify([target, predictor]);
}

function accuracyOf(entries: readonly AccuracyEntry[], rows: readonly PredictionRow[]): readonly PredictorAccuracy[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { predictor, base, arm, trainedOn, target } = first;
  const groups = entries.map(({ group }) => group).toSorted();
  const table = new RateTable([tablePart(alignRows([rows]), [hit(0), answered(0)])], groups);
  const [accuracy, coverage] = estimateAll(table, (totals) => [
    table.macro(totals, 0, 0),
    table.macro(totals, 0, 1),
  ]) as readonly [Quantity, Quantity];
  const modes = entries.flatMap(({ baselines: { mode } }) => (mode === undefined ? [] : [mode]));
  return [
    {
      ...{ predictor, base, arm, trainedOn, target },
      accuracy: readable(accuracy, coverage.value),
      mode: mean(modes),
      coverage: coverage.value,
    },
  ];
}

/** Withholds an accuracy of which fewer than half of the predictions could be read: it mainly reflects the answer form. */
export function readable(accuracy: Quantity, coverage: number | null): Quantity {
  if (coverage === null || coverage >= minCoverage) return accuracy;
  const missing = `withheld: ${(100 * coverage).toFixed(0)} % of predictions could be read`;
  return { ...accuracy, value: null, interval: null, missing };
}
