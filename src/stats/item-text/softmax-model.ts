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
 * Multinomial logistic regression, P(class k) = exp(b_k + sum of w_kf over the row's features) / sum over classes,
 * fitted by stochastic gradient ascent with AdaGrad steps (Duchi, Hazan and Singer 2011) in a seeded order. Predictions
 * use the mean of the weights over all steps (Polyak and Juditsky 1992).
 */
export class SoftmaxModel {
  readonly #classes: number;
  /** Weights by feature and class; the last feature is the constant. */
  readonly #weights: Float64Array;
  readonly #squares: Float64Array;
  /** Sums of each weight over the steps before its last change, and the number of these steps. */
  readonly #sums: Float64Array;
  readonly #summed: Uint32Array;
  #steps = 0;

  constructor(classes: number) {
    this.#classes = classes;
    this.#weights = new Float64Array((featureCount + 1) * classes);
    this.#squares = new Float64Array((featureCount + 1) * classes).fill(1);
    this.#sums = new Float64Array((featureCount + 1) * classes);
    this.#summed = new Uint32Array((featureCount + 1) * classes);
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
    const probabilities = this.#probabilities(features);
    this.#steps += 1;
    for (let k = 0; k < this.#classes; k += 1) {
      const slope = Number(k === label) - (probabilities[k] as number);
      for (const feature of features) this.#climb(feature * this.#classes + k, slope);
      this.#climb(featureCount * this.#classes + k, slope);
    }
  }

  /** Moves one weight along its slope. */
  #climb(place: number, slope: number): void {
    const squares = (this.#squares[place] as number) + slope * slope;
    this.#squares[place] = squares;
    this.#add(place);
    this.#weights[place] = (this.#weights[place] as number) + (rate * slope) / Math.sqrt(squares);
  }

  /** Adds a weight to its sum, once for each step since it was last changed. */
  #add(place: number): void {
    const steps = this.#steps - (this.#summed[place] as number);
    this.#sums[place] = (this.#sums[place] as number) + steps * (this.#weights[place] as number);
    this.#summed[place] = this.#steps;
  }

  #takeMeans(): void {
    if (this.#steps === 0) return;
    this.#steps += 1; // the last weights count as one step
    for (let place = 0; place < this.#weights.length; place += 1) {
      this.#add(place);
      this.#weights[place] = (this.#sums[place] as number) / this.#steps;
    }
  }

  #probabilities(features: Uint16Array): Float64Array {
    const scores = this.#weights.slice(featureCount * this.#classes);
    for (const feature of features) {
      const first = feature * this.#classes;
      for (let k = 0; k < scores.length; k += 1) {
        scores[k] = (scores[k] as number) + (this.#weights[first + k] as number);
      }
    }
    const top = Math.max(...scores);
    let sum = 0;
    for (let k = 0; k < scores.length; k += 1) {
      scores[k] = Math.exp((scores[k] as number) - top);
      sum += scores[k] as number;
    }
    for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] as number) / sum;
    return scores;
  }
}
