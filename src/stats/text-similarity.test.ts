import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, textSimilarity, textWords } from './text-similarity.ts';

describe('textSimilarity', () => {
  it('equals hand calculations', () => {
    // kitten / sitting: distance 3 of 7 (Wagner and Fischer's example)
    expect(textSimilarity('kitten', 'sitting').edit).toBeCloseTo(1 - 3 / 7, 12);
    // 3 of 4 and of 5 words are in common; a repeated word counts as often as both texts have it
    const likeness = textSimilarity('the cat saw the', 'The dog, the cat: gone');
    expect(likeness.tokenF1).toBeCloseTo(6 / 9, 12);
    expect(likeness.length).toBeCloseTo(15 / 22, 12);
    expect(likeness.firstWords).toBe(0);
    expect(textSimilarity('Hello, Amir! How are you?', 'hello amir: how is it').firstWords).toBe(1);
    expect(textSimilarity('Yes.', 'Yes, of course').firstWords).toBe(0);
  });

  it('ignores white space and respects case in an exact match', () => {
    expect(textSimilarity('Hello\n  there ', 'Hello there').exact).toBe(1);
    expect(textSimilarity('Hello there', 'hello there').exact).toBe(0);
  });

  it('is symmetric, in [0, 1], and 1 for equal texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'c', '.', '我', '们', '\n', 'é') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const likeness = textSimilarity(a, b);
        expect(textSimilarity(b, a)).toEqual(likeness);
        for (const value of Object.values(likeness)) expect(value >= 0 && value <= 1).toBe(true);
        expect(likeness.exact === 1).toBe(plainText(a) === plainText(b));
        expect(Object.values(textSimilarity(a, a))).toEqual([1, 1, 1, 1, 1]);
      }),
    );
  });
});

describe('textWords', () => {
  it('finds words in scripts with and without spaces', () => {
    expect(textWords('Ça va, n°3?')).toEqual(['ça', 'va', 'n', '3']);
    expect(textWords('שלום, מה שלומך?')).toEqual(['שלום', 'מה', 'שלומך']);
    expect(textWords('我们喜欢音乐。').length).toBeGreaterThan(1);
  });
});

it('compares megabyte texts by their beginnings', () => {
  const long = 'A'.repeat(1_000_000);
  const other = `${'A'.repeat(10_000)}${'B'.repeat(990_000)}`;
  expect(textSimilarity(long, other)).toMatchObject({ exact: 0, edit: 0.5, length: 1 });
  expect(textSimilarity(long, `${long}A`)).toMatchObject({ exact: 0, edit: 1 });
});
