import { crossFittedMode, groupModes } from '../cross-fitted-mode.ts';
import type { PredictionRow } from '../rows.ts';
import { crossFittedItemOnly, itemOnly } from './item-only.ts';

/** Rules that predict a target without being that target. */
const baselineNames = [
  'mode',
  'oracleMode',
  'trainingMode',
  'itemOnly',
  'trainedItemOnly',
  'otherModels',
  'echo',
] as const;
export type BaselineName = (typeof baselineNames)[number];

export type TrueRow = PredictionRow & { readonly truth: string };

/** Returns a rule's prediction for a row, or null where it has none (counted as wrong). */
export type BaselineRule = (row: TrueRow) => string | null;

/** Rows that the rules of one target are fitted to. */
interface BaselineInput {
  /** Held-out rows of the target, one for each item. */
  readonly items: readonly TrueRow[];
  /** The target's training rows, one for each item; empty where the study has none. */
  readonly training: readonly TrueRow[];
  /** Held-out rows of the other targets, one for each item. */
  readonly others: readonly TrueRow[];
  readonly seed: number;
}

/**
 * Builds the rules for one target; rules whose input is missing are omitted. `mode` is cross-fitted by string;
 * `oracleMode` is the best constant in sample; `trainingMode` the most frequent training label of the property;
 * `itemOnly` knows the string only, `trainedItemOnly` is that rule fitted to the training rows; `consensus` is the most
 * frequent value of the other targets on the same string; `echo` the property of the string itself.
 */
export function baselineRules(input: BaselineInput): ReadonlyMap<BaselineName, BaselineRule> {
  const { items, training, others, seed } = input;
  const oracle = groupModes(items);
  const rules = new Map<BaselineName, BaselineRule>([
    ['mode', crossFittedMode(items, seed)],
    ['oracleMode', ({ group }) => oracle.get(group) ?? null],
  ]);
  if (training.length > 0) {
    const modes = groupModes(training.map(({ property, truth }) => ({ group: property, truth })));
    rules.set('trainingMode', ({ property }) => modes.get(property) ?? null);
  }
  addItemOnly(rules, input);
  if (others.length > 0) {
    const modes = groupModes(others.map((row) => ({ group: itemKey(row), truth: row.truth })));
    rules.set('otherModels', (row) => modes.get(itemKey(row)) ?? null);
  }
  if (items.some(({ echo }) => echo != null)) rules.set('echo', ({ echo }) => echo ?? null);
  return rules;
}

function addItemOnly(rules: Map<BaselineName, BaselineRule>, { items, training, seed }: BaselineInput): void {
  const trained = Map.groupBy(training, ({ property }) => property);
  const [crossFitted, fromTraining] = [
    new Map<string, ReadonlyMap<string, string>>(),
    new Map<string, ReadonlyMap<string, string>>(),
  ];
  for (const [group, own] of Map.groupBy(items, ({ group }) => group)) {
    crossFitted.set(group, crossFittedItemOnly(own, seed));
    const known = trained.get(own[0]?.property ?? '') ?? [];
    if (known.length > 0)
      fromTraining.set(
        group,
        itemOnly(
          known,
          own.map(({ cluster }) => cluster),
          seed,
        ),
      );
  }
  rules.set('itemOnly', ({ group, cluster }) => crossFitted.get(group)?.get(cluster) ?? null);
  if (fromTraining.size > 0) {
    rules.set('trainedItemOnly', ({ group, cluster }) => fromTraining.get(group)?.get(cluster) ?? null);
  }
}

function itemKey({ task, property, cluster }: PredictionRow): string {
  return `${task}\u0000${property}\u0000${cluster}`;
}

/** Returns the rows with a truth, the first of each property of a string. */
export function distinctTrueRows(rows: readonly PredictionRow[]): readonly TrueRow[] {
  const found = new Map<string, TrueRow>();
  for (const row of rows) {
    const { truth } = row;
    if (truth === null) continue;
    const key = itemKey(row);
    if (!found.has(key)) found.set(key, { ...row, truth });
  }
  return [...found.values()];
}
