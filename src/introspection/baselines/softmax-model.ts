import { seededRandom, shuffled } from '../../util/random.ts';
import { featureCount } from './ngram-features.ts';

/** One training row: the numbers of its features, and the number of its class. */
export interface FeatureRow {
  readonly features: Uint16Array;
  readonly label: number;
}

const epochs = 8;
const rate = 0.3;

/**
 * Multinomial logistic regression, P(class k) = exp(b_k + sum of w_kf over the row's features) / sum over classes, fitted
 * by stochastic gradient ascent with AdaGrad steps (Duchi, Hazan and Singer 2011) in a seeded order.
 */
export class SoftmaxModel {
  readonly #classes: number;
  /** Weights by feature and class; the last feature is the constant. */
  readonly #weights: Float64Array;
  readonly #squares: Float64Array;

  constructor(classes: number) {
    this.#classes = classes;
    this.#weights = new Float64Array((featureCount + 1) * classes);
    this.#squares = new Float64Array((featureCount + 1) * classes).fill(1);
  }

  fit(rows: readonly FeatureRow[], seed: number): void {
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      for (const row of shuffled(rows, seededRandom('softmax', seed, epoch))) this.#step(row);
    }
  }

  /** Returns the most probable class. */
  predict(features: Uint16Array): number {
    const scores = this.#probabilities(features);
    return scores.indexOf(Math.max(...scores));
  }

  #step({ features, label }: FeatureRow): void {
    const gradient = this.#probabilities(features).map((p, k) => Number(k === label) - p);
    for (const feature of [...features, featureCount]) {
      for (let k = 0; k < this.#classes; k += 1) {
        const place = feature * this.#classes + k;
        const slope = gradient[k] as number;
        const squares = (this.#squares[place] as number) + slope * slope;
        this.#squares[place] = squares;
        this.#weights[place] = (this.#weights[place] as number) + (rate * slope) / Math.sqrt(squares);
      }
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
    return scores.map((score) => score / sum);
  }
}
