import { ngramFeatures } from '../../../stats/item-text/ngram-features.ts';
import { SoftmaxModel } from '../../../stats/item-text/softmax-model.ts';
import { seededRandom, shuffled } from '../../../util/random.ts';

/** A string and the value of one property of a target's answer to it. */
interface LabeledString {
  readonly cluster: string;
  readonly truth: string;
}

/** Maximum number of values that are learned; rarer ones are never predicted. */
const maxValues = 200;
const folds = 5;

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
  const rows = training.flatMap(({ cluster, truth }) => {
    const label = codes.get(truth);
    return label === undefined ? [] : [{ features: ngramFeatures(cluster), label }];
  });
  const model = new SoftmaxModel(values.length);
  model.fit(rows, seed);
  return new Map(tested.map((cluster) => [cluster, values[model.predict(ngramFeatures(cluster))] as string]));
}
