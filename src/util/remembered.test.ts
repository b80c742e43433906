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

  it('forgets the oldest text where there are more than it keeps', () => {
    const computed: string[] = [];
    const read = remembered((text) => computed.push(text));
    for (let index = 0; index < 3_000; index += 1) read(String(index));
    read('2999');
    expect(computed).toHaveLength(3_000);
    read('0');
    expect(computed).toHaveLength(3_001);
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
