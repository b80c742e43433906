import { describe, expect, it } from 'vitest';
import { once } from './once.ts';

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
