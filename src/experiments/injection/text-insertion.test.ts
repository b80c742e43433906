import { describe, expect, it } from 'vitest';
import { beforeWord, nextWords } from './text-insertion.ts';

describe('beforeWord', () => {
  it('ends before the first word that begins at or after the position', () => {
    expect(beforeWord('one two three', 0)).toBe('one');
    expect(beforeWord('one two three', 3)).toBe('one');
    expect(beforeWord('one two three', 4)).toBe('one two');
  });

  it('ends before the last word where no word follows, and is empty without a space', () => {
    expect(beforeWord('one two three', 12)).toBe('one two');
    expect(beforeWord('one two three \n', 14)).toBe('one two');
    expect(beforeWord('{"answer":"B"}', 5)).toBe('');
    expect(beforeWord('', 0)).toBe('');
  });
});

it('nextWords returns words with the spaces before them', () => {
  expect(nextWords(' two\nthree four', 2)).toBe(' two\nthree');
  expect(nextWords(' two', 4)).toBe(' two');
  expect(nextWords('', 1)).toBe('');
});
