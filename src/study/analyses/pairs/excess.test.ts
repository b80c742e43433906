import { describe, expect, it } from 'vitest';
import { excess, gainDeterminant, meanGain } from './excess.ts';

describe('gainDeterminant', () => {
  it('is 0 for gains of rank one, whatever the skills', () => {
    expect(gainDeterminant({ aa: 0.9 * 0.5, ba: 0.4 * 0.5, ab: 0.9 * 0.2, bb: 0.4 * 0.2 })).toBeCloseTo(0, 12);
  });

  it('is (s_a - s_b)(g_b - g_a) where skill and predictability add up', () => {
    const square = { aa: 0.3 + 0.05, ba: 0.05 + 0.05, ab: 0.3 + 0.3, bb: 0.05 + 0.3 };
    expect(gainDeterminant(square)).toBeCloseTo(0.25 * 0.25, 12);
  });
});

describe('excess', () => {
  it('is e where gains are c off the diagonal and c + e on it', () => {
    const gains = { aa: 0.27, bb: 0.27, ba: 0.2, ab: 0.2 };
    expect(excess(gainDeterminant(gains), meanGain(gains))).toBeCloseTo(0.07, 12);
  });

  // arXiv 2410.13787: accuracies of figure 15 less the modes of its notebooks. Arithmetic only: these bases are held-out
  // oracle modes over other tasks, and no scramble arms were published.
  it('is .161 for the published GPT-4o and Llama with the bases .283 and .361', () => {
    const gains = { aa: 0.5 - 0.283, ba: 0.37 - 0.283, ab: 0.32 - 0.361, bb: 0.49 - 0.361 };
    expect(gainDeterminant(gains)).toBeCloseTo(0.0316, 4);
    expect(meanGain(gains)).toBeCloseTo(0.098, 12);
    expect(excess(gainDeterminant(gains), meanGain(gains))).toBeCloseTo(0.161, 3);
  });

  it('is null where nothing was learned', () => {
    expect(excess(0.01, 0)).toBeNull();
    expect(excess(0.01, -0.1)).toBeNull();
  });
});
