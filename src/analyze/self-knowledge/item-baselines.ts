import type { Measure } from '../../domain/measure.ts';
import { unitScorer } from '../../measures/binary/unit-score.ts';
import { type PermutationNull, permutationNull } from '../../stats/binary/permutation-null.ts';
import { type FeatureRow, SoftmaxModel } from '../../stats/item-text/softmax-model.ts';
import { seededRandom, shuffled } from '../../util/random.ts';
import type { ModelClaims } from '../compare/binary-claims.ts';
import type { ModelResponses, ResponseMatrix } from '../compare/response-matrix.ts';

/** Yes/no predictions and outcomes of one model, by unit. */
type OwnClaims = Pick<ModelClaims, 'prediction' | 'outcome'>;

/** One model's responses, with what they claim. */
interface OwnResponses {
  readonly own: ModelResponses;
  readonly claims: OwnClaims;
}

/** Number of folds of everything that is fitted to a model's outcomes in other clusters. */
export const folds = 5;

/** Steps of one fit: 8 epochs of up to 1,250 items, fewer of more. A fit to a million would take minutes. */
const maxSteps = 10_000;

/**
 * Returns, by unit, the score of an item-only classifier as the prediction of one model. NaN where the model has no
 * prediction or outcome, and where a text is unknown. Null where no text is known.
 */
export function itemOnlyScores(
  field: ResponseMatrix,
  { own, claims: { prediction, outcome } }: OwnResponses,
  { measure, seed }: { readonly measure: Pick<Measure, 'value'>; readonly seed: number },
): Float64Array | null {
  if (field.features.length === 0) return null;
  const scoreOf = unitScorer(measure);
  const bySeed = classified.get(own) ?? new Map<number, Int8Array>();
  classified.set(own, bySeed);
  const answers = bySeed.get(seed) ?? itemOnlyAnswers(field, outcome, seed);
  bySeed.set(seed, answers);
  return prediction.map((predicted, unit) =>
    Number.isNaN(predicted) || answers[unit] === unknown
      ? Number.NaN
      : scoreOf(answers[unit] === 1, outcome[unit] as number),
  );
}

/** Answers of the classifier by model and seed: a contrast and a comparison of models use the same. */
const classified = new WeakMap<ModelResponses, Map<number, Int8Array>>();

/** In place of an answer where the model has no outcome, or no outcomes in other clusters. */
const unknown = -1;

/**
 * Returns, by unit, the answer of an item-only classifier: logistic regression on the hashed n-grams of the items, fitted
 * to the model's own outcomes in other clusters (five folds), so that it knows how the model behaves, but not on this
 * item.
 */
function itemOnlyAnswers(field: ResponseMatrix, outcome: Float64Array, seed: number): Int8Array {
  const known = knownUnits(field.features, outcome, clusterFolds(field.clusterOf, seed));
  const answers = new Int8Array(field.itemOf.length).fill(unknown);
  for (let fold = 0; fold < folds; fold += 1) {
    const training = known.filter((each) => each.fold !== fold && each.share !== 0.5);
    if (training.length === 0) continue;
    const model = new SoftmaxModel(2);
    model.fit(training, seed, maxSteps);
    for (const each of known) if (each.fold === fold) answers[each.unit] = model.predict(each.features);
  }
  return answers;
}

/** A unit with an outcome. */
interface KnownUnit extends FeatureRow {
  readonly unit: number;
  readonly fold: number;
  /** Share of yes among its executions. */
  readonly share: number;
}

function knownUnits(
  features: readonly Uint16Array[],
  outcome: Float64Array,
  foldOf: (unit: number) => number,
): readonly KnownUnit[] {
  return features.flatMap((own, unit): readonly KnownUnit[] => {
    const share = outcome[unit] as number;
    return Number.isNaN(share) ? [] : [{ features: own, label: Number(share > 0.5), unit, fold: foldOf(unit), share }];
  });
}

/** Returns the fold of each unit's cluster, assigned in a seeded order. */
export function clusterFolds(clusterOf: readonly number[], seed: number): (unit: number) => number {
  const clusters = shuffled([...new Set(clusterOf)], seededRandom('item-only folds', seed));
  const foldByCluster = new Map(clusters.map((cluster, index) => [cluster, index % folds]));
  return (unit) => foldByCluster.get(clusterOf[unit] as number) as number;
}

/** Returns by how much a model's accuracy exceeds that of its predictions permuted across clusters. */
export function permutedPredictions(
  field: ResponseMatrix,
  { prediction, outcome }: OwnClaims,
): (PermutationNull & { n: number }) | null {
  const clusters = new Map<number, { readonly said: number[]; readonly held: number[] }>();
  let n = 0;
  for (const [unit, cluster] of field.clusterOf.entries()) {
    const [said, held] = [prediction[unit] as number, outcome[unit] as number];
    if (Number.isNaN(said) || Number.isNaN(held)) continue;
    const found = clusters.get(cluster) ?? { said: [], held: [] };
    clusters.set(cluster, found);
    found.said.push(said);
    found.held.push(held);
    n += 1;
  }
  const found = permutationNull([...clusters.values()]);
  return found === null ? null : { ...found, n };
}
