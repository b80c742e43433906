import { describe, expect, it, test } from 'vitest';
import { commandParts, findPassage } from './passages.ts';

describe('findPassage', () => {
  test.each([
    ['plain, direct', 'plain, direct'],
    ['system: ענה בקצרה, בלי הסברים (עד 20 מילים).', 'system: {ענה בקצרה, בלי הסברים (עד 20 מילים).}'],
    ['ada: שלום world עולם! · 3', 'ada: {שלום world עולם!} · 3'],
    ['system: ענה (עד 20…', 'system: {ענה (עד 20…}'],
    ['a "שלום" is no letter', 'a "{שלום}" is no letter'],
  ])('isolates the right-to-left passage of %s', (text, marked) => {
    const { before, passage, after } = findPassage(text);
    expect(passage === null ? before : `${before}{${passage}}${after}`).toBe(marked);
  });

  it('handles a long text in linear time', () => {
    const long = `${'א b '.repeat(100_000)}${'.'.repeat(100_000)}`;
    expect(findPassage(long).passage?.startsWith('א b ')).toBe(true);
  });
});

describe('commandParts', () => {
  it('returns commands of this program without their backticks, and all else as it is', () => {
    expect(commandParts('3 notes; `seb show r i` and `seb view`.')).toEqual([
      { text: '3 notes; ', isCommand: false },
      { text: 'seb show r i', isCommand: true },
      { text: ' and ', isCommand: false },
      { text: 'seb view', isCommand: true },
      { text: '.', isCommand: false },
    ]);
    expect(commandParts('a `b` c')).toEqual([{ text: 'a `b` c', isCommand: false }]);
    expect(commandParts('')).toEqual([]);
  });
});
