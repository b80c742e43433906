import type { Quantity } from '../../results/quantity.ts';
import type { AccuracyEntry, Arm, PredictorAccuracy } from '../../results/study-result.ts';
import { estimateAll } from '../../stats/jackknife.ts';
import { mean } from '../../stats/moments.ts';
import { alignRows, answered, hit, rightness } from './aligned-items.ts';
import { inUsedGroups, minCoverage } from './groups.ts';
import { RateTable, tablePart } from './rate-table.ts';
import type { PredictionRow } from './rows.ts';
import { type BaselineName, type BaselineRule, type RulesOfTargets, type TrueRow, testedRows } from './rules.ts';

/** Computes every held-out accuracy with its rules. */
export function accuracyTable(rows: readonly PredictionRow[], ruleSets: RulesOfTargets): readonly AccuracyEntry[] {
  return [...Map.groupBy(testedRows(rows), ({ target }) => target)].flatMap(([target, own]) => {
    const rules = ruleSets.get(target) ?? new Map<BaselineName, BaselineRule>();
    return [...Map.groupBy(own, ({ predictor }) => predictor).values()].flatMap((cell) => entriesOf(cell, rules));
  });
}

function entriesOf(rows: readonly PredictionRow[], rules: ReadonlyMap<BaselineName, BaselineRule>): AccuracyEntry[] {
  const items = alignRows([rows]).flatMap(({ rows: [row], truth }): TrueRow[] =>
    row === undefined ? [] : [{ ...row, truth }],
  );
  return [...Map.groupBy(items, ({ group }) => group)].map(([group, own]) => {
    const first = own[0] as TrueRow; // a group has rows
    const share = (right: (row: TrueRow) => boolean) => own.filter(right).length / own.length;
    return {
      predictor: first.predictor,
      base: first.base,
      arm: first.arm,
      trainedOn: first.trainedOn,
      target: first.target,
      ...(first.training === undefined ? {} : { training: first.training }),
      group,
      value: own.reduce((sum, row) => sum + rightness(row, row.truth), 0) / own.length,
      n: own.length,
      coverage: share(({ prediction }) => prediction !== null),
      baselines: Object.fromEntries([...rules].map(([name, rule]) => [name, share((row) => rule(row) === row.truth)])),
    };
  });
}

/** Order of the arms in tables. */
const order: readonly Arm[] = ['self', 'cross', 'near-copy', 'scramble', 'untrained', 'shifted'];

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
  const { predictor, base, arm, trainedOn, target, training } = first;
  const groups = entries.map(({ group }) => group).toSorted();
  const table = new RateTable([tablePart(alignRows([rows]), [hit(0), answered(0)])], groups);
  const [accuracy, coverage] = estimateAll(table, (totals) => [
    table.macro(totals, 0, 0),
    table.macro(totals, 0, 1),
  ]) as readonly [Quantity, Quantity];
  const modes = entries.flatMap(({ baselines: { mode } }) => (mode === undefined ? [] : [mode]));
  return [
    {
      ...{ predictor, base, arm, trainedOn, target, ...(training === undefined ? {} : { training }) },
      accuracy: readable(asShare(accuracy), coverage.value),
      mode: mean(modes),
      coverage: coverage.value,
    },
  ];
}

/** Returns a share with its interval between 0 and 1, beyond which an interval by t can reach. */
export function asShare(quantity: Quantity): Quantity {
  const { interval } = quantity;
  return { ...quantity, interval: interval && [Math.max(0, interval[0]), Math.min(1, interval[1])] };
}

/** Withholds an accuracy of which fewer than half of the predictions could be read: it mainly reflects the answer form. */
export function readable(accuracy: Quantity, coverage: number | null): Quantity {
  if (coverage === null || coverage >= minCoverage) return accuracy;
  const missing = `withheld: ${(100 * coverage).toFixed(0)} % of predictions could be read`;
  return { ...accuracy, value: null, interval: null, missing };
}
