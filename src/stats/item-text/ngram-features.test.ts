import { describe, expect, it } from 'vitest';
import { featureCount, ngramFeatures } from './ngram-features.ts';

describe('ngramFeatures', () => {
  it('is the same for the same string, each feature once, all below the number of features', () => {
    const features = ngramFeatures('dog owl dog');
    expect(features).toEqual(ngramFeatures('dog owl dog'));
    expect(new Set(features).size).toBe(features.length);
    expect(Math.max(...features)).toBeLessThan(featureCount);
  });

  it('sees the order of words', () => {
    expect([...ngramFeatures('dog owl')].sort()).not.toEqual([...ngramFeatures('owl dog')].sort());
  });
});
