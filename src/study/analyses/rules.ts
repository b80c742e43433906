import { ngramFeatures } from '../../stats/item-text/ngram-features.ts';
import { SoftmaxModel } from '../../stats/item-text/softmax-model.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import type { GroupedTruth } from './groups.ts';
import type { PredictionRow } from './rows.ts';

/** Rules that predict a target without being that target. */
const baselineNames = ['mode', 'oracleMode', 'trainingMode', 'itemOnly', 'trainedItemOnly', 'echo'] as const;
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
  readonly seed: number;
}

/**
 * Builds the rules for one target; rules whose input is missing are omitted. `mode` is cross-fitted by string;
 * `oracleMode` is the best constant in sample; `trainingMode` the most frequent training label of the property;
 * `itemOnly` knows the string only, `trainedItemOnly` is that rule fitted to the training rows; `echo` is the property of
 * the string itself.
 */
export function baselineRules(input: BaselineInput): ReadonlyMap<BaselineName, BaselineRule> {
  const { items, training, seed } = input;
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
  if (items.some(({ echo }) => echo != null)) rules.set('echo', ({ echo }) => echo ?? null);
  return rules;
}

function addItemOnly(rules: Map<BaselineName, BaselineRule>, { items, training, seed }: BaselineInput): void {
  const trained = Map.groupBy(training, ({ property }) => property);
  const crossFitted = new Map<string, ReadonlyMap<string, string>>();
  const fromTraining = new Map<string, ReadonlyMap<string, string>>();
  for (const [group, own] of Map.groupBy(items, ({ group }) => group)) {
    crossFitted.set(group, crossFittedItemOnly(own, seed));
    const known = trained.get(own[0]?.property ?? '');
    const strings = own.map(({ cluster }) => cluster);
    if (known !== undefined) fromTraining.set(group, itemOnly(known, strings, seed));
  }
  const byString =
    (groups: typeof crossFitted): BaselineRule =>
    ({ group, cluster }) =>
      groups.get(group)?.get(cluster) ?? null;
  rules.set('itemOnly', byString(crossFitted));
  if (fromTraining.size > 0) rules.set('trainedItemOnly', byString(fromTraining));
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

/** Rules that predict a target without answers of any model to the test strings, by target. */
export type RulesOfTargets = ReadonlyMap<string, ReadonlyMap<BaselineName, BaselineRule>>;

/** Builds the rules of every target from the rows of a study. */
export function rulesOfTargets(rows: readonly PredictionRow[], seed: number): RulesOfTargets {
  const tested = testedRows(rows);
  return new Map(
    [...Map.groupBy(tested, ({ target }) => target)].map(([target, own]) => {
      const rules = baselineRules({
        items: distinctTrueRows(own),
        training: distinctTrueRows(rows.filter((row) => row.split === 'train' && row.target === target)),
        seed,
      });
      return [target, rules];
    }),
  );
}

/** Returns the rows of held-out strings. */
export function testedRows(rows: readonly PredictionRow[]): readonly PredictionRow[] {
  return rows.filter(({ split }) => split !== 'train');
}

interface ClusteredTruth extends GroupedTruth {
  readonly cluster: string;
}

/** Returns a group's most frequent value by cluster; null where no value is known. */
type ModeRule = (item: ClusteredTruth) => string | null;

/** Parts of the strings; each is predicted from the other ones. */
const folds = 5;

/**
 * Returns the constant prediction of each group, found without the item's fifth of the strings (cross-fitting by
 * cluster). The in-sample mode overstates the score of a constant by up to 1 / n, which is noticeable for open values.
 */
export function crossFittedMode(items: readonly ClusteredTruth[], seed: number): ModeRule {
  const names = [...new Set(items.map(({ cluster }) => cluster))].sort();
  const foldByCluster = new Map(
    shuffled(names, seededRandom('mode folds', seed)).map((cluster, index) => [cluster, index % folds]),
  );
  const counts = Array.from({ length: folds }, () => new ValueCounts());
  for (const item of items) {
    const own = foldByCluster.get(item.cluster);
    for (const [fold, count] of counts.entries()) if (fold !== own) count.add(item);
  }
  const modes = counts.map((count) => count.modes());
  return ({ group, cluster }) => modes[foldByCluster.get(cluster) ?? 0]?.get(group) ?? null;
}

/** Returns each group's most frequent value over all given items: the best constant in sample. */
export function groupModes(items: Iterable<GroupedTruth>): ReadonlyMap<string, string> {
  const counts = new ValueCounts();
  for (const item of items) counts.add(item);
  return counts.modes();
}

class ValueCounts {
  readonly #groups = new Map<string, Map<string, number>>();

  add({ group, truth }: GroupedTruth): void {
    let values = this.#groups.get(group);
    if (values === undefined) {
      values = new Map();
      this.#groups.set(group, values);
    }
    values.set(truth, (values.get(truth) ?? 0) + 1);
  }

  /** Returns the most frequent value of each group; ties go to the first in code unit order. */
  modes(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#groups].map(([group, values]) => {
        const sorted = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
        return [group, (sorted[0] as [string, number])[0]]; // a group has at least one value
      }),
    );
  }
}

