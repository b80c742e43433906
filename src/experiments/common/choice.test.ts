import { describe, expect, it } from 'vitest';
import { readChoice, readRecordedChoice } from './choice.ts';

describe('readChoice', () => {
  it('reads the letter under its key', () => {
    expect(readChoice('I think so. {"choice": "b"}', { key: 'choice', letters: ['A', 'B'] })).toEqual({
      kind: 'parsed',
      value: 'B',
      step: 'last-object',
    });
  });

  it('ignores a letter that was not offered, or one outside of the JSON', () => {
    expect(readChoice('{"choice": "C"}', { key: 'choice', letters: ['A', 'B'] })).toMatchObject({ kind: 'unparsed' });
    expect(readChoice('{"answer": "A"}', { key: 'choice', letters: ['A', 'B'] })).toMatchObject({ kind: 'unparsed' });
    expect(readChoice('I like A more', { key: 'choice', letters: ['A', 'B'] })).toMatchObject({ kind: 'unparsed' });
  });
});

describe('readRecordedChoice', () => {
  it('reads what was extracted and nothing else', () => {
    expect(readRecordedChoice('A', ['A', 'B'])).toMatchObject({ kind: 'parsed', value: 'A', step: 'recorded' });
    expect(readRecordedChoice('INVALID', ['A', 'B'])).toMatchObject({ kind: 'unparsed' });
    expect(readRecordedChoice('"B"', ['A', 'B'])).toMatchObject({ kind: 'unparsed' });
  });
});
