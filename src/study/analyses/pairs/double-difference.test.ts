import { describe, expect, it } from 'vitest';
import { doubleDifference } from './double-difference.ts';

describe('doubleDifference', () => {
  // Accuracies of arXiv 2410.13787, figure 15 (target <- predictor trained on that target): own and cross, in shares.
  it.each([
    ['GPT-4o and GPT-4', { aa: 0.5, bb: 0.52, ba: 0.42, ab: 0.38 }, 0.11],
    ['GPT-4o and Llama', { aa: 0.5, bb: 0.49, ba: 0.37, ab: 0.32 }, 0.15],
    ['GPT-4o and GPT-3.5', { aa: 0.5, bb: 0.38, ba: 0.32, ab: 0.37 }, 0.095],
    ['Llama and GPT-3.5', { aa: 0.49, bb: 0.38, ba: 0.3, ab: 0.34 }, 0.115],
  ])('is what the published heat map gives for %s', (_, square, expected) => {
    expect(doubleDifference(square)).toBeCloseTo(expected, 12);
  });

  it('is 0 where skill and predictability add up', () => {
    expect(doubleDifference({ aa: 0.2 + 0.3, ba: 0.1 + 0.3, ab: 0.2 + 0.05, bb: 0.1 + 0.05 })).toBeCloseTo(0, 12);
  });

  it('is half of (s_a - s_b)(g_a - g_b) where they multiply', () => {
    const [skill, gain] = [
      { a: 0.9, b: 0.4 },
      { a: 0.5, b: 0.2 },
    ];
    const square = { aa: skill.a * gain.a, ba: skill.b * gain.a, ab: skill.a * gain.b, bb: skill.b * gain.b };
    expect(doubleDifference(square)).toBeCloseTo((0.5 * 0.3) / 2, 12);
  });
});
