import { describe, expect, it } from 'vitest';
import { pAbove, pBelow, twoSidedP } from './t-test.ts';

describe('pAbove, pBelow and twoSidedP', () => {
  it('are those of the exact sign test where all clusters have one value', () => {
    const equal = { value: 0.5, se: 0, df: 9 };
    expect([pAbove(equal), pBelow(equal), twoSidedP(equal)]).toEqual([2 ** -10, 1, 2 ** -9]);
  });

  it.each([1e-16, -1e-16, 3e-14, -3e-14, 0])('find no sign in round-off: %s', (value) => {
    const roundedOff = { value, se: 0, df: 40 };
    expect([pAbove(roundedOff), pBelow(roundedOff), twoSidedP(roundedOff)]).toEqual([1, 1, 1]);
  });
});