/** A string and the value of one property of a target's answer to it. */
interface LabeledString {
  readonly cluster: string;
  readonly truth: string;
}

/** Maximum number of values that are learned; rarer ones are never predicted. */
const maxValues = 200;

/**
 * Predicts values from the text of the strings alone, without the model: multinomial logistic regression on hashed
 * n-grams, where each string is predicted by a fit to the other four fifths of the strings. Returns the value by
 * cluster.
 */
export function crossFittedItemOnly(items: readonly LabeledString[], seed: number): ReadonlyMap<string, string> {
  const clusters = [...new Set(items.map(({ cluster }) => cluster))].sort();
  const order = shuffled(clusters, seededRandom('item-only folds', seed));
  const foldByCluster = new Map(order.map((cluster, index) => [cluster, index % folds]));
  const predictions = new Map<string, string>();
  for (let fold = 0; fold < folds; fold += 1) {
    const training = items.filter(({ cluster }) => foldByCluster.get(cluster) !== fold);
    const tested = order.filter((cluster) => foldByCluster.get(cluster) === fold);
    for (const [cluster, value] of itemOnly(training, tested, seed)) predictions.set(cluster, value);
  }
  return predictions;
}

/** Fits to labeled strings and predicts other strings. With a study's training rows, this is what they alone can teach. */
export function itemOnly(
  training: readonly LabeledString[],
  tested: readonly string[],
  seed: number,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { truth } of training) counts.set(truth, (counts.get(truth) ?? 0) + 1);
  const values = [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, maxValues)
    .map(([value]) => value);
  const codes = new Map(values.map((value, code) => [value, code]));
  if (values.length === 0) return new Map();
  const sorted = training.toSorted((one, other) => (one.cluster < other.cluster ? -1 : 1)); // the fit depends on the order
  const rows = sorted.flatMap(({ cluster, truth }) => {
    const label = codes.get(truth);
    return label === undefined ? [] : [{ features: ngramFeatures(cluster), label }];
  });
  const model = new SoftmaxModel(values.length);
  model.fit(rows, seed);
  return new Map(tested.map((cluster) => [cluster, values[model.predict(ngramFeatures(cluster))] as string]));
}

/** With fewer strings, the values of a fixed set may differ by chance. */
const minStrings = 20;

/**
 * Returns the groups whose values differ by item although the experiment says that they are a fixed set: a yes/no property
 * with more than two values, or one most of whose values occur once. The most frequent value of other strings is then
 * right less often than a guess between the options of an item, so that the base rate is too low.
 */
export function groupsWithItemValues(rows: readonly PredictionRow[]): readonly string[] {
  const fixed = testedRows(rows).filter(({ fixedValues }) => fixedValues !== undefined);
  const groups = Map.groupBy(fixed, ({ target, group }) => JSON.stringify([target, group]));
  const found = [...groups.values()].flatMap((of) => {
    const truths = distinctTrueRows(of);
    const counts = [...Map.groupBy(truths, ({ truth }) => truth).values()].map(({ length }) => length);
    const single = counts.filter((count) => count === 1).length;
    const isMany = of[0]?.fixedValues === 'binary' ? counts.length > 2 : single > truths.length / 2;
    return truths.length >= minStrings && isMany ? [of[0]?.group ?? ''] : [];
  });
  return [...new Set(found)];
}

/** Names of the rules in sentences. */
const ruleNames: Readonly<Partial<Record<string, string>>> = {
  trainingMode: 'base rate, training rows',
  itemOnly: 'item-only',
  trainedItemOnly: 'item-only, trained',
};

/** Returns a rule as a phrase of a sentence. */
export function ruleText(rule: string): string {
  return rule === 'mode' ? 'the base rate' : `the rule “${ruleNames[rule] ?? rule}”`;
}
