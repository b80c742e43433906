import { describe, expect, it } from 'vitest';
import { once, remembered, rememberedPairs } from './remembered.ts';

describe('once', () => {
  it('computes a value once, also null', () => {
    let calls = 0;
    const value = once(() => {
      calls += 1;
      return null;
    });
    expect([value(), value(), calls]).toEqual([null, null, 1]);
  });
});

describe('remembered', () => {
  it('computes the result of each of the latest texts once, and of long texts each time', () => {
    const computed: string[] = [];
    const length = remembered((text) => {
      computed.push(text.slice(0, 5));
      return text.length;
    });
    expect([length('one'), length('one'), length('')]).toEqual([3, 3, 0]);
    const long = 'x'.repeat(30_000);
    expect([length(long), length(long)]).toEqual([30_000, 30_000]);
    expect(computed).toEqual(['one', '', 'xxxxx', 'xxxxx']);
  });

  it('returns the result of each text, however alike texts are, and keeps few of many', () => {
    const computed: string[] = [];
    const read = remembered((text) => {
      computed.push(text);
      return `of ${text}`;
    });
    const texts = Array.from({ length: 3_000 }, (_, index) => `${'a'.repeat(40)}${index}${'b'.repeat(40)}`);
    for (const text of texts) expect(read(text)).toBe(`of ${text}`);
    expect(computed).toEqual(texts);
    expect(read(texts[2_999] as string)).toBe(`of ${texts[2_999]}`);
    expect(computed).toHaveLength(3_000);
    for (const text of texts) expect(read(text)).toBe(`of ${text}`);
    expect(computed.length).toBeGreaterThan(3_000 + 2_000);
  });
});

describe('rememberedPairs', () => {
  it('computes the result of each pair once', () => {
    const computed: string[] = [];
    const joined = rememberedPairs((one, other) => {
      computed.push(`${one} ${other}`);
      return computed.length;
    });
    expect([joined('a', 'b'), joined('a', 'b'), joined('b', 'a'), joined('a', 'c'), joined('b', 'a')]).toEqual([
      1, 1, 2, 3, 2,
    ]);
    expect(computed).toEqual(['a b', 'b a', 'a c']);
  });
});
