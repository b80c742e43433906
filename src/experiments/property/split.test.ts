import { describe, expect, it } from 'vitest';
import { splitOf } from './split.ts';

describe('splitOf', () => {
  it('keeps all spellings of a string in one split', () => {
    for (let number = 0; number < 50; number += 1) {
      expect(splitOf({ string: `  Cat ${number}` })).toBe(splitOf({ string: `cat  ${number}\n` }));
    }
  });

  it('puts about four fifths into training', () => {
    const train = Array.from({ length: 5_000 }, (_, number) => splitOf({ string: `s${number}` })).filter(
      (split) => split === 'train',
    );
    expect(train.length).toBeGreaterThan(3_900);
    expect(train.length).toBeLessThan(4_100);
  });

  it('stays the same: sha256 of "seb-split-1" and the string, modulo 10', () => {
    const strings = ['cat', 'dog', 'fox', 'owl', 'bee', 'ant', 'cow', 'hen', 'pig', 'elk', 'eel', 'ape'];
    expect(strings.filter((string) => splitOf({ string }) === 'test')).toMatchInlineSnapshot(`
      [
        "fox",
        "owl",
        "ant",
        "hen",
        "elk",
      ]
    `);
  });

  it('is overridden by the split of a release', () => {
    expect(['train', 'test'].map((split) => splitOf({ string: 'x', split: split as 'train' }))).toEqual([
      'train',
      'test',
    ]);
  });
});
