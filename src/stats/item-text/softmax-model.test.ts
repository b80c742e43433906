import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from '../../util/random.ts';
import { featureCount } from './ngram-features.ts';
import { type FeatureRow, SoftmaxModel } from './softmax-model.ts';

const row = (features: readonly number[], label: number) => ({ features: Uint16Array.from(features), label });

describe('SoftmaxModel', () => {
  it('learns which feature decides', () => {
    const model = new SoftmaxModel(3);
    model.fit(
      Array.from({ length: 60 }, (_, n) => row([n % 3, 10 + (n % 7)], n % 3)),
      1,
    );
    expect([0, 1, 2].map((feature) => model.predict(Uint16Array.of(feature, 12)))).toEqual([0, 1, 2]);
  });

  it('predicts the most frequent class without a known feature', () => {
    const model = new SoftmaxModel(2);
    model.fit(
      Array.from({ length: 40 }, (_, n) => row([n + 5], n % 4 === 0 ? 0 : 1)),
      1,
    );
    expect(model.predict(Uint16Array.of(999))).toBe(1);
  });

  it.each([2, 3])('predicts exactly as the plain form with one array per quantity does: %i classes', (classes) => {
    const random = seededRandom('softmax oracle');
    const drawn = (length: number) =>
      Uint16Array.from(new Set(Array.from({ length }, () => Math.floor(random() * 40))));
    const rows = Array.from({ length: 300 }, () => ({ features: drawn(12), label: Math.floor(random() * classes) }));
    const asked = Array.from({ length: 500 }, () => drawn(6));
    for (const maxSteps of [1_000, Number.POSITIVE_INFINITY]) {
      const model = new SoftmaxModel(classes);
      model.fit(rows, 7, maxSteps);
      const predict = plainFit(rows, { classes, seed: 7, maxSteps });
      const expected = asked.map(predict);
      expect(new Set(expected).size).toBe(classes);
      expect(asked.map((features) => model.predict(features))).toEqual(expected);
    }
  });
});

interface PlainFit {
  readonly classes: number;
  readonly seed: number;
  readonly maxSteps: number;
}

/** Fits the model as its comment describes it, and returns its predictions. */
function plainFit(rows: readonly FeatureRow[], { classes, seed, maxSteps }: PlainFit) {
  const size = (featureCount + 1) * classes;
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1);
  const sums = new Float64Array(size);
  const placesOf = (features: Uint16Array) => [featureCount, ...features].map((feature) => feature * classes);
  const probabilities = (features: Uint16Array) => {
    const scores = Array.from({ length: classes }, (_, k) =>
      placesOf(features).reduce((sum, index) => sum + (weights[index + k] ?? 0), 0),
    );
    const raised = scores.map((score) => Math.exp(score - Math.max(...scores)));
    return raised.map((each) => each / raised.reduce((sum, other) => sum + other, 0));
  };
  let steps = 0;
  for (let epoch = 0; epoch < 8; epoch += 1) {
    for (const { features, label } of shuffled(rows, seededRandom('softmax', seed, epoch))) {
      if (steps >= maxSteps) break;
      for (const [index, weight] of weights.entries()) sums[index] = (sums[index] ?? 0) + weight;
      const found = probabilities(features);
      for (const index of placesOf(features)) {
        for (const [k, probability] of found.entries()) {
          const slope = Number(k === label) - probability;
          squares[index + k] = (squares[index + k] ?? 0) + slope * slope;
          weights[index + k] = (weights[index + k] ?? 0) + (0.05 * slope) / Math.sqrt(squares[index + k] ?? 1);
        }
      }
      steps += 1;
    }
  }
  for (const [index, weight] of weights.entries()) weights[index] = ((sums[index] ?? 0) + weight) / (steps + 1);
  return (features: Uint16Array) => {
    const found = probabilities(features);
    return found.indexOf(Math.max(...found));
  };
}
