import { describe, expect, it } from 'vitest';
import { commandParts } from './command-parts.ts';

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
