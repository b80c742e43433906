import { describe, expect, it } from 'vitest';
import { credibleUsage } from './usage.ts';

describe('credibleUsage', () => {
  it.each([
    ['words of one letter', 'a '.repeat(1000), 500],
    ['one long word', 'a'.repeat(1600), 100],
    ['letters beyond ASCII', 'я'.repeat(1600), 100],
  ])('keeps no count below the least tokens of a text: %s', (_, text, least) => {
    const outputOf = (output: number) =>
      credibleUsage({ input: 10, cachedInput: null, output, reasoning: null, raw: null }, { text, reasoning: null })
        .output;
    expect([least - 1, least, least + 2, 10 * least].map(outputOf)).toEqual([null, least, least + 2, 10 * least]);
  });
});
