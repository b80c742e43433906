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
 * weight, 1 + the sum of the squared slopes, the sum of the weight over the steps before its last change, and the
 * number of these steps.
 */
const width = 4;

/**
 * Multinomial logistic regression, P(class k) = exp(b_k + sum of w_kf over the row's features) / sum over classes,
 * fitted by stochastic gradient ascent with AdaGrad steps (Duchi, Hazan and Singer 2011) in a seeded order. Predictions
 * use the mean of the weights over all steps (Polyak and Juditsky 1992).
 */
export class SoftmaxModel {
  readonly #classes: number;
  /** By feature and class; the last feature is the constant. */
  readonly #state: Float64Array;
  /** Probabilities of the classes, and then slopes: reused, because one fit takes 10,000 steps. */
  readonly #slopes: Float64Array;
  #steps = 0;

  constructor(classes: number) {
    this.#classes = classes;
    this.#state = new Float64Array((featureCount + 1) * classes * width);
    for (let place = 1; place < this.#state.length; place += width) this.#state[place] = 1;
    this.#slopes = new Float64Array(classes);
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
    for (let k = 0; k < slopes.length; k += 1) slopes[k] = Number(k === label) - (slopes[k] as number);
    for (let index = 0; index < features.length; index += 1) this.#climb(features[index] as number, slopes);
    this.#climb(featureCount, slopes);
  }

  /** Moves the weights of one feature along their slopes. Before, adds each to its sum, once for each step that it held. */
  #climb(feature: number, slopes: Float64Array): void {
    const state = this.#state;
    const steps = this.#steps;
    let place = feature * slopes.length * width;
    for (let k = 0; k < slopes.length; k += 1) {
      const slope = slopes[k] as number;
      const weight = state[place] as number;
      const squares = (state[place + 1] as number) + slope * slope;
      state[place] = weight + (rate * slope) / Math.sqrt(squares);
      state[place + 1] = squares;
      state[place + 2] = (state[place + 2] as number) + (steps - (state[place + 3] as number)) * weight;
      state[place + 3] = steps;
      place += width;
    }
  }

  #takeMeans(): void {
    if (this.#steps === 0) return;
    this.#steps += 1; // the last weights count as one step
    const state = this.#state;
    for (let place = 0; place < state.length; place += width) {
      const held = this.#steps - (state[place + 3] as number);
      state[place + 2] = (state[place + 2] as number) + held * (state[place] as number);
      state[place + 3] = this.#steps;
      state[place] = (state[place + 2] as number) / this.#steps;
    }
  }

  /** Returns the probability of each class, in an array that the next call reuses. */
  #probabilities(features: Uint16Array): Float64Array {
    const state = this.#state;
    const scores = this.#slopes;
    const classes = this.#classes;
    const constant = featureCount * classes * width;
    for (let k = 0; k < classes; k += 1) scores[k] = state[constant + k * width] as number;
    for (let index = 0; index < features.length; index += 1) {
      const first = (features[index] as number) * classes * width;
      for (let k = 0; k < classes; k += 1) scores[k] = (scores[k] as number) + (state[first + k * width] as number);
    }
    let top = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < classes; k += 1) top = Math.max(top, scores[k] as number);
    let sum = 0;
    for (let k = 0; k < classes; k += 1) {
      scores[k] = Math.exp((scores[k] as number) - top);
      sum += scores[k] as number;
    }
    for (let k = 0; k < classes; k += 1) scores[k] = (scores[k] as number) / sum;
    return scores;
  }
}
