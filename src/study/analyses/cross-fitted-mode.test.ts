import { describe, expect, it } from 'vitest';
import { crossFittedMode, groupModes } from './cross-fitted-mode.ts';

describe('crossFittedMode', () => {
  it('does not let a string vote for itself', () => {
    // Every string has a distinct value, except one pair: in sample a constant is right twice, out of sample never more.
    const items = Array.from({ length: 10 }, (_, n) => ({ cluster: `s${n}`, group: 'g', truth: `v${n}` }));
    const mode = crossFittedMode(items, 1);
    expect(items.filter((item) => mode(item) === item.truth)).toEqual([]);
  });

  it('finds the value that most other strings have', () => {
    const items = Array.from({ length: 20 }, (_, n) => ({ cluster: `s${n}`, group: 'g', truth: n < 14 ? 'x' : 'y' }));
    const mode = crossFittedMode(items, 1);
    expect(items.map(mode)).toEqual(items.map(() => 'x'));
  });
});

describe('groupModes', () => {
  it('returns the most frequent value of each group, the first in code unit order on ties', () => {
    const truths = [
      ['g', 'b'],
      ['g', 'a'],
      ['h', 'z'],
      ['h', 'z'],
      ['h', 'a'],
    ] as const;
    expect(groupModes(truths.map(([group, truth]) => ({ group, truth })))).toEqual(
      new Map([
        ['g', 'a'],
        ['h', 'z'],
      ]),
    );
  });
});
