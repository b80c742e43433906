import { seededRandom, shuffled } from '../../util/random.ts';
import { featureCount } from './ngram-features.ts';

/** One training row: the indices of its features, and the index of its class. */
export interface FeatureRow {
  readonly features: Uint16Array;
  readonly label: number;
}

const epochs = 8;
/** Small: each string has features that no other has, and larger steps learn those instead of what strings share. */
const rate = 0.05;

/**
 * Numbers per feature and class, which lie side by side in memory because every step reads and writes all of them: the
 * weight, 1 + the sum of the squared slopes, and the sum of the weight's changes, each times the steps before it.
 */
const width = 3;

/** Numbers per class: those of each feature and of the constant. */
const size = (featureCount + 1) * width;
const constant = featureCount * width;

/**
 * Multinomial logistic regression, P(class k) = exp(b_k + sum of w_kf over the row's features) / sum over classes,
 * fitted by stochastic gradient ascent with AdaGrad steps (Duchi, Hazan and Singer 2011) in a seeded order. Predictions
 * use the mean of the weights over all steps (Polyak and Juditsky 1992).
 *
 * Of two classes, the weights of the second are those of the first times -1 in every step, so only the first is fitted.
 */
export class SoftmaxModel {
  /** Number of classes whose weights are fitted. */
  readonly #fitted: number;
  /** By fitted class and feature; the last feature is the constant. */
  readonly #state: Float64Array;
  /** Scores and then probabilities of the classes: reused, because one fit takes 10,000 steps. */
  readonly #shares: Float64Array;
  #steps = 0;

  constructor(classes: number) {
    this.#fitted = classes === 2 ? 1 : classes;
    this.#state = new Float64Array(this.#fitted * size);
    for (let index = 1; index < this.#state.length; index += width) this.#state[index] = 1;
    this.#shares = new Float64Array(classes);
  }

  /** Takes a step for each row in each of 8 epochs, or stops after `maxSteps` steps. */
  fit(rows: readonly FeatureRow[], seed: number, maxSteps = Number.POSITIVE_INFINITY): void {
    let steps = 0;
    for (let epoch = 0; epoch < epochs && steps < maxSteps; epoch += 1) {
      for (const row of shuffled(rows, seededRandom('softmax', seed, epoch)).slice(0, maxSteps - steps)) {
        this.#step(row);
        steps += 1;
      }
    }
    this.#takeMeans();
  }

  /** Returns the most probable class. */
  predict(features: Uint16Array): number {
    const scores = this.#probabilities(features);
    return scores.indexOf(Math.max(...scores));
  }

  #step({ features, label }: FeatureRow): void {
    const slopes = this.#probabilities(features);
    this.#steps += 1;
    for (let k = 0; k < this.#fitted; k += 1) {
      const moved = { first: k * size, slope: Number(k === label) - (slopes[k] as number), step: this.#steps };
      climb(this.#state, features, moved);
    }
  }

  /** Replaces each weight by its mean: a change counts in all steps but those before it. */
  #takeMeans(): void {
    const state = this.#state;
    for (let index = 0; index < state.length; index += width) {
      state[index] = (state[index] as number) - (state[index + 2] as number) / (this.#steps + 1);
    }
  }

  /** Returns the probability of each class, in an array that the next call reuses. */
  #probabilities(features: Uint16Array): Float64Array {
    const scores = this.#shares;
    for (let k = 0; k < this.#fitted; k += 1) scores[k] = this.#score(features, k);
    if (this.#fitted < scores.length) scores[1] = -(scores[0] as number);
    let top = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < scores.length; k += 1) top = Math.max(top, scores[k] as number);
    let sum = 0;
    for (let k = 0; k < scores.length; k += 1) {
      scores[k] = Math.exp((scores[k] as number) - top);
      sum += scores[k] as number;
    }
    for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) / sum;
    return scores;
  }

  #score(features: Uint16Array, k: number): number {
    const state = this.#state;
    let score = state[k * size + constant] as number;
    for (let index = 0; index < features.length; index += 1) {
      score += state[k * size + (features[index] as number) * width] as number;
    }
    return score;
  }
}

interface Climb {
  /** Place of the class in the state. */
  readonly first: number;
  readonly slope: number;
  /** Number of the step; the start counts as one. */
  readonly step: number;
}

/** Moves the weights of a row's features, and the constant, along their common slope: most of the time of a fit. */
function climb(state: Float64Array, features: Uint16Array, { first, slope, step }: Climb): void {
  const square = slope * slope;
  const ahead = rate * slope;
  for (let index = 0; index <= features.length; index += 1) {
    const position = first + (index < features.length ? (features[index] as number) * width : constant);
    const squares = (state[position + 1] as number) + square;
    const change = ahead / Math.sqrt(squares);
    state[position] = (state[position] as number) + change;
    state[position + 1] = squares;
    state[position + 2] = (state[position + 2] as number) + step * change;
  }
}
