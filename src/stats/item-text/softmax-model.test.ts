import { describe, expect, it } from 'vitest';
import { SoftmaxModel } from './softmax-model.ts';

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
});
