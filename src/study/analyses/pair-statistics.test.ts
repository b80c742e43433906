import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../stats/jackknife.ts';
import { accuracyDifference, doubleDifference, excess, gainDeterminant, meanGain } from './pair-statistics.ts';
import { RateTable, tablePart } from './rate-table.ts';

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

interface Item {
  readonly cluster: string;
  readonly group: string;
  readonly first: number;
  readonly second: number;
}

/** Two groups: four strings in x, two of them in y. */
const items: readonly Item[] = [
  { cluster: 's1', group: 'x', first: 1, second: 0 },
  { cluster: 's2', group: 'x', first: 1, second: 0 },
  { cluster: 's3', group: 'x', first: 1, second: 1 },
  { cluster: 's4', group: 'x', first: 0, second: 1 },
  { cluster: 's1', group: 'y', first: 1, second: 0 },
  { cluster: 's4', group: 'y', first: 1, second: 1 },
];
const table = new RateTable([tablePart(items, [({ first }) => first, ({ second }) => second])], ['x', 'y']);
const pair = { part: 0, first: 0, second: 1 };

describe('accuracyDifference', () => {
  it('is the mean over groups of the differences', () => {
    // x: 3/4 - 2/4; y: 2/2 - 1/2.
    expect(accuracyDifference(table, totalsOf(table.clusters), pair)).toBeCloseTo((0.25 + 0.5) / 2, 12);
  });
});
