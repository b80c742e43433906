import { describe, expect, it } from 'vitest';
import { mergedReasons, reasonLines, reasonsThatFit } from './merged-reasons.ts';

describe('mergedReasons', () => {
  it('merges texts that differ in numbers only, with the range of each number', () => {
    const all = mergedReasons(['9 groups; at least 20', '12 groups; at least 20', 'other', '0.5 groups; at least 20']);
    expect([...all.values()]).toEqual([
      { text: '0.5 to 12 groups; at least 20', count: 3 },
      { text: 'other', count: 1 },
    ]);
  });
});

describe('reasonsThatFit', () => {
  it('leaves out a reason that is too long for the lines, not those after it', () => {
    const all = mergedReasons(['short', 'long '.repeat(40), 'small']);
    const named = reasonsThatFit(1, { all, width: 40 });
    expect(reasonLines(named, { all, width: 40 })).toEqual(['a: short; b: small']);
  });
});
