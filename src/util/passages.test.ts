import { describe, expect, it, test } from 'vitest';
import { findPassage } from './passages.ts';

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
