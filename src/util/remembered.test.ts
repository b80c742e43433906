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

  it.each([
    ['characters', 1_000, (n: number) => String.fromCodePoint(0x4e00 + n)],
    ['short texts that differ in a number', 1_000, (n: number) => `{"confidence": ${n}}`],
    ['long texts that differ in a number', 40, (n: number) => `${'word '.repeat(40)}${String(n).padStart(3, '0')}.`],
  ])('computes the results of %s that are read in turn about once each', (_, count, textOf) => {
    const computed: string[] = [];
    const read = remembered((text) => {
      computed.push(text);
      return `of ${text}`;
    });
    const texts = Array.from({ length: count }, (_value, index) => textOf(index));
    for (let round = 0; round < 5; round += 1) for (const text of texts) expect(read(text)).toBe(`of ${text}`);
    expect(computed.length).toBeLessThan(2 * count);
  });

  it.each([
    ['short', ''],
    ['long', 'x'.repeat(100)],
  ])('forgets earlier ones of many %s texts', (_, more) => {
    const computed: string[] = [];
    const read = remembered((text) => computed.push(text));
    for (let index = 0; index < 5_000; index += 1) read(`${index}${more}`);
    read(`4999${more}`);
    expect(computed).toHaveLength(5_000);
    for (let index = 0; index < 2_000; index += 1) read(`${index}${more}`);
    expect(computed.length).toBeGreaterThan(6_800);
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
