import { sha256 } from '../util/canonical-json.ts';
import { seededRandom, shuffled } from '../util/random.ts';

/** A string and the value of a model's answer to it. */
interface LabeledText {
  readonly string: string;
  readonly value: string;
}

/** Hash buckets of n-grams. */
const buckets = 4096;
const maxValues = 200;
const epochs = 5;
const rate = 0.5;

/**
 * Fits a multinomial logistic regression from a string's n-grams to its value, and returns a function with its best
 * guess for a string: what knowledge of the item without knowledge of the model predicts. P(v | x) = softmax(b_v + Σ_i
 * w_v,i / √|x|) over the hashed character 3-grams and words i of x, by seeded stochastic gradient descent with AdaGrad
 * steps (Duchi, Hazan and Singer 2011) over the most frequent values. Null without rows.
 */
export function itemRule(rows: readonly LabeledText[], seed: number): ((string: string) => string) | null {
  const values = mostFrequent(rows.map(({ value }) => value));
  const [only] = values;
  if (only === undefined) return null;
  if (values.length === 1) return () => only;
  const numbers = new Map(values.map((value, number) => [value, number]));
  const known = rows.flatMap(({ string, value }) => {
    const number = numbers.get(value);
    return number === undefined ? [] : [{ features: featuresOf(string), number }];
  });
  const model = new Softmax(values.length);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { features, number } of shuffled(known, seededRandom('item rule', seed, epoch))) {
      model.learn(features, number);
    }
  }
  return (string) => values[model.best(featuresOf(string))] ?? only;
}

/** Returns values by decreasing frequency; ties keep their order. */
function mostFrequent(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxValues)
    .map(([value]) => value);
}

/** Returns the distinct buckets of a string's words and character 3-grams. */
function featuresOf(string: string): Int32Array {
  const found = new Set<number>();
  const padded = ` ${string} `;
  for (let start = 0; start + 3 <= padded.length; start += 1) found.add(bucketOf(padded.slice(start, start + 3)));
  const words = string.split(/\s+/u).filter((word) => word !== '');
  for (const word of words) found.add(bucketOf(`word ${word}`));
  const last = words.at(-1);
  if (last !== undefined) found.add(bucketOf(`last ${last}`));
  return Int32Array.from(found);
}

/** Returns the bucket of a text by FNV-1a over UTF-16 units. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % buckets;
}

class Softmax {
  readonly #classes: number;
  readonly #weights: Float64Array;
  /** Sums of squared gradients, for AdaGrad. */
  readonly #squares: Float64Array;
  readonly #bias: Float64Array;
  readonly #biasSquares: Float64Array;
  readonly #scores: Float64Array;

  constructor(classes: number) {
    this.#classes = classes;
    this.#weights = new Float64Array(buckets * classes);
    this.#squares = new Float64Array(buckets * classes).fill(1e-6);
    this.#bias = new Float64Array(classes);
    this.#biasSquares = new Float64Array(classes).fill(1e-6);
    this.#scores = new Float64Array(classes);
  }

  best(features: Int32Array): number {
    const scores = this.#scored(features);
    let best = 0;
    for (let each = 1; each < this.#classes; each += 1) {
      if ((scores[each] as number) > (scores[best] as number)) best = each;
    }
    return best;
  }

  learn(features: Int32Array, right: number): void {
    const scores = this.#scored(features);
    const highest = scores.reduce((high, score) => Math.max(high, score), Number.NEGATIVE_INFINITY);
    let sum = 0;
    for (let each = 0; each < this.#classes; each += 1) {
      scores[each] = Math.exp((scores[each] as number) - highest);
      sum += scores[each] as number;
    }
    const scale = 1 / Math.sqrt(Math.max(1, features.length));
    for (let each = 0; each < this.#classes; each += 1) {
      const error = (scores[each] as number) / sum - Number(each === right);
      step(this.#bias, this.#biasSquares, { place: each, gradient: error });
      for (const feature of features) {
        step(this.#weights, this.#squares, { place: feature * this.#classes + each, gradient: error * scale });
      }
    }
  }

  #scored(features: Int32Array): Float64Array {
    const scale = 1 / Math.sqrt(Math.max(1, features.length));
    this.#scores.set(this.#bias);
    for (const feature of features) {
      for (let each = 0; each < this.#classes; each += 1) {
        const weight = this.#weights[feature * this.#classes + each] as number;
        this.#scores[each] = (this.#scores[each] as number) + scale * weight;
      }
    }
    return this.#scores;
  }
}

interface Step {
  readonly place: number;
  readonly gradient: number;
}

function step(values: Float64Array, squares: Float64Array, { place: index, gradient }: Step): void {
  if (Math.abs(gradient) < 1e-7) return;
  const square = (squares[index] as number) + gradient * gradient;
  squares[index] = square;
  values[index] = (values[index] as number) - (rate * gradient) / Math.sqrt(square);
}

/** Number of cross-fitting folds. */
const folds = 5;

/** Returns the fold of a cluster, from 0. It depends on the cluster alone, so that all rows of a cluster share a fold. */
export function foldOf(cluster: string): number {
  return Number.parseInt(sha256(`seb-fold-1\n${cluster}`).slice(0, 8), 16) % folds;
}

/** A unit of one group that has a truth; `string` is its normalized string and also its cluster. */
type RuleRow = LabeledText;

/** Returns the most frequent value, the first one on ties; null for an empty list. */
export function modeOf(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: string | null = null;
  for (const [value, times] of counts) if (best === null || times > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** Returns, for each row, the mode of the rows in the other folds; null where those have none. */
export function crossFittedModes(rows: readonly RuleRow[]): readonly (string | null)[] {
  return crossFitted(rows, (others) => {
    const mode = modeOf(others.map(({ value }) => value));
    return () => mode;
  });
}

/** The order in which the rule reads its rows is always the same. */
const epochSeed = 1;

/** Returns, for each row, the guess of an item-only rule that was fitted to the other folds. */
export function crossFittedItemRule(rows: readonly RuleRow[]): readonly (string | null)[] {
  return crossFitted(rows, (others) => itemRule(others, epochSeed) ?? (() => null));
}

function crossFitted(
  rows: readonly RuleRow[],
  fit: (others: readonly RuleRow[]) => (string: string) => string | null,
): readonly (string | null)[] {
  const foldOfRow = rows.map(({ string }) => foldOf(string));
  const guesses: (string | null)[] = rows.map(() => null);
  for (let fold = 0; fold < folds; fold += 1) {
    if (!foldOfRow.includes(fold)) continue;
    const guess = fit(rows.filter((_, index) => foldOfRow[index] !== fold));
    for (const [index, row] of rows.entries()) if (foldOfRow[index] === fold) guesses[index] = guess(row.string);
  }
  return guesses;
}

/**
 * Returns the plug-in entropy of values, -Σ p log2 p, in bits; null for an empty list. Biased low by about (values - 1)
 * / (2 n ln 2).
 */
export function entropyBits(values: readonly string[]): number | null {
  if (values.length === 0) return null;
  const counts = Map.groupBy(values, (value) => value);
  let bits = 0;
  for (const { length } of counts.values()) bits -= (length / values.length) * Math.log2(length / values.length);
  return Math.max(0, bits); // for a single value: 0, not -0
}
