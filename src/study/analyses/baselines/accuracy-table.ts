import type { Quantity } from '../../../results/quantity.ts';
import { estimateAll, missingEstimate } from '../../../stats/jackknife.ts';
import { alignRows, hit, rightness } from '../aligned-items.ts';
import { usedGroups } from '../groups.ts';
import type { RulesOfTargets } from '../pairs/pair-table.ts';
import { RateTable, tablePart } from '../rate-table.ts';
import type { Arm, PredictionRow } from '../rows.ts';
import {
  type BaselineName,
  type BaselineRule,
  baselineRules,
  distinctTrueRows,
  type TrueRow,
} from './baseline-rules.ts';

/** Accuracy of one predictor on one target in one group, next to the scores of the rules on the same rows. */
export interface AccuracyEntry {
  readonly predictor: string;
  readonly base: string;
  readonly arm: Arm;
  /** The target whose values were the labels; null without training. */
  readonly trainedOn: string | null;
  readonly target: string;
  readonly group: string;
  readonly value: number;
  /** Number of rows with a truth; a missing prediction counts as wrong. */
  readonly n: number;
  /** Share of these rows with a readable prediction. */
  readonly coverage: number;
  readonly baselines: Readonly<Partial<Record<BaselineName, number>>>;
}

/** Macro accuracy of a target's own trained model less that of the best rule. */
interface BeyondBaselines {
  readonly predictor: string;
  readonly target: string;
  /** The rule with the highest macro accuracy; null without rules. */
  readonly best: BaselineName | null;
  /** Self minus the best rule, with the maximum recomputed without each string. */
  readonly difference: Quantity;
}

/** Computes every held-out accuracy with its rules, and by how much each self-trained model exceeds them. */
export function accuracyTable(
  rows: readonly PredictionRow[],
  ruleSets: RulesOfTargets,
): { readonly accuracy: readonly AccuracyEntry[]; readonly beyondBaselines: readonly BeyondBaselines[] } {
  const parts = [...Map.groupBy(testedRows(rows), ({ target }) => target)].map(([target, own]) => {
    const rules = ruleSets.get(target) ?? new Map<BaselineName, BaselineRule>();
    const cells = [...Map.groupBy(own, ({ predictor }) => predictor).values()];
    return {
      accuracy: cells.flatMap((cell) => entriesOf(cell, rules)),
      beyond: cells
        .filter(([first]) => first?.arm === 'self' && first.trainedOn === target)
        .map((cell) => beyond(cell, rules)),
    };
  });
  return { accuracy: parts.flatMap(({ accuracy }) => accuracy), beyondBaselines: parts.flatMap((part) => part.beyond) };
}

/** Builds the rules of every target from the rows of a study. */
export function rulesOfTargets(rows: readonly PredictionRow[], seed: number): RulesOfTargets {
  const tested = testedRows(rows);
  return new Map(
    [...Map.groupBy(tested, ({ target }) => target)].map(([target, own]) => {
      const others = tested.filter((row) => row.target !== target);
      const rules = baselineRules({
        items: distinctTrueRows(own),
        training: distinctTrueRows(rows.filter((row) => row.split === 'train' && row.target === target)),
        others: [...Map.groupBy(others, (row) => row.target).values()].flatMap(distinctTrueRows),
        seed,
      });
      return [target, rules];
    }),
  );
}

/** Returns the rows of held-out strings, without those of scaling arms. */
export function testedRows(rows: readonly PredictionRow[]): readonly PredictionRow[] {
  return rows.filter(({ split, arm, size }) => split !== 'train' && arm !== 'read-off' && size === undefined);
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
      group,
      value: own.reduce((sum, row) => sum + rightness(row, row.truth), 0) / own.length,
      n: own.length,
      coverage: share(({ prediction }) => prediction !== null),
      baselines: Object.fromEntries([...rules].map(([name, rule]) => [name, share((row) => rule(row) === row.truth)])),
    };
  });
}

function beyond(rows: readonly PredictionRow[], rules: ReadonlyMap<BaselineName, BaselineRule>): BeyondBaselines {
  const [{ predictor, target }] = rows as readonly [PredictionRow, ...PredictionRow[]]; // a cell has rows
  const items = alignRows([rows]);
  const groups = usedGroups([items]).used;
  if (groups.length === 0) {
    return { predictor, target, best: null, difference: missingEstimate('no group has enough rows') };
  }
  const fair = [...rules].filter(([name]) => name !== 'oracleMode'); // no predictor can know the held-out mode
  const names = fair.map(([name]) => name);
  const right = fair.map(
    ([, rule]) =>
      ({ rows: [row], truth }: (typeof items)[number]) =>
        Number(row !== undefined && rule({ ...row, truth }) === truth),
  );
  const table = new RateTable([tablePart(items, [hit(0), ...right])], groups);
  const [difference, ...macros] = estimateAll(table, (totals) => {
    const self = table.macro(totals, 0, 0);
    const scores = names.map((_, index) => table.macro(totals, 0, 1 + index) ?? 0);
    return [self === null ? null : self - Math.max(...scores), ...scores];
  }) as readonly [Quantity, ...Quantity[]];
  const top = Math.max(...macros.map(({ value }) => value ?? 0));
  return { predictor, target, best: names[macros.findIndex(({ value }) => value === top)] ?? null, difference };
}
